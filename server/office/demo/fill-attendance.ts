import { codesOfHours } from '#contract/attendance/poll-codes/rules.ts'
import { decideAttendance } from '#server/attendance/attendance-decisions/attendance-decisions.ts'
import { uploadAttendance } from '#server/attendance/attendance-uploads/attendance-uploads.ts'
import { readAttendanceApart } from '#server/attendance/attendances/attendance-readers.ts'
import { checkIn, checkOut } from '#server/attendance/check-ins/check-in.ts'
import { makePollCodes } from '#server/attendance/poll-codes/poll-codes.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import { issueCertificate } from '#server/counting/certificates/certificates.ts'
import { countAfresh } from '#server/counting/credit-findings/credit-finding-recounts.ts'
import { askForReview } from '#server/counting/credit-reviews/credit-reviews.ts'
import { getSlotHours } from '#server/events/slots/slot-hours.ts'
import { creditAll } from '#server/ledger/credits/credits.ts'
import { startBulkJob } from '#server/office/bulk-jobs/bulk-jobs.ts'
import { startMessage } from '#server/outreach/messages/start-message.ts'
import { livingEvents } from './demo-days.ts'
import { demoReport, spanOf } from './demo-report.ts'
import type { Demo, DemoSlot } from './demo-steps.ts'
import { callerOf, registeredFor, slotsNamed } from './demo-steps.ts'
import { demoSeries } from './series.ts'

const hour = 3_600_000

/** Holds the events of the demo that are over, runs those of today, and sends messages. */
export async function fillAttendance(demo: Demo) {
  const season = demo.services.config.season(demo.now)
  const { held, running, today } = livingEvents(demo.now)
  const [piston, , , seminar] = demoSeries.map(({ name }) => `${name} ${season - 1}`) as [
    string,
    string,
    string,
    string,
  ]
  const [live] = (await slotsNamed(demo, running.name)) as [DemoSlot]
  const [door] = (await slotsNamed(demo, today.name)) as [DemoSlot]
  await askPolls(demo, live)
  await checkInSome(demo, door, { at: atDoor(demo, door), one: 3 })
  for (const slot of (await slotsNamed(demo, piston)).slice(0, 2)) {
    await importReport(demo, slot)
    await creditLastSeason(demo, slot)
  }
  const [classroom] = (await slotsNamed(demo, seminar)) as [DemoSlot]
  await checkInSome(demo, classroom, {
    at: spanOf(classroom).startAt,
    one: 1,
    leavesAt: spanOf(classroom).endAt,
  })
  await creditLastSeason(demo, classroom)
  const [refresher] = (await slotsNamed(demo, held.name)) as [DemoSlot]
  await importReport(demo, refresher, { isOpen: true })
  await creditFound(demo, refresher)
  await askForReviews(demo, refresher)
  await sendMessages(demo, door, live)
}

/**
 * Returns the time of the check-ins at today's seminar: 15 minutes before its start, or now if that is
 * earlier.
 */
function atDoor({ now }: Demo, slot: DemoSlot) {
  return new Date(Math.min(now.getTime(), spanOf(slot).startAt.getTime() - hour / 4))
}

async function askPolls({ run, now, services, administratorId }: Demo, slot: DemoSlot) {
  const { eventSlotId } = slot
  const made = await services.db
    .selectFrom('pollCodes')
    .select('pollCodeId')
    .where('eventSlotId', '=', eventSlotId)
    .executeTakeFirst()
  if (made) return
  const { agenda } = await getSlotHours(services.db, eventSlotId)
  const codes = codesOfHours(agenda).filter(({ closesAt }) => closesAt > now)
  await run(now, (work) => makePollCodes(work, { eventSlotId, codes }), administratorId)
}

/** Checks every `one`-th person in; with `leavesAt`, also out. */
async function checkInSome(
  demo: Demo,
  slot: DemoSlot,
  { at, one, leavesAt }: { at: Date; one: number; leavesAt?: Date },
) {
  const caller = callerOf(demo.administratorId)
  for (const [place, { registrationId }] of (await registeredFor(demo, slot)).entries()) {
    if (place % one > 0) continue
    const ids = ['1', '2'].map(
      (act) => `00000000-0000-4000-800${act}-${String(registrationId).padStart(12, '0')}`,
    )
    const [inId, outId] = ids as [string, string]
    await demo.run(at, (work) => checkIn(work, caller, { registrationId, checkInId: inId }), caller.userId)
    if (!leavesAt) continue
    await demo.run(
      leavesAt,
      (work) => checkOut(work, caller, { registrationId, checkInId: outId }),
      caller.userId,
    )
  }
}

/** Uploads the report of a virtual slot the day after. It says on paper that no polls were asked. */
async function importReport(demo: Demo, slot: DemoSlot, options: { isOpen?: boolean } = {}) {
  const { run, services, administratorId } = demo
  const { eventSlotId } = slot
  const people = await registeredFor(demo, slot)
  const named = people.map(({ email, firstName, lastName }) => ({ email, name: `${firstName} ${lastName}` }))
  const file = Buffer.from(demoReport(slot, named, options))
  const sentWith = { zone: 'UTC', zoneWins: true, day: undefined }
  const reading = await readAttendanceApart(file, sentWith)
  const at = new Date(spanOf(slot).endAt.getTime() + 20 * hour)
  const upload = { eventSlotId, file, fileName: 'attendees.csv', reading, sentWith, isConfirmed: true }
  await run(at, (work) => uploadAttendance(work, upload), administratorId)
  // A job asks about each day without polls.
  const asked = () =>
    services.db
      .selectFrom('creditWaits')
      .select('subject')
      .where('eventSlotId', '=', eventSlotId)
      .where('kind', '=', 'no-polls')
      .execute()
  const isCounted = () =>
    services.db
      .selectFrom('creditCounts')
      .select('registrationId')
      .where('eventSlotId', '=', eventSlotId)
      .executeTakeFirst()
  await demo.until(async () => (await isCounted()) !== undefined)
  const subjects = (await asked()).map(({ subject }) => ({ subject, readDecisionId: null }))
  if (subjects.length === 0) return
  const decision = {
    eventSlotId,
    act: 'set-aside' as const,
    subjects,
    registrationIds: [],
    reason: 'None were asked',
  }
  await run(at, (work) => decideAttendance(work, decision), administratorId)
}

/** Credits the hours of a slot of last season, two days after it, and issues the certificates. */
async function creditLastSeason(demo: Demo, slot: DemoSlot) {
  const registered = await registeredFor(demo, slot)
  if (registered.some(({ hours }) => hours > 0)) return
  const at = new Date(spanOf(slot).endAt.getTime() + 44 * hour)
  await demo.run(
    at,
    async (work) => {
      const counted = await countAfresh(work, slot.eventSlotId)
      const decisions = registered.map(({ registrationId }) => ({
        registrationId,
        hours: counted.get(registrationId)?.hours ?? 8,
        source: 'administrator' as const,
        reason: 'From the report',
        isConfirmed: true,
      }))
      const credited = decisions.filter(({ hours }) => hours > 0)
      await creditAll(work, credited)
      for (const { registrationId } of credited) await issueCertificate(work, registrationId)
    },
    demo.administratorId,
  )
}

/** Credits the hours that the rule found, once a job has counted them. */
async function creditFound(demo: Demo, slot: DemoSlot) {
  const { eventSlotId } = slot
  const isCredited = async () => (await registeredFor(demo, slot)).some(({ hours }) => hours > 0)
  if (await isCredited()) return
  const ids = (await registeredFor(demo, slot)).map(({ registrationId }) => registrationId)
  const action = { kind: 'credit-found' as const, eventSlotId }
  await demo.until(async () => {
    try {
      await demo.run(demo.now, (work) => startBulkJob(work, action, { ids }), demo.administratorId)
      return true
    } catch (problem) {
      if (problem instanceof Refusal) return isCredited()
      throw problem
    }
  })
  await demo.until(isCredited)
}

async function askForReviews(demo: Demo, slot: DemoSlot) {
  const { db } = demo.services
  const asked = await db
    .selectFrom('creditReviews')
    .select('registrationId')
    .where('eventSlotId', '=', slot.eventSlotId)
    .execute()
  const short = (await registeredFor(demo, slot)).slice(1).filter(({ hours }) => hours > 0 && hours < 8)
  const words = [
    'My connection dropped, and I was on the phone line.',
    'I was there until the end of the second day.',
  ]
  for (const [place, { userId, registrationId }] of short.slice(0, words.length).entries()) {
    if (asked.some((each) => each.registrationId === registrationId)) continue
    const request = { registrationId, hourNumbers: [], words: words[place] as string }
    await demo.run(demo.now, (work) => askForReview(work, userId, request), userId)
  }
}

async function sendMessages(demo: Demo, door: DemoSlot, live: DemoSlot) {
  const messages = [
    [door, 'Parking at the hangar', '<p>{name}, please park behind the hangar, and bring your IA card.</p>'],
    [live, 'Polls today', '<p>{name}, each hour has a poll. Please answer all of them at {event}.</p>'],
  ] as const
  for (const [place, [slot, subject, html]] of messages.entries()) {
    const recipients = {
      registrationIds: (await registeredFor(demo, slot)).map((each) => each.registrationId),
    }
    const message = { kind: 'registration' as const, subject, html }
    const startKey = `00000000-0000-4000-8000-00000000000${place}`
    await demo.run(
      demo.now,
      (work) => startMessage(work, { startKey, message, recipients }),
      demo.administratorId,
    )
  }
}
