import { seasonOfDay } from '#contract/core/season.ts'
import { getCreditRules, makeFiguresValid } from '#contract/credit-rules/calls.ts'
import { figureChanges } from '#contract/credit-rules/rules.ts'
import type { Figures } from '#contract/credits/figures.ts'
import { addEvent, type NewEvent } from '#contract/events/edits.ts'
import type { PlannedTime } from '#contract/slots/breaks.ts'
import { addSlot, type NewSlot } from '#contract/slots/calls.ts'
import {
  getProvider,
  type Provider,
  saveProvider,
  setCourseNumber,
} from '#contract/training-providers/calls.ts'
import type { RehearsalClient } from './rehearsal-client.ts'

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
  ...{ name: 'Rehearsed Seminars', contact: 'rehearsal@example.com' },
  ...{ signatoryName: 'Rehearsed Signatory', signatoryTitle: 'Director of Training' },
}

export interface RehearsedSlot extends PlannedTime {
  eventId: number
  eventSlotId: number
  focusId: number
  figures: Figures
}

/** Adds the event with its slots, its figures and its training provider. Returns the slot that is held, in a room of its own. */
export async function stageEvent(
  { call }: RehearsalClient,
  { event, courseNumber, slots, place, figures, provider = inventedProvider }: RehearsalEvent,
  administrator: string,
): Promise<RehearsedSlot> {
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
  if (figures && Object.keys(figureChanges(valid.virtual.figures, figures)).length > 0) {
    const reason = 'The figures of the rehearsed event'
    const body = { season, isInPerson: false, figures, reason, readRuleId: valid.virtual.ruleId }
    await call(makeFiguresValid, { body }, administrator)
  }
  return { ...held, eventId, eventSlotId: ids[place] as number, figures: figures ?? valid.virtual.figures }
}
