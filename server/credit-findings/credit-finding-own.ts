import { sql } from 'kysely'
import * as z from 'zod/mini'
import { nextFetchAt } from '#contract/attendances/rules.ts'
import { addDays } from '#contract/core/plain-dates.ts'
import { easternDay } from '#contract/core/season.ts'
import type { OwnFinding } from '#contract/credit-findings/own-calls.ts'
import { ownHours } from '#contract/credit-findings/own-hours.ts'
import { countHours } from '#contract/credits/count-hours.ts'
import { explainReason } from '#contract/credits/explain.ts'
import { type Evidence, Finding } from '#contract/credits/findings.ts'
import { daysToCredit } from '#contract/registrations/renewal-years.ts'
import { agendaDays, beginOf, dayAt } from '#contract/slots/agendas.ts'
import { slotDays } from '#contract/slots/times.ts'
import { findCodeMoments } from '#server/poll-codes/queries.ts'
import type { Db, Services } from '#server/services.ts'
import { findSlotHours, type SlotHours } from '#server/slots/slot-hours.ts'
import { findRoomVisits } from '#server/webinar-rooms/queries.ts'
import { settlesAfterMs } from './credit-finding-facts.ts'
import { readInput } from './credit-finding-input.ts'

/**
 * Returns the hours of a person's registrations, hour by hour: by the current finding, or as far as they are known while the event takes
 * place. Stores and credits nothing. Leaves out slots that have not begun, and those that nobody expects a report of any longer.
 */
export async function findOwnFindings(
  { db, config, clock }: Pick<Services, 'db' | 'config' | 'clock'>,
  userId: string,
): Promise<OwnFinding[]> {
  const now = clock()
  const rows = (await findHeld(db, userId)).filter((row) => row.finding || isExpected(row, now))
  const hours = await findSlotHours(
    db,
    rows.map(({ eventSlotId }) => eventSlotId),
  )
  const isEmbedded = config.webinars.platform === 'embedded'
  return Promise.all(
    rows.map(async (row) => {
      const ofSlot = hours.get(row.eventSlotId) as SlotHours
      const found = row.finding && z.decode(Finding, row.finding)
      const covered = new Set(found?.agenda.map(({ on }) => on))
      const awaited = agendaDays(ofSlot.agenda).filter(
        ({ on, startAt }) => !covered.has(on) && startAt <= now,
      )
      const isLive = isEmbedded && row.webinarId !== null && awaited.length > 0 && isRecent(row, now)
      const counted = isLive ? await countSoFar(db, row, ofSlot, now) : found
      const endsAt = slotDays(row).at(-1)?.endAt ?? now
      const { figures } = ofSlot.rule
      return {
        ...{ registrationId: row.registrationId, eventSlotId: row.eventSlotId },
        state: isLive ? ('so-far' as const) : found ? ('counted' as const) : ('awaited' as const),
        standing: row.standing,
        hours: counted?.hours ?? 0,
        possibleHours: countHours(figures, ofSlot.agenda, nothing).possibleHours,
        about: (counted && explainReason(counted.reason)) ?? null,
        isFinal: counted?.isFinal === true && awaited.length === 0,
        settlesAt: new Date(endsAt.getTime() + settlesAfterMs),
        asksAt: row.webinarId !== null && awaited.length > 0 ? nextFetchAt(row, now) : null,
        hourByHour: ownHours(ofSlot.agenda, counted?.agenda ?? [], {
          lateMinutes: figures.polls.lateMinutes,
          now,
        }),
        certificateCode: row.certificateCode,
      }
    }),
  )
}

type Held = Awaited<ReturnType<typeof findHeld>>[number]

/** Returns a person's registrations with their current finding. Of two slots of an event, the one with more hours counts. */
function findHeld(db: Db, userId: string) {
  return (
    db
      .selectFrom('registrations as held')
      .leftJoinLateral(
        (from) =>
          from
            .selectFrom('creditCounts as count')
            .innerJoin('creditFindings as found', 'found.creditFindingId', 'count.creditFindingId')
            .select(['count.eventSlotId', 'finding', 'input'])
            .whereRef('count.registrationId', '=', 'held.registrationId')
            .orderBy('found.hours', 'desc')
            .orderBy(sql`count.event_slot_id = held.event_slot_id`, 'desc')
            .limit(1)
            .as('current'),
        (join) => join.onTrue(),
      )
      .innerJoin('eventSlots as slot', (join) =>
        join.on('slot.eventSlotId', '=', sql`coalesce(current.event_slot_id, held.event_slot_id)`),
      )
      .select(['held.registrationId', 'slot.eventSlotId', 'slot.webinarId', 'held.certificateCode'])
      .select(['startOn', 'endOn', 'startTime', 'endTime', 'finding', 'input'])
      // A credit of the rule names no reason for its person.
      .select(
        sql<OwnFinding['standing']>`(
        select jsonb_build_object('hours', own.hours, 'isDecided', is_decided, 'reason', case when is_decided then reason else '' end)
        from standing_credit(held.registration_id) own join credits using (credit_id))`.as('standing'),
      )
      .where('held.userId', '=', userId)
      .where('held.cancelledAt', 'is', null)
      .orderBy('startOn')
      .orderBy('held.registrationId')
      .execute()
  )
}

function isExpected(row: Held, now: Date): boolean {
  const [first] = slotDays(row)
  const isBegun = first !== undefined && first.startAt <= now
  return isBegun && !row.standing && isRecent(row, now)
}

function isRecent({ endOn }: Held, now: Date): boolean {
  return addDays(endOn, daysToCredit) >= easternDay(now)
}

const nothing: Evidence = { visits: [], answers: [], asked: [], isSettled: false }

/** Counts the hours that have begun: by the report of days that have one, on the others by the embedded room and the poll codes. */
async function countSoFar(
  db: Db,
  { registrationId, eventSlotId, webinarId, input }: Held,
  { rule, agenda }: SlotHours,
  now: Date,
): Promise<Finding> {
  const known = input ? readInput(input) : { ...nothing, agenda: [] }
  const covered = new Set(known.agenda.map(({ on }) => on))
  const [visits, codes] = await Promise.all([
    findRoomVisits(db, { registrationId, webinarId: webinarId ?? '' }),
    findCodeMoments(db, eventSlotId, registrationId),
  ])
  const days = agendaDays(agenda)
  const ofRoom = visits
    .filter(({ joinedAt }) => !days.some((day) => covered.has(day.on) && day === dayAt(days, joinedAt)))
    .map((visit) => ({ ...visit, role: 'attendee', medium: 'online', isWaiting: false }) as const)
  const begun = agenda.filter((hour) => beginOf(hour) <= now)
  return countHours(rule.figures, begun, {
    visits: [...known.visits, ...ofRoom],
    answers: [...known.answers, ...codes.answers],
    asked: [...known.asked, ...codes.asked],
    isSettled: false,
  })
}
