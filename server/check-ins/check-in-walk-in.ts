import type { addWalkIn as addWalkInCall, Scanned } from '#contract/check-ins/calls.ts'
import type { Input } from '#contract/core/endpoint.ts'
import { easternDay } from '#contract/core/season.ts'
import { isProfileComplete } from '#contract/users/profiles.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import type { Caller } from '#server/core/http/serve.ts'
import { writeMail } from '#server/mails/mails.ts'
import { register } from '#server/registrations/registrations.ts'
import { getInPersonSlot } from '#server/slots/queries.ts'
import { findOrAddUser } from '#server/users/add-user.ts'
import { getUser } from '#server/users/queries.ts'
import type { Work } from '#server/work.ts'
import { walkInMail } from './mails.ts'
import { noteScan, scannedAt } from './note-check-in.ts'

/**
 * Registers somebody who came without a registration, and checks them in. An unknown email becomes an account, and is asked to
 * complete its profile. Refuses with SLOT_NOT_FOUND, or NOT_OF_THIS_DAY if the slot is on another day.
 */
export async function addWalkIn(
  work: Work,
  caller: Caller,
  { eventSlotId, email, firstName, lastName, at, scanId }: Input<typeof addWalkInCall>['body'],
): Promise<Scanned> {
  const { tx, clock, config } = work
  const slot = await getInPersonSlot(tx, eventSlotId)
  const day = easternDay(scannedAt(at, clock()))
  if (day < slot.startOn || slot.endOn < day) throw new Refusal('NOT_OF_THIS_DAY')
  const userId = await findOrAddUser(work, { email, firstName, lastName })
  // The person stands at the door: no rule about seats, times or profiles sends them home.
  const askedBy = { userId: caller.userId, permissions: ['registrations:write' as const] }
  const [outcome] = await register(work, [{ ...slot, userId, askedBy, hasAttended: true }])
  if (!outcome || typeof outcome === 'string') throw new Refusal(outcome ?? 'NOT_READY')
  const { registrationId } = outcome
  const user = await getUser(tx, userId)
  if (!isProfileComplete(user)) {
    const content = walkInMail(config.publicUrl, { firstName, eventName: slot.eventName })
    await writeMail(work, { cause: `walk-in:${registrationId}`, to: user.email, content, registrationId })
  }
  return noteScan(work, 'in', { registrationId, how: 'walk-in', at, scanId })
}
