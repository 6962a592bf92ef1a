import type { Data } from '#contract/core/endpoint.ts'
import { nameOrEmail } from '#contract/core/names.ts'
import { seasonOfDay } from '#contract/core/season.ts'
import { shownSlot } from '#contract/events/slots/times.ts'
import type { getRehearsals } from '#contract/office/rehearsals/calls.ts'
import { rehearsalProblem, rehearsedSlot } from '#contract/office/rehearsals/rules.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import { getCreditRule } from '#server/events/credit-rules/queries.ts'
import { getProvider } from '#server/foundation/training-providers/queries.ts'
import type { Db, Services } from '#server/services.ts'
import type { RehearsalEvent } from './rehearsal-event.ts'

const shownAtOnce = 10

/** Returns an event with the slot that its rehearsal holds, or why it has none. Refuses with EVENT_NOT_FOUND. */
async function getRehearsable(db: Db, eventId: number) {
  const event = await db
    .selectFrom('events')
    .select(['eventName', 'venue', 'isInPerson', 'facts', 'courseNumber', 'isDraft'])
    .where('eventId', '=', eventId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  if (!event) throw new Refusal('EVENT_NOT_FOUND')
  const slots = await db
    .selectFrom('eventSlots')
    .select(['startOn', 'endOn', 'startTime', 'endTime', 'breaks', 'focusId'])
    .where('eventId', '=', eventId)
    .where('deletedAt', 'is', null)
    .orderBy('eventSlotId')
    .execute()
  const { isInPerson } = event
  const held = rehearsedSlot(slots.map((slot, place) => ({ ...slot, isInPerson, place })))
  const rule = held && (await getCreditRule(db, { season: seasonOfDay(held.startOn), isInPerson: false }))
  const figures = rule?.figures
  return { event, slots, held, figures, problem: rehearsalProblem({ event, slots, held, figures }) }
}

/** Returns what a rehearsal copies of an event. Refuses with EVENT_NOT_FOUND and REHEARSAL_UNFIT. */
export async function getRehearsalEvent(
  { db, config }: Pick<Services, 'db' | 'config'>,
  eventId: number,
): Promise<RehearsalEvent> {
  const { event, slots, held, figures, problem } = await getRehearsable(db, eventId)
  if (problem || !held) throw new Refusal('REHEARSAL_UNFIT', { message: problem })
  const { eventName, venue, isInPerson, facts, courseNumber } = event
  const { name, contact, signatoryName, signatoryTitle } = await getProvider({ db, config })
  return {
    event: { eventName, venue, isInPerson, facts },
    courseNumber: courseNumber ?? '',
    slots,
    place: held.place,
    figures,
    provider: { name, contact, signatoryName, signatoryTitle },
  }
}

/** Returns the newest rehearsals of an event. Refuses with EVENT_NOT_FOUND. */
export async function listRehearsals(db: Db, eventId: number): Promise<Data<typeof getRehearsals>> {
  const { event, held, problem } = await getRehearsable(db, eventId)
  const rows = await db
    .selectFrom('rehearsals')
    .leftJoin('users', 'users.userId', 'rehearsals.askedBy')
    .select(['rehearsalId', 'people', 'rehearsals.state', 'progress', 'result', 'problem', 'askedAt'])
    .select(['firstName', 'lastName', 'email'])
    .where('eventId', '=', eventId)
    .orderBy('rehearsalId', 'desc')
    .limit(shownAtOnce)
    .execute()
  return {
    eventName: event.eventName,
    unfit: problem,
    slot: held ? shownSlot(held) : '',
    rehearsals: rows.map(({ firstName, lastName, email, ...row }) => ({
      ...row,
      askedBy: nameOrEmail({ firstName, lastName, email }),
    })),
  }
}
