import type { FastifyReply, FastifyRequest } from 'fastify'
import { rememberedDays } from '#contract/passkeys/answers.ts'
import * as factors from '#contract/second-factors/calls.ts'
import type { User } from '#contract/users/calls.ts'
import { cookieOf, giveCookie } from '#server/core/http/cookies.ts'
import { deviceOf } from '#server/core/http/devices.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import type { Caller, Gate } from '#server/core/http/serve.ts'
import { bearerOf, serve } from '#server/core/http/serve.ts'
import { hashOfSecret } from '#server/core/identity/secrets.ts'
import type { ProvenIdentity } from '#server/core/identity/verify-id-token.ts'
import { askPasskey, renamePasskey } from '#server/passkeys/passkeys.ts'
import type { Services } from '#server/services.ts'
import { getUser } from '#server/users/queries.ts'
import { admitUser, recogniseAdministrator } from '#server/users/sign-in-user.ts'
import type { SecondSteps } from '#server/users/user-second-steps.ts'
import type { Sessions } from '#server/users/user-sessions.ts'
import type { Work } from '#server/work.ts'
import { write } from '#server/work.ts'
import { describeSecondFactor, findSecondStep } from './queries.ts'
import { forgetDevices, listDevices } from './second-factor-devices.ts'
import { proveSecondFactor, refuseUnproven } from './second-factor-proofs.ts'
import type { Browser, Recognised } from './second-factor-steps.ts'
import { secondStepBy, secondStepOn, setUpSecondFactor } from './second-factor-steps.ts'
import {
  addFactor,
  offerFactor,
  removeFactorPasskey,
  renewRecoveryCodes,
  resetSecondFactor,
  switchOffSecondFactor,
} from './second-factors.ts'

const rememberedDevice = { name: 'remembered-device', days: rememberedDays }

/** What sign-ins need of it. */
export function openSecondSteps({ config }: Services): SecondSteps {
  return {
    of: (request) => secondStepOn(cookieOf(request, rememberedDevice), config),
    forgetDevices,
    refuseUnproven,
  }
}

export function serveSecondFactors(gate: Gate, services: Services, sessions: Sessions): void {
  const { config, db, identity } = services
  serve(gate, factors.askSecondStep, ({ body }) =>
    afterPassword(body.authToken, async (work, { userId }) => {
      const step = await findSecondStep(work.tx, userId)
      if (!step) throw new Refusal('SECOND_FACTOR_OFF')
      return { hasApp: step.hasApp, options: step.hasPasskeys ? await askPasskey(work, userId) : null }
    }),
  )
  serve(gate, factors.beginSecondFactor, ({ body }) =>
    afterPassword(body.authToken, async (work, user) => {
      if (await findSecondStep(work.tx, user.userId)) throw new Refusal('SECOND_FACTOR_ON')
      return offerFactor(work, user, body.way)
    }),
  )
  serve(gate, factors.takeSecondStep, ({ body: { authToken, code, passkey, ...given }, ...call }) =>
    signIn(authToken, { ...call, ...given }, async (work, user, { signIn, browser }) => {
      const secondStep = secondStepBy({ code, passkey }, browser)
      return { ...(await admitUser(work, user, { ...signIn, secondStep })), endedSessions: [] }
    }),
  )
  serve(gate, factors.setUpSecondFactor, ({ body: { authToken, code, passkey, ...given }, ...call }) =>
    signIn(authToken, { ...call, ...given }, (work, user, asked) =>
      setUpSecondFactor(work, user, { ...asked, made: { code, passkey } }),
    ),
  )
  serve(gate, factors.getSecondFactor, ({ caller }) => describeSecondFactor(services, caller))
  serve(gate, factors.askFactorProof, async ({ caller }) => {
    const step = await findSecondStep(db, caller.userId)
    const ask = (work: Work) => askPasskey(work, caller.userId)
    return { options: step?.hasPasskeys ? await write(services, caller, ask) : null }
  })
  serve(gate, factors.proveSecondFactor, ({ caller, body }) =>
    write(services, caller, (work) => proveSecondFactor(work, caller, body)),
  )
  serve(gate, factors.beginFactor, ({ caller, body }) =>
    write(services, caller, async (work) => {
      if (!(await findSecondStep(work.tx, caller.userId))) throw new Refusal('SECOND_FACTOR_OFF')
      await refuseUnproven(work, caller)
      return offerFactor(work, await getUser(work.tx, caller.userId), body.way)
    }),
  )
  serve(gate, factors.addFactor, async ({ caller, body, request }) => {
    const made = { ...body, device: deviceOf(request.headers['user-agent']) }
    await write(services, caller, (work) => addFactor(work, caller, made))
  })
  serve(gate, factors.removeFactorPasskey, ({ caller, body }) =>
    write(services, caller, (work) => removeFactorPasskey(work, caller, body.passkeyId)),
  )
  serve(gate, factors.renameFactorPasskey, ({ caller, body }) =>
    write(services, caller, (work) => renamePasskey(work, { userId: caller.userId, isFactor: true }, body)),
  )
  serve(gate, factors.renewRecoveryCodes, async ({ caller }) => ({
    recoveryCodes: await write(services, caller, (work) => renewRecoveryCodes(work, caller)),
  }))
  serve(gate, factors.switchOffSecondFactor, ({ caller }) => ending(caller, switchOffSecondFactor))
  serve(gate, factors.resetSecondFactor, ({ caller, body }) =>
    ending(caller, (work) => resetSecondFactor(work, caller, body.userId)),
  )
  serve(gate, factors.getRememberedDevices, async ({ caller, request }) => ({
    devices: await listDevices(services, caller.userId, cookieOf(request, rememberedDevice)),
  }))
  serve(gate, factors.forgetDevice, ({ caller, body }) =>
    write(services, caller, ({ tx }) => forgetDevices(tx, caller.userId, body.rememberedDeviceId)),
  )

  /** For whoever has typed an administrator's password just now. */
  async function afterPassword<Result>(
    authToken: string,
    verb: (work: Work, user: User, proven: ProvenIdentity) => Promise<Result>,
  ): Promise<Result> {
    const proven = await identity.verify(authToken)
    return write(services, undefined, async (work) =>
      verb(work, await recogniseAdministrator(work, identity, proven), proven),
    )
  }

  /** Signs in with a second step, in the place of the session whose bearer comes along; the browser is remembered where wished. */
  async function signIn<Result extends { endedSessions: Buffer[] }>(
    authToken: string,
    { request, reply, remembersDevice = false }: Asking,
    verb: (work: Work, user: User, asked: { signIn: Recognised; browser: Browser }) => Promise<Result>,
  ): Promise<Omit<Result, 'endedSessions'>> {
    const device = deviceOf(request.headers['user-agent'])
    const bearer = bearerOf(request)
    const replacedHash = bearer === undefined ? undefined : hashOfSecret(bearer)
    const isSecure = config.publicUrl.startsWith('https:')
    const keep = (value: string) => giveCookie(reply, rememberedDevice, { value, isSecure })
    const browser = { device, remembersDevice, keep }
    const { endedSessions, ...signedIn } = await afterPassword(authToken, (work, user, proven) =>
      verb(work, user, { signIn: { proven, device, replacedHash }, browser }),
    )
    sessions.forget(replacedHash ? [replacedHash, ...endedSessions] : endedSessions)
    return signedIn
  }

  async function ending(caller: Caller, verb: (work: Work, caller: Caller) => Promise<Buffer[]>) {
    sessions.forget(await write(services, caller, (work) => verb(work, caller)))
  }
}

interface Asking {
  request: FastifyRequest
  reply: FastifyReply
  remembersDevice?: boolean | undefined
}
