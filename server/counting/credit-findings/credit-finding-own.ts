import { sql } from 'kysely'
import * as z from 'zod/mini'
import { coveredDays } from '#contract/attendance/attendances/reports.ts'
import { nextFetchAt } from '#contract/attendance/attendances/rules.ts'
import { addDays } from '#contract/core/plain-dates.ts'
import { easternDay } from '#contract/core/season.ts'
import type { OwnFinding } from '#contract/counting/credit-findings/own-calls.ts'
import { ownHours } from '#contract/counting/credit-findings/own-hours.ts'
import { countCourse } from '#contract/counting/hours/count-course.ts'
import { byCourseHour, courseHoursOf, possibleHours } from '#contract/counting/hours/course-hours.ts'
import { explainReason } from '#contract/counting/hours/explain.ts'
import type { HourFinding } from '#contract/counting/hours/findings.ts'
import { bestHour, CourseInput, Finding } from '#contract/counting/hours/findings.ts'
import { countHours } from '#contract/counting/hours/hours-1/count-hours.ts'
import { launchesOf } from '#contract/counting/hours/launches.ts'
import { countsOneSlot } from '#contract/events/credit-rules/versions.ts'
import { agendaDays, beginOf, dayAt } from '#contract/events/slots/agendas.ts'
import { slotDays } from '#contract/events/slots/times.ts'
import { daysToCredit } from '#contract/registrations/registrations/renewal-years.ts'
import { findCodeMoments } from '#server/attendance/poll-codes/queries.ts'
import { findSlotsOfEvent } from '#server/events/slots/queries.ts'
import { findSlotHours } from '#server/events/slots/slot-hours.ts'
import { isOwnDecided } from '#server/ledger/credits/queries.ts'
import type { Db, Services } from '#server/services.ts'
import { findRoomVisits } from '#server/webinars/webinar-rooms/queries.ts'
import { settlingOf } from './credit-finding-basis.ts'
import type { OwnCourse } from './credit-finding-make-ups.ts'
import { findMakeUpSlots } from './credit-finding-make-ups.ts'

/**
 * Returns the hours of a person's registrations, hour by hour: by the current finding, or as known so far
 * during the event. Stores and credits nothing. Skips slots that have not begun, and those without an
 * expected report.
 */
export async function findOwnFindings(
  services: Pick<Services, 'db' | 'config' | 'clock'>,
  userId: string,
): Promise<OwnFinding[]> {
  const { db, config, clock } = services
  const now = clock()
  const rows = (await findHeld(db, userId)).filter((row) => row.finding || isExpected(row, now))
  const courses = await findCourses(db, rows)
  const isEmbedded = config.webinars.platform === 'embedded'
  return Promise.all(
    rows.map(async (row) => {
      const { hours: ofSlot, agenda } = courses.get(row.eventSlotId) as OwnCourse
      const found = row.finding && z.decode(Finding, row.finding)
      const known = found ? foundHours(found, row, courses) : []
      const covered = new Set(known.filter(({ code }) => code !== 'no-report').map(({ on }) => on))
      const awaited = agendaDays(agenda).filter(({ on, startAt }) => !covered.has(on) && startAt <= now)
      const isLive = isEmbedded && row.webinarId !== null && awaited.length > 0 && isRecent(row, now)
      const counted = isLive ? await countSoFar(db, row, courses, now) : found
      const { figures } = ofSlot.rule
      const hours = counted?.hours ?? 0
      const possible = Math.max(possibleHours(figures, agenda), hours)
      const isMissing = Math.max(row.standing?.hours ?? 0, hours) < possible
      return {
        registrationId: row.registrationId,
        eventSlotId: row.eventSlotId,
        state: isLive ? ('so-far' as const) : found ? ('counted' as const) : ('awaited' as const),
        standing: row.standing,
        hours,
        possibleHours: possible,
        byDay: counted?.byDay ?? null,
        about:
          row.isTakenBack && !row.standing ? lowered : ((counted && explainReason(counted.reason)) ?? null),
        isFinal: counted?.isFinal === true && awaited.length === 0,
        settlesAt: settlingOf(row).settlesAt,
        asksAt: row.webinarId !== null && awaited.length > 0 ? nextFetchAt(row, now) : null,
        hourByHour: ownHours(agenda, isLive && counted ? foundHours(counted, row, courses) : known, {
          lateMinutes: figures.polls.lateMinutes,
          now,
          others: isMissing ? await findMakeUpSlots(services, row, courses) : [],
        }),
        certificateCode: row.certificateCode,
      }
    }),
  )
}

const lowered =
  'Your hours for this event were lowered or removed before. An administrator will look at them.'

/** Returns the slots of the registrations' events, by id. */
async function findCourses(db: Db, rows: readonly Held[]): Promise<Map<number, OwnCourse>> {
  const courses = new Map<number, OwnCourse>()
  for (const eventId of new Set(rows.map((row) => row.eventId))) {
    const slots = await findSlotsOfEvent(db, eventId)
    const hours = await findSlotHours(
      db,
      slots.map(({ eventSlotId }) => eventSlotId),
    )
    const taught = slots.flatMap((slot) => {
      const ofSlot = hours.get(slot.eventSlotId)
      return ofSlot ? [{ ...ofSlot, time: slot, eventSlotId: slot.eventSlotId }] : []
    })
    for (const [place, agenda] of courseHoursOf(taught).entries()) {
      const { eventSlotId, time: _, ...ofSlot } = taught[place] as (typeof taught)[number]
      courses.set(eventSlotId, {
        eventId,
        hours: ofSlot,
        agenda: agenda.map((hour) => ({ ...hour, isCovered: true })),
      })
    }
  }
  return courses
}

/** Returns a finding's result for each course hour. Findings of `hours-1` are about one slot. */
function foundHours({ agenda }: Finding, row: Held, courses: ReadonlyMap<number, OwnCourse>): HourFinding[] {
  const countedId = row.countedId ?? row.eventSlotId
  const taught = courses.get(countedId)?.agenda ?? []
  const named = agenda.map((hour) => {
    const same = taught.find((each) => beginOf(each).getTime() === hour.startAt.getTime())
    return { eventSlotId: countedId, course: same?.course, ...hour }
  })
  return byCourseHour(named).map((ofHour) => bestHour(ofHour))
}

type Held = Awaited<ReturnType<typeof findHeld>>[number]

/** Returns a person's registrations with their current finding. */
function findHeld(db: Db, userId: string) {
  return (
    db
      .selectFrom('registrations as held')
      .leftJoinLateral(
        (from) =>
          from
            .selectFrom('creditCounts as count')
            .innerJoin('creditFindings as found', 'found.creditFindingId', 'count.creditFindingId')
            .select(['found.eventSlotId as countedId', 'finding', 'input'])
            .whereRef('count.registrationId', '=', 'held.registrationId')
            .limit(1)
            .as('current'),
        (join) => join.onTrue(),
      )
      .innerJoin('eventSlots as slot', 'slot.eventSlotId', 'held.eventSlotId')
      .select(['held.registrationId', 'held.eventId', 'slot.eventSlotId', 'slot.webinarId'])
      .select(['held.certificateCode', 'held.joinCode', 'startOn', 'endOn', 'startTime', 'endTime'])
      .select(['countedId', 'finding', 'input'])
      .select(
        sql<boolean>`exists (
        select from credit_counts waiting where waiting.registration_id = held.registration_id and next = 'taken-back')`.as(
          'isTakenBack',
        ),
      )
      // The rule's credit has no reason for its person.
      .select(
        sql<OwnFinding['standing']>`(
        select jsonb_build_object('hours', own.hours, 'isDecided', ${isOwnDecided}, 'reason', case when is_decided then reason else '' end,
          'byDay', by_day)
        from standing_credit(held.registration_id) own join credits using (credit_id))`.as('standing'),
      )
      .where('held.userId', '=', userId)
      .where('held.cancelledAt', 'is', null)
      .orderBy('startOn')
      .orderBy('held.registrationId')
      .execute()
  )
}

function isExpected(row: Held, now: Date) {
  const [first] = slotDays(row)
  const isBegun = first !== undefined && first.startAt <= now
  return isBegun && !row.standing && isRecent(row, now)
}

function isRecent({ endOn }: Held, now: Date) {
  return addDays(endOn, daysToCredit) >= easternDay(now)
}

/** Counts the hours so far: by the day's report if there is one, else by the embedded room and the poll codes. */
async function countSoFar(
  db: Db,
  { registrationId, eventSlotId, webinarId, input }: Held,
  courses: ReadonlyMap<number, OwnCourse>,
  now: Date,
): Promise<Finding> {
  const { hours, agenda } = courses.get(eventSlotId) as OwnCourse
  const [visits, codes] = await Promise.all([
    findRoomVisits(db, { registrationId, webinarId: webinarId ?? '' }),
    findCodeMoments(db, eventSlotId, registrationId),
  ])
  const known = input && 'slots' in input ? z.decode(CourseInput, input).slots : []
  const own = known.find((slot) => slot.eventSlotId === eventSlotId)
  const reported = own?.visits ?? []
  const covered = new Set<string>(coveredDays(reported, agenda))
  const days = agendaDays(agenda)
  const ofRoom = visits
    .filter(({ joinedAt }) => !covered.has(dayAt(days, joinedAt)?.on ?? ''))
    .map((visit) => ({ ...visit, role: 'attendee', medium: 'online', isWaiting: false }) as const)
  const begun = agenda.filter((hour) => beginOf(hour) <= now)
  const rows = {
    visits: [...reported, ...ofRoom],
    answers: [...(own?.answers ?? []), ...codes.answers],
    isSettled: false,
  }
  const asked = launchesOf([...(own?.asked ?? []), ...codes.asked])
  const { figures } = hours.rule
  if (countsOneSlot(figures)) return countHours(figures, begun, { ...rows, asked })
  const others = known.filter((slot) => slot.eventSlotId !== eventSlotId)
  const here = { eventSlotId, agenda: begun, ...rows, asked }
  return countCourse(figures, { registered: eventSlotId, slots: [here, ...others] })
}
