import type { addWalkIn as addWalkInCall, CheckedIn } from '#contract/attendance/check-ins/calls.ts'
import type { Input } from '#contract/core/endpoint.ts'
import { easternDay } from '#contract/core/season.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import type { Caller } from '#server/core/http/serve.ts'
import type { Slot } from '#server/events/slots/queries.ts'
import { getInPersonSlot } from '#server/events/slots/queries.ts'
import { findOrAddUser } from '#server/people/users/add-user.ts'
import { askForProfile } from '#server/registrations/registrations/registration-profile.ts'
import { register } from '#server/registrations/registrations/registrations.ts'
import type { Tx } from '#server/services.ts'
import type { Work } from '#server/work.ts'
import { actedAt, checkIn } from './check-in.ts'
import { findCheckIn, findHeldAtDoor } from './queries.ts'

/**
 * Registers somebody who came without a registration, and checks them in. If they have a registration for an in-person slot of the
 * event on this day, they are checked in for that slot; one for another day is moved. An unknown email becomes an account, and is
 * asked to complete its profile. Refuses with SLOT_NOT_FOUND, NOT_OF_THIS_DAY if the slot is on another day,
 * WALK_IN_ADMINISTRATOR, and the codes of `checkIn`.
 */
export async function addWalkIn(
  work: Work,
  caller: Caller,
  { eventSlotId, email, firstName, lastName, at, checkInId }: Input<typeof addWalkInCall>['body'],
): Promise<CheckedIn> {
  const { tx } = work
  const stored = checkInId && (await findCheckIn(tx, checkInId))
  // The person may have been moved since, or may have another email.
  if (stored) return checkIn(work, caller, { registrationId: stored.registrationId, checkInId })
  const slot = await getInPersonSlot(tx, eventSlotId)
  const day = easternDay(await actedAt(work, caller, at))
  if (day < slot.startOn || slot.endOn < day) throw new Refusal('NOT_OF_THIS_DAY')
  const userId = await findOrAddUser(work, { email, firstName, lastName })
  if (await isAdministrator(tx, userId)) throw new Refusal('WALK_IN_ADMINISTRATOR')
  const held = await findHeldAtDoor(tx, { userId, eventId: slot.eventId, day })
  const registrationId = held?.isOfDay
    ? held.registrationId
    : await registerAtDoor(work, caller, { ...slot, userId })
  await askForProfile(work, { ...slot, userId, registrationId }, 'You are checked in at')
  // An undo cancels what a walk-in has registered.
  const how = held ? 'search' : 'walk-in'
  const checkedIn = await checkIn(work, caller, { registrationId, how, at, checkInId })
  // The answer repeats the typed name and email, unless the door's list of the day has the person. Otherwise,
  // typing an email would reveal its owner's name.
  return held?.isOfDay ? checkedIn : { ...checkedIn, name: `${firstName} ${lastName}`, email }
}

async function isAdministrator(tx: Tx, userId: string) {
  const found = await tx.selectFrom('administrators').select('userId').where('userId', '=', userId).execute()
  return found.length > 0
}

/**
 * Registers the person, and returns the registration's id. Skips the rules about seats, times and profiles,
 * because the person is already here.
 */
async function registerAtDoor(work: Work, caller: Caller, asked: Slot & { userId: string }) {
  const askedBy = { userId: caller.userId, permissions: ['registrations:write' as const] }
  const [outcome] = await register(work, [{ ...asked, askedBy, hasAttended: true }])
  if (!outcome || typeof outcome === 'string') throw new Refusal(outcome ?? 'NOT_READY')
  return outcome.registrationId
}
