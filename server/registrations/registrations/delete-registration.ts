import { happened } from '#server/foundation/activities/activities.ts'
import { creditHours } from '#server/ledger/credits/credits.ts'
import { findStandingCredit } from '#server/ledger/credits/queries.ts'
import type { Work } from '#server/work.ts'
import { setCanceled } from './cancel-registration.ts'
import { lockRegistration } from './lock-registration.ts'

/** The registration to delete, the reason, and the version that was read. */
export interface Deletion {
  registrationId: number
  reason?: string | undefined
  version?: number | undefined
}

/**
 * Deletes a registration for an administrator, without further checks, and withdraws its credit. Refuses with
 * REGISTRATION_NOT_FOUND or CHANGED_MEANWHILE.
 */
export async function deleteRegistration(work: Work, deletion: Deletion) {
  const { registrationId, reason = '', version } = deletion
  await lockRegistration(work.tx, registrationId, version)
  const { hours = 0, isDecided } = (await findStandingCredit(work.tx, registrationId)) ?? {}
  if (hours > 0) await creditHours(work, { registrationId, hours: 0, source: 'administrator', reason })
  await setCanceled(work, [registrationId])
  await happened(work, [
    { activity: 'deleted', registrationId, details: { minutes: hours * 60, isDecided, reason } },
  ])
}
