import type { CreditSource } from '#contract/credits.ts'
import { creditRefusal } from '#contract/credits.ts'
import { isProfileComplete } from '#contract/user-profiles.ts'
import { happened } from '#server/activities/activities.ts'
import { refuseChanged } from '#server/activities/activity-versions.ts'
import { Refusal, refuse } from '#server/platform/http/refusal.ts'
import type { Work } from '#server/work.ts'
import { findNewestCredit } from './queries.ts'

/** What somebody decides to credit. */
export interface Decision {
  registrationId: number
  /** Whole hours; 0 withdraws what was credited. */
  hours: number
  source: CreditSource
  reason?: string | undefined
  /** The version of the registration that whoever decides has read; absent: the last one wins. */
  version?: number | undefined
}

/**
 * Credits hours to a registration, locked from here on, and gives the version it has then. What says the same as the newest credit
 * is no new one. Refuses with
 * REGISTRATION_NOT_FOUND, CHANGED_MEANWHILE, HOURS_ZERO or PROFILE_INCOMPLETE.
 */
export async function creditHours(work: Work, decision: Decision): Promise<number> {
  const { registrationId, hours, source, reason = '' } = decision
  const { tx, actingUserId = null, clock } = work
  const registration = await tx
    .selectFrom('registrations')
    .innerJoin('users', 'users.userId', 'registrations.userId')
    .select(['hours', 'registrations.version', 'cancelledAt'])
    .select(['firstName', 'lastName', 'country', 'state', 'zip', 'companyName'])
    .where('registrationId', '=', registrationId)
    .forUpdate('registrations')
    .executeTakeFirst()
  if (!registration) throw new Refusal('REGISTRATION_NOT_FOUND')
  const { version } = registration
  await refuseChanged(tx, { registrationId, version, readVersion: decision.version })
  if (registration.cancelledAt !== null) throw new Refusal('REGISTRATION_NOT_FOUND')
  refuse(
    creditRefusal(hours, {
      hours: registration.hours,
      isProfileComplete: isProfileComplete(registration),
    }),
  )
  const before = (await findNewestCredit(tx, registrationId))?.minutes ?? 0
  const minutes = hours * 60
  if (minutes === before) return version
  await tx
    .insertInto('credits')
    .values({ registrationId, minutes, source, reason, decidedBy: actingUserId, decidedAt: clock() })
    .execute()
  await happened(work, [{ activity: 'credited', registrationId, details: { minutes, before, reason } }])
  return version + 1
}
