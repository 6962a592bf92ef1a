import { sql } from 'kysely'
import type { PlainDate, PlainTime } from '#contract/core/plain-dates.ts'
import type { RefusalCode } from '#contract/core/refusals.ts'
import { certificateLink } from '#contract/counting/certificates/calls.ts'
import { creditHoursOf, isInPerson } from '#contract/events/events/facts.ts'
import { overAt } from '#contract/events/slots/times.ts'
import { isProfileComplete } from '#contract/people/users/profiles.ts'
import type { RegisteredEvent } from '#contract/registrations/registrations/calls.ts'
import { registrationRefusal } from '#contract/registrations/registrations/rules.ts'
import { joinLink } from '#contract/webinars/webinars/joins.ts'
import { inBatches } from '#server/core/db/batches.ts'
import { Refusal, refuseFields } from '#server/core/http/refusal.ts'
import { checkAnswers, storeAnswers } from '#server/events/event-questions/event-question-answers.ts'
import type { Seats } from '#server/events/slots/slot-seats.ts'
import { findSeats, hasSeat } from '#server/events/slots/slot-seats.ts'
import { happened } from '#server/foundation/activities/activities.ts'
import type { Services } from '#server/services.ts'
import type { Work } from '#server/work.ts'
import { write } from '#server/work.ts'
import { lockRegistrationFacts } from './queries.ts'
import type { Asked, Known } from './registration-facts.ts'
import { hasSlot, lockFacts, unnested } from './registration-facts.ts'
import { storeTold } from './registration-told.ts'

/** The outcome: the registration, or the refusal. */
export type Outcome = RegisteredEvent | RefusalCode

/** After so many rounds without progress, a concurrent caller always won. */
const mostRoundsInVain = 3

/**
 * Registers people for slots in a few statements. Another slot of the same event moves them; the same slot
 * changes nothing. Returns the outcomes in order.
 */
export async function register(work: Work, asked: Asked[]): Promise<Outcome[]> {
  const outcomes = new Map<Asked, Outcome>()
  for (let roundsInVain = 0; outcomes.size < asked.length && roundsInVain < mostRoundsInVain; ) {
    const settled = outcomes.size
    await settle(
      work,
      asked.filter((one) => !outcomes.has(one)),
      outcomes,
    )
    roundsInVain = outcomes.size > settled ? 0 : roundsInVain + 1
  }
  await storeUnmailed(work, outcomes)
  return asked.map((one) => outcomes.get(one) ?? 'NOT_READY')
}

/** Stores unmailed slots as confirmed. Later changes of them are emailed as usual. */
async function storeUnmailed(work: Work, outcomes: Map<Asked, Outcome>): Promise<void> {
  const ids = [...outcomes].flatMap(([one, outcome]) =>
    one.isUnmailed && typeof outcome === 'object' ? outcome.registrationId : [],
  )
  if (ids.length > 0) await storeTold(work, await lockRegistrationFacts(work.tx, ids))
}

/** Locks a request's facts, and returns why it would be refused, or undefined. */
export async function findRefusal(work: Work, asked: Asked): Promise<RefusalCode | undefined> {
  const facts = await lockFacts(work.tx, [asked])
  const [known] = facts as [Known]
  if (known.isStale) return 'NOT_READY'
  const seats = (await seatsOfLocked(work, facts)).get(asked.eventSlotId)
  return refusalOf(known, overAt(work.clock()), !hasSeat(seats, asked.userId))
}

/**
 * Returns a function that registers one person together with all others who ask at the same time. It refuses
 * with the reason.
 */
export function openRegister(services: Services): (asked: Asked) => Promise<RegisteredEvent> {
  const registerTogether = inBatches((asked: Asked[]) =>
    write(services, undefined, (work) => register(work, asked)),
  )
  return async (asked) => {
    const outcome = await registerTogether(asked)
    if (outcome === 'INVALID_FIELDS') refuseFields((await checkAnswers(services.db, [asked]))[0] ?? {})
    if (typeof outcome === 'string') throw new Refusal(outcome === 'INVALID_FIELDS' ? 'NOT_READY' : outcome)
    return outcome
  }
}

/**
 * Decides about each request and writes the allowed ones. A request without an outcome met a concurrent
 * registration, or is one of two for the same event: it is decided again with the current facts.
 */
async function settle(work: Work, asked: Asked[], outcomes: Map<Asked, Outcome>) {
  const changing = new Map<string, Known>()
  const isOver = overAt(work.clock())
  const facts = await lockFacts(work.tx, asked)
  const seatsOf = await seatsOfLocked(work, facts)
  const problems = await checkAnswers(work.tx, asked)
  for (const [place, known] of facts.entries()) {
    const { one } = known
    const seats = seatsOf.get(one.eventSlotId)
    const person = `${one.userId} ${one.eventId}`
    if (known.isStale || changing.has(person)) continue
    const refusal = refusalOf(known, isOver, !hasSeat(seats, one.userId))
    if (refusal) outcomes.set(one, refusal)
    else if (one.fromSlotId !== undefined && one.fromSlotId !== known.heldSlotId)
      outcomes.set(one, 'CHANGED_MEANWHILE')
    else if (known.heldSlotId === one.eventSlotId) outcomes.set(one, registeredEventOf(work, known))
    else if (Object.keys(problems[place] ?? {}).length > 0) outcomes.set(one, 'INVALID_FIELDS')
    else {
      changing.set(person, known)
      if (!seats || seats.offered.has(one.userId)) continue
      seats.seatsFree -= 1
      seats.seatsLeft -= 1
    }
  }
  const changed = [...changing.values()]
  const moving = changed.filter(({ registrationId }) => registrationId !== null)
  const coming = changed.filter(({ registrationId }) => registrationId === null)
  const written = [...(await move(work, moving)), ...(await insert(work, coming))]
  await storeAnswers(
    work.tx,
    written.map(({ one: { answers = [] }, registrationId }) => {
      return { registrationId: registrationId as number, answers }
    }),
  )
  for (const known of written) {
    outcomes.set(known.one, registeredEventOf(work, { ...known, joinUrl: null }))
  }
}

/**
 * Returns the seats of each locked slot with a capacity. Read after the lock, so it counts everyone who had
 * it before.
 */
function seatsOfLocked({ tx, clock }: Work, facts: Known[]): Promise<Map<number, Seats>> {
  const limited = facts.filter(({ capacity }) => capacity !== null)
  return findSeats(tx, [...new Set(limited.map(({ one }) => one.eventSlotId))], clock())
}

function refusalOf(
  { one, ...known }: Known,
  isOver: ReturnType<typeof overAt>,
  isFull: boolean,
): RefusalCode | undefined {
  const isByAdministrator = one.askedBy.permissions.includes('registrations:write')
  if (one.userId !== one.askedBy.userId && !isByAdministrator) return 'NOT_ADMINISTRATOR'
  if (known.firstName === null) return 'USER_NOT_FOUND'
  return registrationRefusal({
    event:
      known.isEnabled === null || known.isDraft === null
        ? undefined
        : { isEnabled: known.isEnabled, isDraft: known.isDraft },
    slot: hasSlot(known) ? { isOpen: known.isOpen, isOver: isOver(known), isFull } : undefined,
    held:
      known.registrationId === null
        ? undefined
        : { slotChanges: known.heldSlotId !== one.eventSlotId, hours: known.hours ?? 0 },
    isProfileComplete: one.hasAttended || isProfileComplete(known),
    isByAdministrator,
    overbooks: one.overbooks || one.hasAttended,
  })
}

function registeredEventOf({ config }: Work, { one, ...known }: Known): RegisteredEvent {
  return {
    registrationId: known.registrationId as number,
    eventId: one.eventId,
    eventName: known.eventName as string,
    eventSlotId: one.eventSlotId,
    joinUrl:
      known.joinUrl &&
      joinLink(config.publicUrl, {
        registrationId: known.registrationId as number,
        joinCode: known.joinCode as string,
      }),
    certificateLink: certificateLink(config.publicUrl, known.certificateCode),
    hours: known.hours ?? 0,
    focusName: known.focusName as string,
    focusId: one.focusId,
    isInPerson: isInPerson({ isInPerson: known.isInPerson, focusId: one.focusId }),
    startOn: known.startOn as PlainDate,
    endOn: known.endOn as PlainDate,
    startTime: known.startTime as PlainTime,
    endTime: known.endTime as PlainTime,
    breaks: known.breaks ?? [],
    creditHours: hasSlot(known) ? creditHoursOf({ ...known, focusId: one.focusId }) : 0,
  }
}

/**
 * Returns the inserted registrations. Leaves out those that a concurrent call inserted first, and deleted
 * accounts. Inserts in the order of people, so that two statements can't deadlock.
 */
async function insert(work: Work, coming: Known[]): Promise<Known[]> {
  if (coming.length === 0) return []
  const asked = coming.map(({ one }) => one)
  const { rows } = await sql<{ registrationId: number; userId: string; eventId: number }>`
    insert into registrations (user_id, event_id, event_slot_id, registered_at)
    select user_id, event_id, event_slot_id, ${work.clock()} from (${unnested(asked)}) asked join users using (user_id)
    where merged_into is null
    order by user_id, event_id for key share of users
    on conflict (user_id, event_id) where cancelled_at is null do nothing
    returning registration_id, user_id, event_id`.execute(work.tx)
  const ids = new Map(rows.map((row) => [`${row.userId} ${row.eventId}`, row.registrationId]))
  const registered = coming.flatMap((known) => {
    const registrationId = ids.get(`${known.one.userId} ${known.one.eventId}`)
    return registrationId === undefined ? [] : [{ ...known, registrationId }]
  })
  await happened(
    work,
    registered.map(({ one, registrationId, webinarId }) => ({
      activity: 'registered',
      registrationId,
      hasWebinar: webinarId !== null,
      isUnmailed: one.isUnmailed,
      actedBy: one.askedBy.userId,
    })),
  )
  return registered
}

async function move(work: Work, moving: Known[]): Promise<Known[]> {
  if (moving.length === 0) return []
  const moves = moving.map(({ one, registrationId, heldSlotId }) => ({
    activity: 'moved' as const,
    registrationId: registrationId as number,
    details: { fromSlotId: heldSlotId, toSlotId: one.eventSlotId },
    isUnmailed: one.isUnmailed,
    actedBy: one.askedBy.userId,
  }))
  await sql`
    update registrations set event_slot_id = slot, moves = moves + 1, version = version + 1
    from unnest(${moves.map((each) => each.registrationId)}::integer[], ${moves.map((each) => each.details.toSlotId)}::integer[])
      as moved (id, slot)
    where registration_id = id`.execute(work.tx)
  await happened(work, moves)
  return moving
}
