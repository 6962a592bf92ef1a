import type { RefusalCode } from '#contract/core/refusals.ts'
import { activityLabels } from '#contract/foundation/activities/calls.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import type { Tx } from '#server/services.ts'
import type { Subject } from './queries.ts'
import { findDecisions } from './queries.ts'

/** A subject's current version, and the version that the caller has read, if given. */
type Reading = Subject & { version: number; readVersion: number | undefined }

/** Refuses a deleted subject: with CHANGED_MEANWHILE and who deleted it if the caller has read it, else with `code`. */
export async function refuseDeleted(
  tx: Tx,
  { readVersion, ...about }: Subject & { readVersion: number | undefined },
  code: RefusalCode,
): Promise<never> {
  const [deletion] = await findDecisions(tx, about, 1)
  if (deletion && readVersion !== undefined) {
    await refuseChanged(tx, { ...about, version: readVersion + 1, readVersion })
  }
  throw new Refusal(code)
}

/** Refuses with CHANGED_MEANWHILE and the changes if the caller has read an older version. */
export async function refuseChanged(tx: Tx, { version, readVersion, ...about }: Reading) {
  if (readVersion === undefined || readVersion >= version) return
  const decisions = await findDecisions(tx, about, version - readVersion)
  const told = decisions.toReversed().map(({ activity, changes, actedBy }) => {
    const what = changes.map(
      ({ what, from, to }) => `${what.toLowerCase()} from ${from || 'nothing'} to ${to || 'nothing'}`,
    )
    return `${activityLabels[activity]}${what.length > 0 ? ` (${what.join('; ')})` : ''} by ${actedBy?.name || actedBy?.email || 'the portal'}`
  })
  if (told.length === 0) throw new Refusal('CHANGED_MEANWHILE')
  throw new Refusal('CHANGED_MEANWHILE', {
    message: `This has changed since you opened it: ${told.join(', then ')}. Check it and try again.`,
  })
}
