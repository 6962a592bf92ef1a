import type { FastifyReply, FastifyRequest } from 'fastify'
import { rememberedDays } from '#contract/people/passkeys/answers.ts'
import * as factors from '#contract/people/second-factors/calls.ts'
import type { User } from '#contract/people/users/user.ts'
import { cookieOf, giveCookie } from '#server/core/http/cookies.ts'
import { deviceOf } from '#server/core/http/devices.ts'
import { serve } from '#server/core/http/serve.ts'
import { job, noun } from '#server/noun.ts'
import { signInWith } from '#server/people/sessions/session-calls.ts'
import type { SecondStep } from '#server/people/sessions/session-sign-ins.ts'
import { admitUser, recognizeAdministrator } from '#server/people/sessions/session-sign-ins.ts'
import { personalData } from '#server/personal.ts'
import type { Services } from '#server/services.ts'
import type { Work } from '#server/work.ts'
import { serveWrite } from '#server/work.ts'
import { sweepSecondFactors } from './jobs.ts'
import { describeSecondFactor, findFactor } from './queries.ts'
import { forgetDevice, forgetDevices, listDevices } from './second-factor-devices.ts'
import { proveSecondFactor } from './second-factor-proofs.ts'
import type { Browser, Recognized } from './second-factor-steps.ts'
import { secondStepBy, secondStepOn, setUpSecondFactor, switchOnSecondFactor } from './second-factor-steps.ts'
import {
  addFactor,
  askFactorProof,
  askSecondStep,
  beginFactor,
  beginSecondFactor,
  removeFactorPasskey,
  renameFactorPasskey,
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
    const { config } = services
    serve(gate, factors.askSecondStep, ({ body, request }) =>
      afterPassword({ ...body, request }, (work, { userId }) => askSecondStep(work, userId)),
    )
    serve(gate, factors.beginSecondFactor, ({ body, request }) =>
      afterPassword({ ...body, request }, (work, user) => beginSecondFactor(work, user, body.way)),
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
    serveWrite(gate, services, factors.askFactorProof, (work, _, { caller }) =>
      askFactorProof(work, caller.userId),
    )
    serveWrite(gate, services, factors.proveSecondFactor, (work, body, { caller }) =>
      proveSecondFactor(work, caller, body),
    )
    serveWrite(gate, services, factors.beginFactor, (work, body, { caller }) =>
      beginFactor(work, caller, body.way),
    )
    serveWrite(gate, services, factors.switchOnSecondFactor, (work, body, { caller, request }) =>
      switchOnSecondFactor(work, caller, { ...body, device: deviceOf(request.headers['user-agent']) }),
    )
    serveWrite(gate, services, factors.addFactor, (work, body, { caller, request }) =>
      addFactor(work, caller, { ...body, device: deviceOf(request.headers['user-agent']) }),
    )
    serveWrite(gate, services, factors.removeFactorPasskey, (work, body, { caller }) =>
      removeFactorPasskey(work, caller, body.passkeyId),
    )
    serveWrite(gate, services, factors.renameFactorPasskey, (work, body, { caller }) =>
      renameFactorPasskey(work, caller.userId, body),
    )
    serveWrite(gate, services, factors.renewRecoveryCodes, async (work, _, { caller }) => ({
      recoveryCodes: await renewRecoveryCodes(work, caller),
    }))
    serveWrite(gate, services, factors.switchOffSecondFactor, (work, _, { caller }) =>
      switchOffSecondFactor(work, caller),
    )
    serveWrite(gate, services, factors.resetSecondFactor, (work, body, { caller }) =>
      resetSecondFactor(work, caller, body.userId),
    )
    serve(gate, factors.getRememberedDevices, async ({ caller, request }) => ({
      devices: await listDevices(services, caller.userId, cookieOf(request, rememberedDevice)),
    }))
    serveWrite(gate, services, factors.forgetDevice, (work, body, { caller }) =>
      forgetDevice(work, caller.userId, body.rememberedDeviceId),
    )

    /** Runs a verb for the administrator who just typed their password. */
    function afterPassword<Result>(
      call: { authToken: string; request: FastifyRequest },
      verb: (work: Work, user: User, signIn: Recognized) => Promise<Result>,
    ): Promise<Result> {
      return signInWith(services, call, async (work, signIn) =>
        verb(work, await recognizeAdministrator(work, signIn), signIn),
      )
    }

    /** Returns a sign-in's browser, which keeps a cookie if it is to be remembered. */
    function rememberedIn(
      reply: FastifyReply,
      { device }: Recognized,
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
    evict: forgetDevices,
  },
})
