import { makePollCodes } from '#contract/attendance/poll-codes/calls.ts'
import type { PlainDate } from '#contract/core/plain-dates.ts'
import { addDays } from '#contract/core/plain-dates.ts'
import { seasonOfDay } from '#contract/core/season.ts'
import { getCreditRules } from '#contract/events/credit-rules/calls.ts'
import type { Figures } from '#contract/events/credit-rules/figures.ts'
import { addEvent } from '#contract/events/events/edits.ts'
import { beginOf, hoursOf } from '#contract/events/slots/agendas.ts'
import type { PlannedTime } from '#contract/events/slots/breaks.ts'
import { addSlot } from '#contract/events/slots/calls.ts'
import { slotDays } from '#contract/events/slots/times.ts'
import { getProvider, saveProvider } from '#contract/foundation/training-providers/calls.ts'
import { setAutomation } from '#contract/office/automations/calls.ts'
import { pollsOf } from './cast.ts'
import type { RehearsalDay, TwoDays } from './habits.ts'
import type { Portal } from './portal.ts'

const focusId = 2
const pollMinutes = 2

export interface SeriesSlot {
  eventId: number
  eventSlotId: number
  focusId: number
  /** Its room. */
  webinarId: string
  time: PlannedTime
  days: TwoDays
}

/** A two-day event with two time slots, each with its own room. */
export interface Series {
  figures: Figures
  /** The slot that is held. */
  held: SeriesSlot
  /** The slot that makes up the last hour of the held slot's day 1. */
  other: SeriesSlot
  /** The polls' codes, by the instant in milliseconds at which they open. */
  codes: Map<number, string>
}

/**
 * Adds the event with its slots and poll codes, and an invented training provider. Its hours are credited and
 * emailed automatically.
 */
export async function stageSeries({ administer }: Portal, startOn: PlainDate): Promise<Series> {
  const { version } = await administer(getProvider, {})
  await administer(saveProvider, { body: { ...provider, version } })
  const { valid } = await administer(getCreditRules, { query: { season: seasonOfDay(startOn) } })
  const { figures } = valid.virtual
  const { eventId } = await administer(addEvent, { body: { eventName: 'A two-day series' } })
  await administer(setAutomation, { body: { eventId, mode: 'credit-and-mail' } })
  const codes = new Map<number, string>()

  async function addSlotAt(webinarId: string, time: PlannedTime): Promise<SeriesSlot> {
    const slot = { ...time, breaks: [...time.breaks], eventId, focusId, webinarId }
    const { eventSlotId } = await administer(addSlot, { body: slot })
    const days = daysOf(time, figures)
    const polls = days
      .flatMap((day) => pollsOf(day, figures))
      .map(({ label, opensAt }) => ({ question: label, opensAt: new Date(opensAt), minutes: pollMinutes }))
    const made = await administer(makePollCodes, { body: { eventSlotId, codes: polls } })
    for (const { opensAt, code } of made.codes) codes.set(opensAt.getTime(), code ?? '')
    return { eventId, eventSlotId, focusId, webinarId, time, days }
  }

  const days = { startOn, endOn: addDays(startOn, 1), breaks: [] }
  const held = await addSlotAt('rehearsal-1', { ...days, startTime: '08:00', endTime: '12:00' })
  const other = await addSlotAt('rehearsal-2', { ...days, startTime: '13:00', endTime: '17:00' })
  return { figures, held, other, codes }
}

const provider = {
  name: 'Rehearsed Seminars',
  contact: 'rehearsal@example.com',
  postalAddress: '100 Example Airport Road, Columbia, SC 29201',
  signatoryName: 'Rehearsed Signatory',
  signatoryTitle: 'Director of Training',
  signature: '',
}

/** Returns both days of a slot with their planned hours. */
function daysOf(time: PlannedTime, figures: Figures): TwoDays {
  const agenda = hoursOf(time, figures)
  const days = slotDays(time).map(
    ({ on, startAt, endAt }, place): RehearsalDay => ({
      place,
      startAt: startAt.getTime(),
      endAt: endAt.getTime(),
      hours: agenda.filter((hour) => hour.on === on).map((hour) => beginOf(hour).getTime()),
    }),
  )
  return days as [RehearsalDay, RehearsalDay]
}
