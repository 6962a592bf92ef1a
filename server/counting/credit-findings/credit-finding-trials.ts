import { readSubject } from '#contract/attendance/attendance-decisions/subjects.ts'
import type { Input } from '#contract/core/endpoint.ts'
import { seasonOfDay } from '#contract/core/season.ts'
import type * as polls from '#contract/counting/credit-findings/poll-questions.ts'
import type * as trials from '#contract/counting/credit-findings/what-if.ts'
import type {
  ChangedPerson,
  FiguresTrial,
  SlotTrial,
  Tally,
} from '#contract/counting/credit-findings/what-if.ts'
import { mostNamed, triedMinutes } from '#contract/counting/credit-findings/what-if.ts'
import type { Figures } from '#contract/events/credit-rules/figures.ts'
import { neededOf, withNeededMinutes } from '#contract/events/credit-rules/rules.ts'
import { isInPerson } from '#contract/events/events/facts.ts'
import { agendaOf, hoursOf } from '#contract/events/slots/agendas.ts'
import { isSubjectKnown } from '#server/attendance/attendance-decisions/queries.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import { getValidRule, governedBy } from '#server/events/credit-rules/credit-rule-versions.ts'
import { findSlotsOfEvent, getSlot, selectSlots } from '#server/events/slots/queries.ts'
import { findSlotRule, refuseImpossible } from '#server/events/slots/slot-agendas.ts'
import { nameOfUser } from '#server/people/users/queries.ts'
import type { Db, Services } from '#server/services.ts'
import type { CountedSlot } from './credit-finding-basis.ts'
import { findEventBasis } from './credit-finding-basis.ts'
import type { Counted, EventBasis } from './credit-finding-counting.ts'
import { countEvent } from './credit-finding-counting.ts'

/** Counts all slots under a season's figures again, with other figures. Changes nothing. */
export async function tryFigures(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { season, isInPerson, figures, neededMinutes = [...triedMinutes] }: Input<typeof trials.tryFigures>['body'],
): Promise<FiguresTrial> {
  const [slots, valid] = await Promise.all([
    findGoverned(db, { season, isInPerson }),
    getValidRule(db, { season, isInPerson }),
  ])
  const trials = trialsOf(figures, valid.figures, neededMinutes)
  const tallies = trials.map(() => newTally())
  const bySlot = new Map(slots.map(({ eventSlotId }) => [eventSlotId, newTally()]))
  const changed: Change[] = []
  for (const eventId of new Set(slots.map((slot) => slot.eventId))) {
    const basis = await findEventBasis(db, eventId, await findSlotsOfEvent(db, eventId), clock())
    const before = await findStoredHours(db, eventId)
    for (const [place, trial] of trials.entries()) {
      const then = await countEvent(withFigures(basis, trial.figures, bySlot))
      for (const change of changesOf(then.counted, before, bySlot)) {
        note(tallies[place] as Tally, change)
        if (place > 0) continue
        note(bySlot.get(change.eventSlotId) as Tally, change)
        if (change.hoursThen !== change.hours) changed.push(change)
      }
    }
  }
  const [typed = newTally()] = tallies
  return {
    ...typed,
    slots: slots
      .map(({ eventSlotId, eventName, startOn, endOn, startTime, endTime }) => ({
        eventSlotId,
        eventName,
        slot: { startOn, endOn, startTime, endTime },
        ...(bySlot.get(eventSlotId) as Tally),
      }))
      .filter(({ more, fewer, same }) => more + fewer + same > 0),
    variants: trials.map(({ figures, kind }, place) => ({
      kind,
      neededMinutes: neededOf(figures),
      ...(tallies[place] as Tally),
    })),
    people: await named(db, changed),
  }
}

/** Returns an event as if these slots had other figures. Their hours are as stated, or as the figures plan them. */
function withFigures(
  basis: EventBasis<CountedSlot>,
  figures: Figures,
  governed: ReadonlyMap<number, unknown>,
): EventBasis<CountedSlot> {
  return {
    ...basis,
    slots: basis.slots.map((slot) => {
      if (!governed.has(slot.eventSlotId)) return slot
      const planned = hoursOf(slot.slot, figures)
      return { ...slot, figures, planned, agenda: slot.stated ? slot.agenda : planned }
    }),
  }
}

/**
 * Counts a slot's event again, with other hours of the slot. Changes nothing. Refuses with SLOT_NOT_FOUND,
 * and impossible hours.
 */
export async function tryAgenda(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { eventSlotId, hours }: Input<typeof trials.tryAgenda>['body'],
): Promise<SlotTrial> {
  const slot = await getSlot(db, eventSlotId)
  const { figures } = await findSlotRule(db, slot)
  refuseImpossible(slot, hours, figures)
  const basis = await findEventBasis(db, slot.eventId, await findSlotsOfEvent(db, slot.eventId), clock())
  const slots = basis.slots.map((each) =>
    each.eventSlotId === eventSlotId ? { ...each, agenda: hours ? agendaOf(hours) : each.planned } : each,
  )
  return trialOf(db, slot, { ...basis, slots })
}

/** Counts a slot's event as if a poll question counted or did not. Refuses with SLOT_NOT_FOUND or SUBJECT_UNKNOWN. */
export async function tryQuestion(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { eventSlotId, subject, counts }: Input<typeof polls.tryQuestion>['body'],
): Promise<SlotTrial> {
  const slot = await getSlot(db, eventSlotId)
  const isQuestion = readSubject(subject).about === 'question'
  if (!isQuestion || !(await isSubjectKnown(db, { eventSlotId, subject }))) {
    throw new Refusal('SUBJECT_UNKNOWN')
  }
  const basis = await findEventBasis(db, slot.eventId, await findSlotsOfEvent(db, slot.eventId), clock())
  const slots = basis.slots.map((each) => {
    if (each.eventSlotId !== eventSlotId) return each
    const decisions = new Map(each.decisions)
    decisions.delete(subject)
    if (counts !== null) {
      const act = counts ? 'counts' : 'does-not-count'
      const word = { registrationIds: [], fromAt: null, toAt: null, decidedAt: clock() }
      decisions.set(subject, { ...word, act, subject })
    }
    return { ...each, decisions }
  })
  return trialOf(db, slot, { ...basis, slots })
}

/** Counts an event, and returns who of a slot would get more or fewer hours. */
async function trialOf(
  db: Db,
  { eventId, eventSlotId }: { eventId: number; eventSlotId: number },
  basis: EventBasis,
): Promise<SlotTrial> {
  const { counted } = await countEvent(basis)
  const before = await findStoredHours(db, eventId)
  return slotTrial(db, changesOf(counted, before, new Map([[eventSlotId, newTally()]])))
}

/** Returns how many people would get other hours, and the first of them. */
export async function slotTrial(db: Db, changes: readonly Change[]): Promise<SlotTrial> {
  const tally = newTally()
  for (const change of changes) note(tally, change)
  return { ...tally, people: await named(db, changes.filter(isChange)) }
}

interface Trial {
  kind: FiguresTrial['variants'][number]['kind']
  figures: Figures
}

/** Returns what to try: the typed figures first, then other minutes, the valid figures last. */
function trialsOf(typed: Figures, valid: Figures, minutes: readonly number[]): Trial[] {
  const tried = minutes
    .filter((each) => each !== neededOf(typed))
    .flatMap((each) => withNeededMinutes(typed, each) ?? [])
  return [
    { kind: 'typed', figures: typed },
    ...tried.map((figures): Trial => ({ kind: 'tried', figures })),
    { kind: 'valid', figures: valid },
  ]
}

/** Returns the counted slots under a season's figures. */
async function findGoverned(db: Db, which: { season: number; isInPerson: boolean }) {
  const isGoverned = await governedBy(db, which)
  const slots = await selectSlots(db)
    .innerJoin('slotCounts', 'slotCounts.eventSlotId', 'eventSlots.eventSlotId')
    .select(['events.isInPerson', 'slotAgendaId'])
    .where('eventSlots.deletedAt', 'is', null)
    .orderBy('startOn')
    .orderBy('startTime')
    .orderBy('eventSlots.eventSlotId')
    .execute()
  return slots
    .filter((slot) => isInPerson(slot) === which.isInPerson && isGoverned(seasonOfDay(slot.startOn)))
    .map(({ slotAgendaId, ...slot }) => ({ ...slot, isStated: slotAgendaId !== null }))
}

/** A counted person, with the hours of a trial. */
export interface Change {
  registrationId: number
  eventSlotId: number
  /** The hours of the current finding, and of the trial. */
  hours: number
  hoursThen: number
}

function isChange({ hours, hoursThen }: Change) {
  return hours !== hoursThen
}

/** Returns the hours of an event's current findings, by registration. */
async function findStoredHours(db: Db, eventId: number): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('creditCounts as count')
    .innerJoin('creditFindings as found', 'found.creditFindingId', 'count.creditFindingId')
    .innerJoin('eventSlots', 'eventSlots.eventSlotId', 'count.eventSlotId')
    .select(['count.registrationId', 'found.hours'])
    .where('eventId', '=', eventId)
    .where((count) => count.or([count('note', 'is', null), count('note', '!=', 'canceled')]))
    .execute()
  return new Map(rows.map(({ registrationId, hours }) => [registrationId, hours]))
}

/** Returns everyone counted before or after, each at the first of these slots that has them. */
function changesOf(
  counted: readonly Counted[],
  before: ReadonlyMap<number, number>,
  slots: ReadonlyMap<number, unknown>,
): Change[] {
  return counted.flatMap(({ registrationId, homeId, parts, finding }) => {
    const hours = before.get(registrationId)
    const at = [homeId, ...parts.map((part) => part.eventSlotId)].find((id) => slots.has(id))
    if (hours === undefined || at === undefined) return []
    return [{ registrationId, eventSlotId: at, hours, hoursThen: finding.hours }]
  })
}

function newTally(): Tally {
  return { more: 0, fewer: 0, same: 0 }
}

function note(tally: Tally, { hours, hoursThen }: Change) {
  tally[hoursThen > hours ? 'more' : hoursThen < hours ? 'fewer' : 'same']++
}

/** Returns the first changes with their people: the greatest losses, then the greatest gains. */
async function named(db: Db, changes: Change[]): Promise<ChangedPerson[]> {
  const first = changes
    .toSorted((a, b) => orderOf(a) - orderOf(b) || a.registrationId - b.registrationId)
    .slice(0, mostNamed)
  if (first.length === 0) return []
  const people = await db
    .selectFrom('registrations')
    .innerJoin('users', 'users.userId', 'registrations.userId')
    .select(['registrationId', nameOfUser.as('name'), 'email'])
    .where(
      'registrationId',
      'in',
      first.map(({ registrationId }) => registrationId),
    )
    .execute()
  const byId = new Map(people.map((person) => [person.registrationId, person]))
  return first.map(({ registrationId, eventSlotId, hours, hoursThen }) => {
    const { name = 'Deleted account', email = '' } = byId.get(registrationId) ?? {}
    return { registrationId, eventSlotId, name, email, hours, hoursThen }
  })
}

/** Losses are negative. The largest gains come first. */
function orderOf({ hours, hoursThen }: Change) {
  return hoursThen < hours ? hoursThen - hours : 1000 - (hoursThen - hours)
}
