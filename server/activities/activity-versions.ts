import { activityLabels } from '#contract/activities.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import type { Tx } from '#server/services.ts'
import { findDecisions } from './queries.ts'

/** What somebody is about to change, as it is now, and the version of it that they have read, if they say which. */
interface Reading {
  registrationId?: number
  userId?: string
  version: number
  readVersion: number | undefined
}

/** Refuses with CHANGED_MEANWHILE, and says what has changed, where somebody has read an older version than there is. */
export async function refuseChanged(tx: Tx, { version, readVersion, ...about }: Reading): Promise<void> {
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
    message: `This has changed meanwhile: ${told.join(', then ')}. Please look at it again.`,
  })
}
