import type { FastifyRequest } from 'fastify'
import type { SecondStepWay } from '#contract/sessions/calls.ts'
import type { User } from '#contract/users/calls.ts'
import type { Caller } from '#server/core/http/serve.ts'
import type { Tx } from '#server/services.ts'
import type { Work } from '#server/work.ts'

/**
 * What follows an administrator's password, before there is a session with their rights: how it was taken, null where nothing is
 * asked for. Refuses where it is not taken.
 */
export type SecondStep = (work: Work, user: User) => Promise<SecondStepWay | null>

/** What a sign-in needs of the second factor, which knows users and is not known by them. */
export interface SecondSteps {
  /** The step where nothing is given for it but the browser that a call comes from. */
  of(request: FastifyRequest): SecondStep
  /** Forgets on which browsers a person's step is not asked for. */
  forgetDevices(tx: Tx, userId: string): Promise<void>
  /** Refuses an administrator who has not shown their factor, or typed their password, once more just now. */
  refuseUnproven(work: Work, caller: Caller): Promise<void>
}
