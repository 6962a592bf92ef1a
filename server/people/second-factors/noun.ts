import type { FastifyReply, FastifyRequest } from 'fastify'
import { rememberedDays } from '#contract/people/passkeys/answers.ts'
import * as factors from '#contract/people/second-factors/calls.ts'
import type { User } from '#contract/people/users/user.ts'
import { cookieOf, giveCookie } from '#server/core/http/cookies.ts'
import { deviceOf } from '#server/core/http/devices.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import { serve } from '#server/core/http/serve.ts'
import { job, noun } from '#server/noun.ts'
import { askPasskey, renamePasskey } from '#server/people/passkeys/passkeys.ts'
import { signInWith } from '#server/people/sessions/session-calls.ts'
import type { SecondStep } from '#server/people/sessions/session-sign-ins.ts'
import { admitUser, recogniseAdministrator } from '#server/people/sessions/session-sign-ins.ts'
import { getUser } from '#server/people/users/queries.ts'
import { personalData } from '#server/personal.ts'
import type { Services } from '#server/services.ts'
import type { Work } from '#server/work.ts'
import { serveWrite, write } from '#server/work.ts'
import { sweepSecondFactors } from './jobs.ts'
import { describeSecondFactor, findFactor, findSecondStep } from './queries.ts'
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

/** Returns a call's second step, by its browser's cookie. */
export function secondStepOf({ config }: Services): (request: FastifyRequest) => SecondStep {
  return (request) => secondStepOn(cookieOf(request, rememberedDevice), config)
}

declare module '#server/jobs.ts' {
  interface Jobs {
    'sweep-second-factors': Record<string, never>
  }
}

export default noun({
  calls: [factors],
  serve(gate, services) {
    const { config, db } = services
    serve(gate, factors.askSecondStep, ({ body, request }) =>
      afterPassword({ ...body, request }, async (work, { userId }) => {
        const step = await findSecondStep(work.tx, userId)
        if (!step) throw new Refusal('SECOND_FACTOR_OFF')
        return { hasApp: step.hasApp, options: step.hasPasskeys ? await askPasskey(work, userId) : null }
      }),
    )
    serve(gate, factors.beginSecondFactor, ({ body, request }) =>
      afterPassword({ ...body, request }, async (work, user) => {
        if (await findSecondStep(work.tx, user.userId)) throw new Refusal('SECOND_FACTOR_ON')
        return offerFactor(work, user, body.way)
      }),
    )
    serve(gate, factors.takeSecondStep, ({ body, request, reply }) =>
      afterPassword({ ...body, request }, (work, user, signIn) =>
        admitUser(work, user, {
          ...signIn,
          secondStep: secondStepBy(body, rememberedIn(reply, signIn, body)),
        }),
      ),
    )
    serve(gate, factors.setUpSecondFactor, ({ body, request, reply }) =>
      afterPassword({ ...body, request }, (work, user, signIn) =>
        setUpSecondFactor(work, user, { signIn, made: body, browser: rememberedIn(reply, signIn, body) }),
      ),
    )
    serve(gate, factors.getSecondFactor, ({ caller }) => describeSecondFactor(services, caller))
    serve(gate, factors.askFactorProof, async ({ caller }) => {
      const step = await findSecondStep(db, caller.userId)
      const ask = (work: Work) => askPasskey(work, caller.userId)
      return { options: step?.hasPasskeys ? await write(services, caller, ask) : null }
    })
    serveWrite(gate, services, factors.proveSecondFactor, (work, { caller, body }) =>
      proveSecondFactor(work, caller, body),
    )
    serveWrite(gate, services, factors.beginFactor, async (work, { caller, body }) => {
      if (!(await findSecondStep(work.tx, caller.userId))) throw new Refusal('SECOND_FACTOR_OFF')
      await refuseUnproven(work, caller)
      return offerFactor(work, await getUser(work.tx, caller.userId), body.way)
    })
    serveWrite(gate, services, factors.addFactor, (work, { caller, body, request }) =>
      addFactor(work, caller, { ...body, device: deviceOf(request.headers['user-agent']) }),
    )
    serveWrite(gate, services, factors.removeFactorPasskey, (work, { caller, body }) =>
      removeFactorPasskey(work, caller, body.passkeyId),
    )
    serveWrite(gate, services, factors.renameFactorPasskey, (work, { caller, body }) =>
      renamePasskey(work, { userId: caller.userId, isFactor: true }, body),
    )
    serveWrite(gate, services, factors.renewRecoveryCodes, async (work, { caller }) => ({
      recoveryCodes: await renewRecoveryCodes(work, caller),
    }))
    serveWrite(gate, services, factors.switchOffSecondFactor, (work, { caller }) =>
      switchOffSecondFactor(work, caller),
    )
    serveWrite(gate, services, factors.resetSecondFactor, (work, { caller, body }) =>
      resetSecondFactor(work, caller, body.userId),
    )
    serve(gate, factors.getRememberedDevices, async ({ caller, request }) => ({
      devices: await listDevices(services, caller.userId, cookieOf(request, rememberedDevice)),
    }))
    serveWrite(gate, services, factors.forgetDevice, ({ tx }, { caller, body }) =>
      forgetDevices(tx, caller.userId, body.rememberedDeviceId),
    )

    /** Runs a verb for the administrator who just typed their password. */
    function afterPassword<Result>(
      call: { authToken: string; request: FastifyRequest },
      verb: (work: Work, user: User, signIn: Recognised) => Promise<Result>,
    ): Promise<Result> {
      return signInWith(services, call, async (work, signIn) =>
        verb(work, await recogniseAdministrator(work, signIn), signIn),
      )
    }

    /** Returns a sign-in's browser, which keeps a cookie if it is to be remembered. */
    function rememberedIn(
      reply: FastifyReply,
      { device }: Recognised,
      { remembersDevice = false }: { remembersDevice?: boolean | undefined },
    ): Browser {
      const isSecure = config.publicUrl.startsWith('https:')
      const keep = (value: string) => giveCookie(reply, rememberedDevice, { value, isSecure })
      return { device, remembersDevice, keep }
    }
  },
  jobs: [job('sweep-second-factors', { run: sweepSecondFactors, cron: '27 * * * *' })],
  personal: {
    data: [
      personalData({
        key: 'secondFactor',
        title: 'Two-step verification',
        read: async ({ db }, { userId }) => ({
          switchedOnAt: (await findFactor(db, userId))?.switchedOnAt ?? null,
        }),
        columns: { 'Turned on': 'switchedOnAt' },
      }),
    ],
  },
})
