import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { decideAttendance } from '#contract/attendance-decisions/calls.ts'
import { subjectOfRow } from '#contract/attendance-decisions/subjects.ts'
import { setAutomation } from '#contract/automations/calls.ts'
import { getSlotFindings } from '#contract/credit-findings/calls.ts'
import { makePollCodes } from '#contract/poll-codes/calls.ts'
import type { RehearsalResult } from '#contract/rehearsals/calls.ts'
import { isAsExpected } from '#contract/rehearsals/rules.ts'
import { shownSlot } from '#contract/slots/times.ts'
import { hasOpenJobs } from '#server/core/jobs/queue.ts'
import type { Jobs } from '#server/jobs.ts'
import type { Services } from '#server/services.ts'
import { write } from '#server/work.ts'
import { pollMinutes, rehearsalCast, rehearsalDays, rehearsalPolls } from './rehearsal-cast.ts'
import { openRehearsalClient } from './rehearsal-client.ts'
import type { RehearsalClock } from './rehearsal-clock.ts'
import { comparedHabits, comparedMails } from './rehearsal-comparison.ts'
import { type RehearsalEvent, stageEvent } from './rehearsal-event.ts'
import { habitOf } from './rehearsal-habits.ts'
import { rehearsedPack } from './rehearsal-pack.ts'
import {
  answerPoll,
  cancel,
  register,
  type SignedUp,
  signInAdministrator,
  signUp,
} from './rehearsal-people.ts'
import { momentsOf, reportPresence } from './rehearsal-room.ts'

const minute = 60_000
const hour = 60 * minute
/** The most codes that one call makes. */
const mostCodes = 100

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

/** A time of the rehearsal, and what happens then. */
interface Step {
  at: number
  /** The clock stands still during it. */
  holds?: true
  run(): Promise<unknown>
}

/** The sweeps that a portal repeats, whose due times are the moved clock's. */
const sweeps = [
  'remind',
  'sweep-attendances',
  'sweep-counts',
  'sweep-webinars',
  'sweep-confirmations',
] as const

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
  const cast = rehearsalCast(days, slot.figures, plan)
  const [start, end] = [days[0]?.startAt ?? 0, days.at(-1)?.endAt ?? 0]
  const codes = await makeCodes()
  await settled()

  tell(`${cast.length} people sign up and register`)
  const people: SignedUp[] = []
  await atOnce(10, cast, async (person) => {
    const signedUp = await signUp(client, person, settled)
    people.push(signedUp)
    if (!habitOf(person.habit).registersLate) await register(client, signedUp, slot)
  })
  await settled()
  const byHabit = (is: 'cancels' | 'registersLate') => people.filter(({ habit }) => habitOf(habit)[is])

  /** Returns the code of each question. */
  async function makeCodes(): Promise<Map<string, string>> {
    const made = new Map<string, string>()
    const polls = rehearsalPolls(days, slot.figures)
    for (let place = 0; place < polls.length; place += mostCodes) {
      const asked = polls.slice(place, place + mostCodes).map(({ question, opensAt }) => ({
        ...{ question, opensAt: new Date(opensAt), minutes: pollMinutes },
      }))
      const body = { eventSlotId: slot.eventSlotId, codes: asked }
      const { codes } = await client.call(makePollCodes, { body }, await signIn())
      for (const { question, code } of codes) made.set(question, code)
    }
    return made
  }

  /** Adds the people of the group to the rows of the one whose computer it was. */
  async function addGroup(): Promise<void> {
    const administrator = await signIn()
    const query = { eventSlotId: slot.eventSlotId }
    const found = (await client.call(getSlotFindings, { query }, administrator)).people
    const host = people.find(({ habit }) => habit === 'Group: whose computer it is')
    const group = people.filter((person) => person === host || habitOf(person.habit).sharesComputer)
    const emails = group.map(({ email }) => email)
    const seen = { registrantId: host?.seat ?? '', email: host?.email ?? '', name: '', from: null, to: null }
    const body = {
      ...{ eventSlotId: slot.eventSlotId, act: 'match' as const, reason: 'Signed sheet' },
      subjects: [{ subject: subjectOfRow(seen) }],
      registrationIds: found.filter(({ email }) => emails.includes(email)).map((each) => each.registrationId),
    }
    await client.call(decideAttendance, { body }, administrator)
  }

  const tick = (at: number): Step => ({ at, run: () => sweep(services) })
  let mailedAt = 0
  const steps: Step[] = [
    {
      at: start - 30 * hour,
      run: () => atOnce(10, byHabit('cancels'), (person) => cancel(client, person, slot.eventId)),
    },
    {
      at: start + 20 * minute,
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
      ...momentsOf(day, people).map(
        (moment): Step => ({
          ...{ at: moment.at, holds: true },
          run: () => reportPresence(services, client, moment),
        }),
      ),
      ...[10, 15, 20, 70].map((minutes) => tick(day.endAt + minutes * minute + 1000)),
    ]),
    { at: end + 10.5 * minute, run: addGroup },
    ...people.flatMap((person) =>
      person.answers.map(
        ({ question, answeredAt }): Step => ({
          ...{ at: answeredAt, holds: true },
          run: () => answerPoll(client, person, codes.get(question) ?? ''),
        }),
      ),
    ),
    {
      at: end + 11 * minute,
      async run() {
        tell('Everybody with all hours gets a certificate')
        await settled()
        const certificates = (await sentMails(services)).filter(({ cause }) =>
          cause.startsWith('certificate:'),
        )
        const most = Math.max(...cast.map(({ expectedHours }) => expectedHours))
        const having = cast.filter(({ expectedHours }) => expectedHours === most && most > 0)
        const mailed = new Set(certificates.map(({ toAddress }) => toAddress))
        if (having.length > 0 && having.every(({ email }) => mailed.has(email)))
          mailedAt = clock.now().getTime()
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
    ...{ eventName: plan.event.eventName, slot: shownSlot(slot), people: cast.length, seed: plan.seed },
    ...{ habits, mails, minutesToCertificate, pack, leftOut: [...leftOut] },
  }
}

const leftOut = [
  'The built-in room has no phones, hosts or waiting rooms, and always knows the times and emails of its visits.',
  'It asks no polls itself. They are asked by codes on the slides, which people enter on their phones.',
]

/** Does what a portal does every few minutes. */
async function sweep(services: Services): Promise<void> {
  await write(services, undefined, async (work) => {
    for (const job of sweeps) await work.addJobs(job, [{} as Jobs[typeof job]])
  })
}

/** Waits until no job is due or running. */
async function untilIdle({ db }: Services, signal: AbortSignal): Promise<void> {
  while (await hasOpenJobs(db)) await delay(20, undefined, { signal })
}

/** Acts for all items, a few of them at the same moment. */
async function atOnce<Item>(
  most: number,
  items: readonly Item[],
  act: (item: Item) => Promise<unknown>,
): Promise<void> {
  const left = items.values()
  const next = async () => {
    for (const item of left) await act(item)
  }
  await Promise.all(Array.from({ length: most }, next))
}

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
