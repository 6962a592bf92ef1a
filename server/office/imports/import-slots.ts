import { sql } from 'kysely'
import type { PlainDate, PlainTime } from '#contract/core/plain-dates.ts'
import { shownDate } from '#contract/core/plain-dates.ts'
import type { SlotTime } from '#contract/events/slots/times.ts'
import { daysWithin, readDay, readSerial } from '#server/attendance/attendances/attendance-dates.ts'
import type { Db } from '#server/services.ts'
import type { Cells } from './import-cells.ts'
import { lineIn, quoted, refuseCell } from './import-cells.ts'

/** The slot that a row asks for. */
export interface SlotCells {
  event: string
  day: PlainDate
  startTime: PlainTime | undefined
  focus: string | undefined
}

export interface Slot extends SlotTime {
  eventId: number
  eventName: string
  isEnabled: boolean
  isDraft: boolean
  eventSlotId: number
  focusId: number
  focusName: string
  isOpen: boolean
}

/** Reads the slot of a row. Refuses the row for an invalid cell. */
export function slotIn(cells: Cells): SlotCells {
  const { startTime, focus } = cells.texts
  const event = lineIn(cells, 'event')
  const slot = lineIn(cells, 'day')
  const day =
    readDay(slot, cells.isDayFirst) ??
    daysWithin(slot, cells.isDayFirst)[0] ??
    refuseCell(cells, 'day', `${quoted(slot)} names no day.`)
  const time = timeIn(startTime ?? slot)
  if (startTime && !time) refuseCell(cells, 'startTime', `${quoted(startTime)} is no time of day.`)
  return { event, day, startTime: time, focus }
}

/** Returns the first time of day in a text, such as '8:00 AM' or '13:30', or of a workbook's number. */
function timeIn(text: string): PlainTime | undefined {
  if (/^\d*\.\d+$/.test(text)) return readSerial(Number(text))?.time
  const [, hour, minute = '00', half] =
    /(?<![\d:])(\d{1,2}):(\d{2})(?::\d{2})?\s*([ap])?\.?m?/i.exec(text) ??
    /^(\d{1,2})()\s*([ap])\.?m?\.?$/i.exec(text) ??
    []
  if (hour === undefined || Number(hour) > 23) return undefined
  const isLate = half?.toLowerCase() === 'p'
  const hours = half ? (Number(hour) % 12) + (isLate ? 12 : 0) : Number(hour)
  return `${String(hours).padStart(2, '0')}:${minute || '00'}` as PlainTime
}

/** Returns the slot that a row means. Refuses the row without one. */
export function slotOf(
  { cells, event, day, startTime, focus }: SlotCells & { cells: Cells },
  slots: Slot[],
): Slot {
  if (slots.length === 0) refuseCell(cells, 'event', `No event is called ${quoted(event)}.`)
  const fitting = slots.filter(
    (slot) =>
      slot.startOn === day &&
      (startTime === undefined || slot.startTime.startsWith(startTime)) &&
      (focus === undefined || slot.focusName.toLowerCase() === focus.toLowerCase()),
  )
  const [found, another] = fitting
  if (!found) return refuseCell(cells, 'day', `This event has no such time slot on ${shownDate(day)}.`)
  if (another)
    refuseCell(cells, 'day', `${fitting.length} time slots start on ${shownDate(day)}. Add the start time.`)
  return found
}

/** Returns the slots of events by lower-case name and by number. */
export async function findSlots(db: Db, events: string[]): Promise<Map<string, Slot[]>> {
  const asked = [...new Set(events.map((event) => event.toLowerCase()))]
  const { rows } = await sql<Slot & { asked: string }>`
    select asked, e.event_id, event_name, is_enabled, is_draft, event_slot_id, s.focus_id, focus_name, start_on, end_on,
      start_time, end_time, is_open
    from unnest(${asked}::text[]) asked
    join events e on lower(trim(event_name)) = asked or e.event_id::text = asked
    join event_slots s using (event_id) join focuses on focuses.focus_id = s.focus_id
    where e.deleted_at is null and s.deleted_at is null
    order by start_on, start_time`.execute(db)
  return Map.groupBy(rows, (row) => row.asked)
}
