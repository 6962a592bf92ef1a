import type { FastifyInstance } from 'fastify'
import { decideAttendance } from '#contract/attendance/attendance-decisions/calls.ts'
import { subjectOfRow } from '#contract/attendance/attendance-decisions/subjects.ts'
import { getSlotFindings } from '#contract/counting/credit-findings/calls.ts'
import { shownSlot } from '#contract/events/slots/times.ts'
import { setAutomation } from '#contract/office/automations/calls.ts'
import type { RehearsalResult } from '#contract/office/rehearsals/calls.ts'
import { isAsExpected } from '#contract/office/rehearsals/rules.ts'
import type { Services } from '#server/services.ts'
import { findRegistrantOfSeat } from '#server/webinars/webinar-rooms/queries.ts'
import { rehearsalCast, rehearsalDays, rehearsalPolls } from './rehearsal-cast.ts'
import type { UploadedFile } from './rehearsal-client.ts'
import { openRehearsalClient } from './rehearsal-client.ts'
import type { RehearsalClock } from './rehearsal-clock.ts'
import { makeCodes } from './rehearsal-codes.ts'
import { comparedHabits, comparedMails } from './rehearsal-comparison.ts'
import type { RehearsalEvent } from './rehearsal-event.ts'
import { stageEvent } from './rehearsal-event.ts'
import { pollFile, strayFiles } from './rehearsal-files.ts'
import type { RehearsalDay } from './rehearsal-habits.ts'
import { habitOf } from './rehearsal-habits.ts'
import { rehearsedPack } from './rehearsal-pack.ts'
import type { SignedUp } from './rehearsal-people.ts'
import { answerPoll, cancel, makeUp, register, signInAdministrator, signUp } from './rehearsal-people.ts'
import type { RoomMoment } from './rehearsal-room.ts'
import { momentsOf, reportPresence } from './rehearsal-room.ts'
import type { Step } from './rehearsal-steps.ts'
import { atOnce, sweep, untilIdle } from './rehearsal-steps.ts'

const minute = 60_000
const hour = 60 * minute

export interface RehearsalPlan extends RehearsalEvent {
  people: number
  seed: number
}

/** The portal that is rehearsed: its services with a moved clock, and its app. */
export interface RehearsedPortal {
  services: Services
  app: FastifyInstance
  clock: RehearsalClock
  administrator: { email: string; password: string }
}

/** Holds the event of a plan with its people, from their registration to their certificates. `tell` gets each sentence of progress; `signal` ends it. */
export async function runRehearsal(
  { services, app, clock, administrator: credentials }: RehearsedPortal,
  plan: RehearsalPlan,
  { tell, signal }: { tell: (progress: string) => void; signal: AbortSignal },
): Promise<Omit<RehearsalResult, 'tookSeconds' | 'peakMegabytes'>> {
  const client = openRehearsalClient(app)
  const settled = () => untilIdle(services, signal)
  // The session of an administrator ends after hours without a call.
  const signIn = () => signInAdministrator(client, credentials)
  const slot = await stageEvent(client, plan, await signIn())
  const automation = { eventId: slot.eventId, mode: 'credit-and-mail' as const }
  await client.call(setAutomation, { body: automation }, await signIn())
  const days = rehearsalDays(slot, slot.figures)
  const { makeUpSlot } = slot
  const makeUpDay = makeUpSlot && rehearsalDays(makeUpSlot, slot.figures)[0]
  const cast = rehearsalCast(days, slot.figures, { ...plan, makeUpDay })
  const [first, end] = [days[0] as RehearsalDay, days.at(-1)?.endAt ?? 0]
  const polls = rehearsalPolls(days, slot.figures)
  const codes = await makeCodes(client, { eventSlotId: slot.eventSlotId, polls }, await signIn())
  if (makeUpSlot && makeUpDay) {
    const polls = rehearsalPolls([makeUpDay], slot.figures)
    const more = await makeCodes(client, { eventSlotId: makeUpSlot.eventSlotId, polls }, await signIn())
    for (const [opensAt, code] of more) codes.set(opensAt, code)
  }
  await settled()

  tell(`${cast.length} people sign up and register`)
  const people: SignedUp[] = []
  await atOnce(10, cast, async (person) => {
    const signedUp = await signUp(client, person, settled)
    people.push(signedUp)
    if (!habitOf(person.habit).registersLate) await register(client, signedUp, slot)
  })
  await settled()
  const byHabit = (is: 'cancels' | 'registersLate' | 'makesUp') =>
    people.filter(({ habit }) => habitOf(habit)[is])

  /** Adds the people of the group to the rows of the one whose computer it was. */
  async function addGroup(): Promise<void> {
    const administrator = await signIn()
    const query = { eventSlotId: slot.eventSlotId }
    const found = (await client.call(getSlotFindings, { query }, administrator)).people
    const host = people.find(({ habit }) => habit === 'Group: whose computer it is')
    const group = people.filter((person) => person === host || habitOf(person.habit).sharesComputer)
    const emails = group.map(({ email }) => email)
    const registrantId = (await findRegistrantOfSeat(services.db, host?.seat ?? '')) ?? null
    const seen = { registrantId, email: host?.email ?? '', name: '', from: null, to: null }
    const body = {
      eventSlotId: slot.eventSlotId,
      act: 'match' as const,
      reason: 'Signed sheet',
      subjects: [{ subject: subjectOfRow(seen) }],
      registrationIds: found.filter(({ email }) => emails.includes(email)).map((each) => each.registrationId),
    }
    await client.call(decideAttendance, { body }, administrator)
  }

  async function upload(...files: UploadedFile[]): Promise<void> {
    const administrator = await signIn()
    for (const file of files) await client.upload(slot.eventSlotId, file, administrator)
  }

  const tick = (at: number): Step => ({ at, run: () => sweep(services) })
  const presence = (moment: RoomMoment): Step => ({
    at: moment.at,
    holds: true,
    run: () => reportPresence(services, client, moment),
  })
  const reportedAfter = ({ endAt }: RehearsalDay) =>
    [10, 15, 20, 70].map((minutes) => tick(endAt + minutes * minute + 1000))
  let mailedAt = 0
  const steps: Step[] = [
    {
      at: first.startAt - 30 * hour,
      run: () => atOnce(10, byHabit('cancels'), (person) => cancel(client, person, slot.eventId)),
    },
    {
      at: first.startAt + 20 * minute,
      run: () => atOnce(10, byHabit('registersLate'), (person) => register(client, person, slot)),
    },
    ...days.flatMap((day): Step[] => [
      tick(day.startAt - 24 * hour + minute),
      {
        at: day.startAt - hour + minute,
        async run() {
          tell(`Day ${day.place + 1} of ${days.length} is held`)
          await sweep(services)
        },
      },
      ...momentsOf(day, people).map((moment) => presence(moment)),
      ...reportedAfter(day),
    ]),
    ...(makeUpSlot && makeUpDay ? makeUpSteps(makeUpSlot.eventSlotId, makeUpDay) : []),
    ...people.flatMap((person) =>
      [...person.answers, ...(person.makeUp?.answers ?? [])]
        .filter(({ isByCode }) => isByCode)
        .map(
          ({ opensAt, answeredAt }): Step => ({
            at: answeredAt,
            holds: true,
            run: () => answerPoll(client, person, codes.get(opensAt) ?? ''),
          }),
        ),
    ),
    {
      at: end + 10.3 * minute,
      async run() {
        const file = pollFile(people)
        if (file) await upload(file)
      },
    },
    { at: end + 10.5 * minute, run: addGroup },
    {
      at: end + 11 * minute,
      async run() {
        tell('Everybody with all hours gets a certificate')
        await settled()
        const certificates = (await sentMails(services)).filter(({ cause }) =>
          cause.startsWith('certificate:'),
        )
        const inTime = cast.filter(({ makeUp }) => !makeUp)
        const most = Math.max(...inTime.map(({ expectedHours }) => expectedHours))
        const having = inTime.filter(({ expectedHours }) => expectedHours === most && most > 0)
        const mailed = new Set(certificates.map(({ toAddress }) => toAddress))
        if (having.length > 0 && having.every(({ email }) => mailed.has(email)))
          mailedAt = clock.now().getTime()
      },
    },
    {
      at: end + 12 * minute,
      async run() {
        tell('A practice session, the file of another slot and the second file of day 1 are uploaded')
        await upload(...strayFiles(people, first))
      },
    },
    {
      at: end + 24 * hour + 10 * minute,
      async run() {
        tell('The reports are settled: the others get theirs')
        await sweep(services)
      },
    },
  ]

  /** Missed, admitted, and there: people make up the last hour of day 1. */
  function makeUpSteps(eventSlotId: number, day: RehearsalDay): Step[] {
    const { teachingMinutes, polls } = slot.figures
    const missed = (first.hours.at(-1) as number) + (teachingMinutes + polls.lateMinutes + 1) * minute
    const there = byHabit('makesUp').map((person) => ({
      ...person,
      ...person.makeUp,
      seat: undefined,
      joinSlotId: eventSlotId,
    }))
    return [
      {
        at: missed,
        run: () => atOnce(10, byHabit('makesUp'), (person) => makeUp(client, person, eventSlotId)),
      },
      {
        at: day.startAt - 6 * minute,
        async run() {
          tell('An hour of day 1 is made up in another slot')
        },
      },
      ...momentsOf(day, there).map((moment) => presence(moment)),
      ...reportedAfter(day),
    ]
  }

  for (const { at, holds = false, run } of steps.toSorted((a, b) => a.at - b.at)) {
    signal.throwIfAborted()
    clock.moveTo(at, { holds })
    await run()
    if (!holds) await settled()
  }

  const { people: found } = await client.call(
    getSlotFindings,
    { query: { eventSlotId: slot.eventSlotId } },
    await signIn(),
  )
  const habits = comparedHabits(cast, new Map(found.map(({ email, hours }) => [email, hours])))
  const mails = comparedMails(cast, days.length, await sentMails(services))
  const reportedAt = await firstReportAt(services, slot.eventSlotId, end)
  tell('The inspection pack is made and verified')
  const pack = await rehearsedPack(services, client, {
    eventId: slot.eventId,
    token: await signIn(),
    settled,
  })
  const minutesToCertificate = reportedAt && mailedAt ? Math.ceil((mailedAt - reportedAt) / 6000) / 10 : null
  return {
    isAsExpected: isAsExpected({ habits, mails, minutesToCertificate, pack }),
    eventName: plan.event.eventName,
    slot: shownSlot(slot),
    people: cast.length,
    seed: plan.seed,
    habits,
    mails,
    minutesToCertificate,
    pack,
    leftOut: makeUpSlot ? leftOut : [...leftOut, noMakeUp],
  }
}

const leftOut = [
  'The built-in room has no phones, hosts or waiting rooms, and always knows the times and emails of its visits.',
  'It asks no polls itself. Half of the people enter codes from the slides. The others stand in an uploaded poll report.',
]

const noMakeUp =
  'No missed hour was made up: the event has no other virtual slot with as many days that teaches day 1 again soon after the first one.'

function sentMails({ db }: Services) {
  return db.selectFrom('mails').select(['cause', 'toAddress']).where('status', '=', 'sent').execute()
}

/** Returns when the webinar platform's first report after an instant was stored, in milliseconds. */
async function firstReportAt(
  { db }: Services,
  eventSlotId: number,
  since: number,
): Promise<number | undefined> {
  const report = await db
    .selectFrom('attendanceReports')
    .select('receivedAt')
    .where('eventSlotId', '=', eventSlotId)
    .where('origin', '=', 'platform')
    .where('receivedAt', '>=', new Date(since))
    .orderBy('receivedAt')
    .executeTakeFirst()
  return report?.receivedAt.getTime()
}
