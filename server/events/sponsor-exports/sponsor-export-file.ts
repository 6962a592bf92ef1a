import { sql } from 'kysely'
import { shownTime } from '#contract/core/plain-dates.ts'
import { shownDates } from '#contract/events/slots/times.ts'
import { sponsorColumns } from '#contract/events/sponsor-exports/calls.ts'
import { copiedRows } from '#server/core/db/copied-rows.ts'
import { easternCell, easternClockOf, phoneCell } from '#server/core/files/list-cells.ts'
import type { ListFile } from '#server/core/files/list-file.ts'
import { selectSlots } from '#server/events/slots/queries.ts'
import { happened } from '#server/foundation/activities/activities.ts'
import type { Db, Services } from '#server/services.ts'
import type { Work } from '#server/work.ts'
import { consentGivenAt, refuseUnknownEvent, registeredFor } from './queries.ts'

/** Records an export in the history. Refuses with EVENT_NOT_FOUND. */
export async function noteSponsorExport(work: Work, eventId: number) {
  await refuseUnknownEvent(work.tx, eventId)
  await happened(work, [{ activity: 'exported-for-sponsors', eventId }])
}

/** Exports an event's registered people who agreed that its sponsors get their names. Refuses with EVENT_NOT_FOUND. */
export async function exportForSponsors(
  { db, exportPool }: Pick<Services, 'db' | 'exportPool'>,
  eventId: number,
): Promise<ListFile> {
  await refuseUnknownEvent(db, eventId)
  const slots = await findSlotCells(db, eventId)
  const query = sql`
    select first_name, last_name, company_name, email, phone, state, country, focus_name, event_slot_id,
      ${easternClockOf('givenAt')}
    from (
      select u.first_name, u.last_name, lower(u.last_name || ' ' || u.first_name) as place, u.company_name, u.email, u.phone,
        u.state, u.country, s.focus_id, s.event_slot_id, r.registration_id, (${consentGivenAt}) as given_at
      ${registeredFor(eventId)}
    ) people join focuses using (focus_id)
    where given_at is not null
    order by place, registration_id`
  const rows = await copiedRows(
    exportPool,
    query.compile(db),
    ([firstName, lastName, company, email, phone, state, country, focus, slotId, givenAt]) => [
      firstName,
      lastName,
      company,
      email,
      phoneCell(phone, country),
      state,
      country,
      focus,
      slots.get(Number(slotId)),
      easternCell(givenAt),
    ],
  )
  return { columns: sponsorColumns, rows }
}

/** Returns the dates and times of an event's slots. */
async function findSlotCells(db: Db, eventId: number): Promise<Map<number, string>> {
  const slots = await selectSlots(db).where('events.eventId', '=', eventId).execute()
  return new Map(
    slots.map((slot) => [
      slot.eventSlotId,
      `${shownDates(slot)} ${shownTime(slot.startTime)} – ${shownTime(slot.endTime)}`,
    ]),
  )
}
