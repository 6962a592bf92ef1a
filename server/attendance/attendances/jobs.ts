import { sql } from 'kysely'
import { fetchedDays, isFetchDue } from '#contract/attendance/attendances/rules.ts'
import { addDays } from '#contract/core/plain-dates.ts'
import { easternDay } from '#contract/core/season.ts'
import { yearsKept } from '#contract/counting/certificates/calls.ts'
import { expirePollCodes } from '#server/attendance/poll-codes/poll-codes.ts'
import { hasNoJob, TryAgain } from '#server/core/jobs/queue.ts'
import { isTemporary } from '#server/core/remote-problems.ts'
import { QuotaReached, WebinarRefused } from '#server/core/webinar-platform/webinar-platform.ts'
import { findSlot } from '#server/events/slots/queries.ts'
import type { Jobs } from '#server/jobs.ts'
import type { Services } from '#server/services.ts'
import { expireOpenings } from '#server/webinars/webinars/webinar-openings.ts'
import type { Work } from '#server/work.ts'
import { write } from '#server/work.ts'
import { readAttendanceAnswers } from './attendance-answers.ts'
import { noteAsked } from './attendance-fetches.ts'
import { preparedOf } from './attendance-preparing.ts'
import { isUnread } from './attendance-readings.ts'
import { keepReport } from './attendance-reports.ts'
import { isWanted } from './queries.ts'

/**
 * Fetches a slot's reports from the webinar platform, one per instance of the webinar, and stores them. May
 * run twice: a report that says the same changes nothing.
 */
export async function fetchReport(
  services: Services,
  { eventSlotId }: Jobs['fetch-attendance'],
): Promise<void> {
  const { webinar, clock } = services
  const slot = await findSlot(services.db, eventSlotId)
  if (!slot?.webinarId) return
  // The start: a fetch that becomes due during the call is made, too.
  const askedAt = clock()
  try {
    const held = await webinar.getAttendance(slot.webinarId)
    const read = held.flatMap(({ refusal, ...instance }) =>
      refusal ? [] : { ...instance, reading: preparedOf(readAttendanceAnswers(instance.sources)) },
    )
    const refusals = held.flatMap(({ refusal }) => refusal ?? [])
    const missing = `${webinar.name} has no report of ${refusals.length} of the ${held.length} times that the webinar was held.`
    const problem = [...(read.length > 0 ? [missing] : []), ...refusals.slice(0, 1)].join(' ')
    await write(services, undefined, async (work) => {
      for (const each of read) {
        await keepReport(work, { slot, ...each, origin: 'platform', originName: webinar.name })
      }
      await noteAsked(work, eventSlotId, { askedAt, ...(refusals.length > 0 && { problem }) })
    })
  } catch (problem) {
    const { message } = problem as Error
    const note = (given: { askedAt?: Date; tryAt?: Date }) =>
      write(services, undefined, (work) => noteAsked(work, eventSlotId, { ...given, problem: message }))
    if (problem instanceof WebinarRefused) return note({ askedAt })
    // The sweep asks again then.
    if (problem instanceof QuotaReached) return note({ tryAt: problem.until })
    if (!isTemporary(problem)) throw problem
    await note({})
    throw new TryAgain(message)
  }
}

/**
 * Adds the missing jobs: for slots with a due or requested report, and for reports to be read by a newer
 * version of the readers.
 */
export async function sweepAttendances(work: Work) {
  await sweepFetches(work)
  const unread = await work.tx
    .selectFrom('attendanceReports')
    .select('attendanceReportId as reportId')
    .where(isUnread)
    .where(hasNoJob('read-attendance', 'reportId', 'attendanceReports.attendanceReportId'))
    .execute()
  await work.addJobs('read-attendance', unread)
}

/** An outage leaves a report due. */
async function sweepFetches({ tx, addJobs, clock }: Work) {
  const now = clock()
  const today = easternDay(now)
  const slots = await tx
    .selectFrom('eventSlots')
    .leftJoin('attendanceFetches as fetch', 'fetch.eventSlotId', 'eventSlots.eventSlotId')
    .select(['eventSlots.eventSlotId', 'startOn', 'endOn', 'startTime', 'endTime', 'wantedAt', 'askedAt'])
    .where('deletedAt', 'is', null)
    .where('webinarId', 'is not', null)
    .where((row) =>
      row.or([
        row.and([
          row('endOn', '>=', addDays(today, fetchedDays.from)),
          row('startOn', '<=', addDays(today, fetchedDays.to)),
        ]),
        row('wantedAt', 'is not', null),
      ]),
    )
    .where((row) => row.or([row('tryAt', 'is', null), row('tryAt', '<=', now)]))
    .where(hasNoJob('fetch-attendance', 'eventSlotId', 'eventSlots.eventSlotId'))
    .execute()
  const due = slots.filter((slot) => isWanted(slot) || isFetchDue(slot, slot.askedAt, now))
  await addJobs(
    'fetch-attendance',
    due.map(({ eventSlotId }) => ({ eventSlotId })),
  )
}

/**
 * Deletes reports, openings of join links and poll codes older than certificates are kept; the database
 * refuses to delete newer ones.
 */
export async function expireAttendances(work: Work) {
  await expireOpenings(work)
  await expirePollCodes(work)
  await work.tx
    .deleteFrom('attendanceReports')
    .where('receivedAt', '<', sql<Date>`now() - ${yearsKept} * interval '1 year'`)
    .execute()
}
