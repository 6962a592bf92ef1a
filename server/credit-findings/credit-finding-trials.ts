import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Input } from '#contract/core/endpoint.ts'
import { seasonOfDay } from '#contract/core/season.ts'
import {
  type AgendaTrial,
  type ChangedPerson,
  type FiguresTrial,
  mostNamed,
  type Tally,
  triedMinutes,
  type tryAgenda,
  type tryFigures,
} from '#contract/credit-findings/what-if.ts'
import { neededOf, withNeededMinutes } from '#contract/credit-rules/rules.ts'
import { countHours } from '#contract/credits/count-hours.ts'
import type { Figures } from '#contract/credits/figures.ts'
import { isInPerson } from '#contract/events/facts.ts'
import { type AgendaHour, agendaOf, hoursOf } from '#contract/slots/agendas.ts'
import { getValidRule, governedBy } from '#server/credit-rules/credit-rule-versions.ts'
import type { Db } from '#server/services.ts'
import { getSlot, selectSlots } from '#server/slots/queries.ts'
import { findSlotRule, refuseImpossible } from '#server/slots/slot-agendas.ts'
import { nameOfUser } from '#server/users/queries.ts'
import { readInput } from './credit-finding-input.ts'

/** Counts the current findings of all slots that a season's figures govern again, with other figures. Changes nothing. */
export async function findFiguresTrial(
  db: Db,
  { season, isInPerson, figures, neededMinutes = [...triedMinutes] }: Input<typeof tryFigures>['body'],
): Promise<FiguresTrial> {
  const [slots, valid] = await Promise.all([
    findGoverned(db, { season, isInPerson }),
    getValidRule(db, { season, isInPerson }),
  ])
  const trials = trialsOf(figures, valid.figures, neededMinutes)
  const tallies = trials.map(() => newTally())
  const bySlot = new Map(slots.map(({ eventSlotId }) => [eventSlotId, newTally()]))
  const changed: Change[] = []
  for (const slot of slots) {
    const agendas = new Map<string, AgendaHour[]>()
    await eachFinding(db, slot.eventSlotId, (found) => {
      for (const [place, trial] of trials.entries()) {
        const hoursThen = countHours(trial.figures, agendaFor(trial.figures), found.evidence).hours
        note(tallies[place] as Tally, found.hours, hoursThen)
        if (place > 0) continue
        note(bySlot.get(slot.eventSlotId) as Tally, found.hours, hoursThen)
        if (hoursThen !== found.hours) changed.push({ ...found, hoursThen })
      }

      /** Returns the hours of the days with reports: as stated, or as the figures plan them. */
      function agendaFor(figures: Figures): AgendaHour[] {
        const { evidence, counted } = found
        const plan = planOf(figures)
        if (slot.isStated || plan === planOf(counted)) return evidence.agenda
        const days = [...new Set(evidence.agenda.map(({ on }) => on))]
        const key = [plan, ...days].join()
        const known = agendas.get(key) ?? hoursOf(slot, figures).filter(({ on }) => days.includes(on))
        agendas.set(key, known)
        return known
      }
    })
  }
  const [typed = newTally()] = tallies
  return {
    ...typed,
    slots: slots
      .map(({ eventSlotId, eventName, startOn, endOn, startTime, endTime }) => ({
        ...{ eventSlotId, eventName, slot: { startOn, endOn, startTime, endTime } },
        ...(bySlot.get(eventSlotId) as Tally),
      }))
      .filter(({ more, fewer, same }) => more + fewer + same > 0),
    variants: trials.map(({ figures, kind }, place) => ({
      ...{ kind, neededMinutes: neededOf(figures) },
      ...(tallies[place] as Tally),
    })),
    people: await named(db, changed),
  }
}

/** Counts the current findings of a slot again, over other hours. Changes nothing. Refuses with SLOT_NOT_FOUND, and impossible hours. */
export async function findAgendaTrial(
  db: Db,
  { eventSlotId, hours }: Input<typeof tryAgenda>['body'],
): Promise<AgendaTrial> {
  const slot = await getSlot(db, eventSlotId)
  const { figures } = await findSlotRule(db, slot)
  refuseImpossible(slot, hours, figures)
  const agenda = hours ? agendaOf(hours) : hoursOf(slot, figures)
  const tally = newTally()
  const changed: Change[] = []
  await eachFinding(db, eventSlotId, (found) => {
    const days = new Set(found.evidence.agenda.map(({ on }) => on))
    const covered = agenda.filter(({ on }) => days.has(on))
    const hoursThen = countHours(figures, covered, found.evidence).hours
    note(tally, found.hours, hoursThen)
    if (hoursThen !== found.hours) changed.push({ ...found, hoursThen })
  })
  return { ...tally, people: await named(db, changed) }
}

/** Returns the figures that plan the hours of a slot, as a text to compare. */
function planOf({ code, periodMinutes, teachingMinutes, coursesAnHour = 1 }: Figures): string {
  return [code, periodMinutes, teachingMinutes, coursesAnHour].join()
}

interface Trial {
  kind: FiguresTrial['variants'][number]['kind']
  figures: Figures
}

/** Returns what to try: the typed figures first, then with other minutes, and the valid figures last. */
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

/** Returns the counted slots whose hours a season's figures count. */
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

interface Found {
  registrationId: number
  eventSlotId: number
  /** The hours of the current finding, and the figures that counted them. */
  hours: number
  counted: Figures
  evidence: ReturnType<typeof readInput>
}

type Change = Pick<Found, 'registrationId' | 'eventSlotId' | 'hours'> & { hoursThen: number }

const findingsAtOnce = 100
const mostMsAtOnce = 10

/** Reads the current findings of a slot in steps. Other requests have their turn between them, because thousands take seconds. */
async function eachFinding(db: Db, eventSlotId: number, use: (found: Found) => void): Promise<void> {
  let begunAt = performance.now()
  for (let after = 0; ; ) {
    const rows = await db
      .selectFrom('creditCounts as count')
      .innerJoin('creditFindings as found', 'found.creditFindingId', 'count.creditFindingId')
      .innerJoin('creditRules', 'creditRules.creditRuleId', 'found.creditRuleId')
      .select(['count.registrationId', 'count.eventSlotId', 'found.hours', 'input', 'figures as counted'])
      .where('count.eventSlotId', '=', eventSlotId)
      .where('count.registrationId', '>', after)
      .where((count) => count.or([count('note', 'is', null), count('note', '!=', 'canceled')]))
      .orderBy('count.registrationId')
      .limit(findingsAtOnce)
      .execute()
    begunAt = performance.now()
    for (const { input, ...row } of rows) {
      use({ ...row, evidence: readInput(input) })
      if (performance.now() - begunAt < mostMsAtOnce) continue
      await nextTurn()
      begunAt = performance.now()
    }
    if (rows.length < findingsAtOnce) return
    after = rows.at(-1)?.registrationId ?? 0
  }
}

function newTally(): Tally {
  return { more: 0, fewer: 0, same: 0 }
}

function note(tally: Tally, hours: number, hoursThen: number): void {
  tally[hoursThen > hours ? 'more' : hoursThen < hours ? 'fewer' : 'same']++
}

/** Returns the first changes with their people: those who would lose most, then those who would win most. */
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

/** Losses are negative. Among the wins, the largest come first. */
function orderOf({ hours, hoursThen }: Change): number {
  return hoursThen < hours ? hoursThen - hours : 1000 - (hoursThen - hours)
}
