import * as makeUps from '#contract/counting/make-ups/calls.ts'
import type { Gate } from '#server/core/http/serve.ts'
import type { Services } from '#server/services.ts'
import { serveWrite } from '#server/work.ts'
import { admitMakeUp } from './admit-make-up.ts'
import { giveUpMakeUp } from './end-make-ups.ts'

export function serveMakeUps(gate: Gate, services: Services): void {
  serveWrite(gate, services, makeUps.admitMakeUp, (work, { caller, body }) =>
    admitMakeUp(work, caller.userId, body),
  )
  serveWrite(gate, services, makeUps.giveUpMakeUp, (work, { caller, body }) =>
    giveUpMakeUp(work, caller.userId, body),
  )
}
