import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { refusals } from '#contract/core/refusals.ts'
import { overAt, shortTimeslot } from '#contract/events/slots/times.ts'
import { importFieldLabel } from '#contract/office/imports/columns.ts'
import { missingInProfile } from '#contract/people/users/profiles.ts'
import { registrationRefusal } from '#contract/registrations/registrations/rules.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import { findSeats, hasSeat } from '#server/events/slots/slot-seats.ts'
import {
  askedByAdministrator,
  moveRegistration,
} from '#server/registrations/registrations/change-registrations.ts'
import { deleteRegistration } from '#server/registrations/registrations/delete-registration.ts'
import { forgetTold } from '#server/registrations/registrations/registration-told.ts'
import { register } from '#server/registrations/registrations/registrations.ts'
import type { Db } from '#server/services.ts'
import type { Work } from '#server/work.ts'
import { RefusedRow } from './import-cells.ts'
import type { Imported, Kind } from './import-kind.ts'
import type { Slot, SlotCells } from './import-slots.ts'
import { findSlots, slotIn, slotOf } from './import-slots.ts'

interface Held {
  registrationId: number
  userId: string | null
  eventId: number
  eventSlotId: number
  focusId: number
  hours: number
}

/** Imports registrations, also for slots that are over; adds accounts for people that have none. */
export const registrations: Kind<SlotCells, { slot: Slot; held: Held | undefined }> = {
  // Registering locks events and slots first.
  locksPeople: false,

  subject: 'registration',
  keyOf: ({ email, event }) => (email && event ? `${email}\n${event}`.toLowerCase() : ''),

  read: slotIn,

  async openJudge(db, rows, now) {
    const slots = await findSlots(
      db,
      rows.map(({ event }) => event),
    )
    const userIds = rows.flatMap(({ user }) => user?.userId ?? [])
    const registered = await findHeld(db, sql`user_id = any(${userIds}::uuid[])`)
    const slotIds = [...slots.values()].flat().map(({ eventSlotId }) => eventSlotId)
    const seats = await findSeats(db, [...new Set(slotIds)], now)
    const isOver = overAt(now)
    return (row) => {
      const { user, fields } = row
      const userId = user?.userId ?? ''
      const slot = slotOf(row, slots.get(row.event.toLowerCase()) ?? [])
      const held = registered.find((each) => each.userId === userId && each.eventId === slot.eventId)
      const room = seats.get(slot.eventSlotId)
      const missing = missingInProfile(user ?? fields)
      const refusal = registrationRefusal({
        event: slot,
        slot: { isOpen: slot.isOpen, isOver: isOver(slot), isFull: !hasSeat(room, userId) },
        held: held && { slotChanges: held.eventSlotId !== slot.eventSlotId, hours: held.hours },
        isProfileComplete: missing.length === 0,
        isByAdministrator: true,
      })
      if (refusal === 'PROFILE_INCOMPLETE') {
        const labels = missing.map(importFieldLabel).join(', ')
        throw new RefusedRow(
          user
            ? `The profile of this account lacks: ${labels}. Import them as people first.`
            : `No account has this email. A new one needs: ${labels}.`,
        )
      }
      if (refusal) throw new RefusedRow(wordsOf(refusal))
      const isSame = held?.eventSlotId === slot.eventSlotId
      const why = held ? `Moves to ${shortTimeslot(slot)}` : user ? '' : 'A new account'
      return {
        verdict: isSame ? 'same' : held ? 'changes' : 'new',
        why: isSame ? '' : why,
        about: slot.eventId,
        slot,
        held,
        take() {
          if (!room || room.offered.has(userId)) return
          room.seatsFree -= 1
          room.seatsLeft -= 1
        },
      }
    }
  },

  async write(work, rows, { mailsConfirmations }) {
    const isOver = overAt(work.clock())
    const askedBy = askedByAdministrator(work)
    const asked = rows.map(({ userId, held, slot: { eventId, eventSlotId, focusId, ...time } }) => {
      return {
        userId,
        fromSlotId: held?.eventSlotId ?? null,
        eventId,
        eventSlotId,
        focusId,
        askedBy,
        isUnmailed: !mailsConfirmations || isOver(time),
      }
    })
    const outcomes = await register(work, asked)
    return rows.map(({ held }, place) => {
      const outcome = outcomes[place] ?? 'NOT_READY'
      if (typeof outcome === 'string') return wordsOf(outcome)
      return {
        registrationId: outcome.registrationId,
        slotId: outcome.eventSlotId,
        ...(!asked[place]?.isUnmailed && { isMailed: true as const }),
        ...(held && { fromSlotId: held.eventSlotId, fromFocusId: held.focusId }),
      }
    })
  },

  /**
   * Deletes or moves back the registrations of rows. Leaves those with hours and those that were moved since.
   * Emails only those whom the import emailed.
   */
  async undo(work, rows) {
    const registrationIds = rows.flatMap(({ trace }) => trace.registrationId ?? [])
    const held = new Map(
      (await findHeld(work.tx, sql`registration_id = any(${registrationIds}::integer[])`)).map((each) => [
        each.registrationId,
        each,
      ]),
    )
    const undone: Imported[] = []
    for (const row of rows) {
      const own = held.get(row.trace.registrationId ?? 0)
      if (!own || (await isUndone(work, row, own))) undone.push(row)
    }
    return undone
  },
}

/** Undoes a row whose registration is not canceled. Returns true if nothing of the row is left. */
async function isUndone(work: Work, { trace }: Imported, own: Held): Promise<boolean> {
  const { registrationId, userId, eventId, hours, eventSlotId } = own
  const { slotId, fromSlotId, fromFocusId, isMailed = false } = trace
  if (hours > 0 || eventSlotId !== slotId || userId === null) return false
  if (fromSlotId === undefined || fromFocusId === undefined) {
    if (!isMailed) await forgetTold(work, [registrationId])
    await deleteRegistration(work, { registrationId, reason: work.cause })
    return true
  }
  const move = { registrationId, userId, eventId, newTimeSlotId: fromSlotId, newFocusId: fromFocusId }
  try {
    await moveRegistration(work, { ...move, overbooks: true, isUnmailed: !isMailed })
    return true
  } catch (problem) {
    // The slot is gone, for example.
    if (problem instanceof Refusal) return false
    throw problem
  }
}

function wordsOf(refusal: keyof typeof refusals): string {
  if (refusal === 'CHANGED_MEANWHILE') return 'This registration changed while this import ran.'
  return refusal === 'SLOT_FULL' ? 'This time slot is full.' : refusals[refusal].message
}

/** Returns the registrations that a condition selects, without canceled ones. */
async function findHeld(db: Db, which: RawBuilder<unknown>): Promise<Held[]> {
  const { rows } = await sql<Held>`
    select user_id, r.event_id, registration_id, event_slot_id, focus_id, hours
    from registrations r join event_slots using (event_slot_id)
    where ${which} and cancelled_at is null`.execute(db)
  return rows
}
