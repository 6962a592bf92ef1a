import { seasonOfDay } from '#contract/core/season.ts'
import { countsInAnySlot } from '#contract/counting/make-ups/rules.ts'
import { getCreditRules, makeFiguresValid } from '#contract/events/credit-rules/calls.ts'
import type { Figures } from '#contract/events/credit-rules/figures.ts'
import { figureChanges } from '#contract/events/credit-rules/rules.ts'
import type { NewEvent } from '#contract/events/events/edits.ts'
import { addEvent } from '#contract/events/events/edits.ts'
import { isInPerson } from '#contract/events/events/facts.ts'
import type { PlannedTime } from '#contract/events/slots/breaks.ts'
import type { NewSlot } from '#contract/events/slots/calls.ts'
import { addSlot } from '#contract/events/slots/calls.ts'
import type { Provider } from '#contract/foundation/training-providers/calls.ts'
import { getProvider, saveProvider, setCourseNumber } from '#contract/foundation/training-providers/calls.ts'
import { rehearsalDays } from './rehearsal-cast.ts'
import type { RehearsalClient } from './rehearsal-client.ts'
import type { RehearsalDay } from './rehearsal-habits.ts'

const hour = 3_600_000

/** The event to rehearse, as data. A copy of it is held. */
export interface RehearsalEvent {
  event: Pick<NewEvent, 'eventName' | 'venue' | 'isInPerson' | 'facts'>
  courseNumber: string
  /** The slots; the one at `place` is held. */
  slots: (PlannedTime & { focusId: number })[]
  place: number
  /** The figures by which the slot is counted; undefined: those of a new portal. */
  figures?: Figures | undefined
  /** The training provider, which certificates need; undefined: an invented one. */
  provider?: Omit<Provider, 'signature'> | undefined
}

const inventedProvider = {
  name: 'Rehearsed Seminars',
  contact: 'rehearsal@example.com',
  signatoryName: 'Rehearsed Signatory',
  signatoryTitle: 'Director of Training',
}

export interface RehearsedSlot extends PlannedTime {
  eventId: number
  eventSlotId: number
  focusId: number
  figures: Figures
  /** The slot in which an hour of it can be made up; undefined: none. */
  makeUpSlot: (PlannedTime & { eventSlotId: number }) | undefined
}

/** Adds the event with its slots, its figures and its training provider. Returns the slot that is held. Each has a room of its own. */
export async function stageEvent(
  { call }: RehearsalClient,
  plan: RehearsalEvent,
  administrator: string,
): Promise<RehearsedSlot> {
  const { event, courseNumber, slots, place, figures: given, provider = inventedProvider } = plan
  const { eventId } = await call(addEvent, { body: event }, administrator)
  const ids: number[] = []
  for (const [index, slot] of slots.entries()) {
    const body: NewSlot = { ...slot, breaks: [...slot.breaks], eventId, webinarId: `rehearsal-${index + 1}` }
    ids.push((await call(addSlot, { body }, administrator)).eventSlotId)
  }
  if (courseNumber) await call(setCourseNumber, { body: { eventId, courseNumber } }, administrator)
  const { version } = await call(getProvider, {}, administrator)
  await call(saveProvider, { body: { ...provider, signature: '', version } }, administrator)
  const held = slots[place] as RehearsalEvent['slots'][number]
  const season = seasonOfDay(held.startOn)
  const { valid } = await call(getCreditRules, { query: { season } }, administrator)
  const figures = given ?? valid.virtual.figures
  if (Object.keys(figureChanges(valid.virtual.figures, figures)).length > 0) {
    const reason = 'The figures of the rehearsed event'
    const body = { season, isInPerson: false, figures, reason, readRuleId: valid.virtual.ruleId }
    await call(makeFiguresValid, { body }, administrator)
  }
  const again = makeUpPlace(plan, figures)
  const other = again === undefined ? undefined : slots[again]
  return {
    ...held,
    eventId,
    eventSlotId: ids[place] as number,
    figures,
    makeUpSlot: other && { ...other, eventSlotId: ids[again as number] as number },
  }
}

/**
 * Returns the place of the slot in which the last hour of the held slot's day 1 can be made up: the earliest other virtual one of the same
 * season with as many days, no fewer hours on day 1, and no day at the time of a held day. undefined: there is none. The held slot is the
 * first one, so the hour is taught there after it was missed. Day 1 has to be over while the held slot's reports are open, so that there is
 * one certificate.
 */
export function makeUpPlace(
  {
    event: { isInPerson: isAllInPerson = null },
    slots,
    place,
  }: Pick<RehearsalEvent, 'event' | 'slots' | 'place'>,
  figures: Figures,
): number | undefined {
  const held = slots[place]
  if (!held || !countsInAnySlot(figures)) return undefined
  const own = rehearsalDays(held, figures)
  const [missed, last] = [own[0], own.at(-1)] as [RehearsalDay, RehearsalDay]
  const fitting = slots.flatMap((slot, index) => {
    const days = rehearsalDays(slot, figures)
    const [first] = days as [RehearsalDay]
    const fits =
      !isInPerson({ ...slot, isInPerson: isAllInPerson }) &&
      seasonOfDay(slot.startOn) === seasonOfDay(held.startOn) &&
      days.length === own.length &&
      first.hours.length >= missed.hours.length &&
      missed.endAt <= first.startAt &&
      first.endAt < last.endAt + 23 * hour &&
      days.every((day) => own.every(({ startAt, endAt }) => day.endAt <= startAt || endAt <= day.startAt))
    return fits ? [{ index, startAt: first.startAt }] : []
  })
  return fitting.toSorted((a, b) => a.startAt - b.startAt)[0]?.index
}
