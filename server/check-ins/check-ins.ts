import type { setCheckIn as setCheckInCall } from '#contract/check-ins/calls.ts'
import type { Input } from '#contract/core/endpoint.ts'
import { shownDate } from '#contract/core/plain-dates.ts'
import { happened } from '#server/activities/activities.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import { lockRegistration } from '#server/registrations/lock-registration.ts'
import type { Work } from '#server/work.ts'
import { isExpected } from './queries.ts'

/**
 * Checks the holder of a registration in on a day, or undoes that; changes nothing if it is so already. Refuses with
 * REGISTRATION_NOT_FOUND, also if the registration has no in-person slot on that day.
 */
export async function setCheckIn(
  work: Work,
  { registrationId, day: dayOn, isHere }: Input<typeof setCheckInCall>['body'],
): Promise<void> {
  const { tx, clock, actingUserId = null } = work
  await lockRegistration(tx, registrationId)
  if (!(await isExpected(tx, registrationId, dayOn))) throw new Refusal('REGISTRATION_NOT_FOUND')
  const changed = isHere
    ? await tx
        .insertInto('checkIns')
        .values({ registrationId, dayOn, checkedInAt: clock(), checkedInBy: actingUserId })
        .onConflict((conflict) => conflict.doNothing())
        .returning('dayOn')
        .execute()
    : await tx
        .deleteFrom('checkIns')
        .where('registrationId', '=', registrationId)
        .where('dayOn', '=', dayOn)
        .returning('dayOn')
        .execute()
  if (changed.length === 0) return
  const activity = isHere ? 'checked-in' : 'check-in-undone'
  await happened(work, [{ activity, registrationId, details: { item: shownDate(dayOn) } }])
}
