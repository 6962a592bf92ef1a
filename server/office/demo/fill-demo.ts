import { setTimeout as delay } from 'node:timers/promises'
import { roles } from '#contract/people/administrators/roles.ts'
import { demoAccounts } from '#contract/people/sessions/demo-accounts.ts'
import { markBounces } from '#server/foundation/bounces/bounces.ts'
import { changeAdministratorRole, makeAdministrator } from '#server/people/administrators/administrators.ts'
import { addUser } from '#server/people/users/add-user.ts'
import { findUserByEmail } from '#server/people/users/queries.ts'
import type { Services } from '#server/services.ts'
import type { Work } from '#server/work.ts'
import { write } from '#server/work.ts'
import { livingEvents } from './demo-days.ts'
import { demoPeople, seeded } from './demo-people.ts'
import type { Demo } from './demo-steps.ts'
import { fillAttendance } from './fill-attendance.ts'
import { fillQuestions } from './fill-questions.ts'
import { fillRegistrations } from './fill-registrations.ts'
import { livingEvent } from './season.ts'
import { seedEvent } from './seed-season.ts'

const day = 86_400_000
const bounced = [11, 77, 205, 311]

/**
 * Fills a demo with its people, by the verbs that people use. Begins where an earlier call was interrupted, and
 * changes nothing in a portal that is full or was not seeded for people. All times follow from that of the seeding.
 */
export async function fillDemo(services: Services, signal?: AbortSignal) {
  const { db, log } = services
  const first = await findUserByEmail(db, demoAccounts.technician.email)
  if (!first || !services.config.hasDemoPeople) return
  const last = demoPeople()[bounced.at(-1) as number]?.email as string
  // Bounces are the last step.
  if (await db.selectFrom('bounces').select('email').where('email', '=', last).executeTakeFirst()) return
  log.info('Filling the demo with people. The portal can be used now.')
  await fillWithPeople(services, first.userId, signal).finally(() => {
    services.demo.step = undefined
  })
}

async function fillWithPeople(services: Services, firstUserId: string, signal?: AbortSignal): Promise<void> {
  const { db, log } = services
  const people = demoPeople()
  services.demo.step = 'people'
  const { registeredAt } = await db
    .selectFrom('users')
    .select('registeredAt')
    .where('userId', '=', firstUserId)
    .executeTakeFirstOrThrow()
  const began = performance.now()
  const now = registeredAt
  const run: Demo['run'] = async (at, verb, actingUserId) => {
    signal?.throwIfAborted()
    const caller = actingUserId === undefined ? undefined : { userId: actingUserId }
    return write({ ...services, clock: () => at }, caller, verb)
  }
  const administratorId = await run(now, addAdministrators)
  const upTo = seeded(7)
  for (const person of people) {
    const at = new Date(now.getTime() - (1 + upTo(120)) * day)
    await run(at, (work) => addUser(work, person))
  }
  const users = await db.selectFrom('users').select(['userId', 'email', 'firstName', 'lastName']).execute()
  const byEmail = new Map(users.map((user) => [user.email, user]))
  const events = livingEvents(now)
  await run(now, async (work) => {
    for (const [kind, event] of Object.entries(events)) {
      const isThere = await work.tx
        .selectFrom('events')
        .select('eventId')
        .where('eventName', '=', event.name)
        .executeTakeFirst()
      if (!isThere) await seedEvent(work, livingEvent(event, kind === 'running' ? '90000000001' : null))
    }
    work.notifications.tellHere('events_changed', '')
  })
  const demo: Demo = {
    services,
    now,
    run,
    administratorId,
    people: people.map(({ email }) => byEmail.get(email)).filter((user) => user !== undefined),
    async until(isDone) {
      while (!(await isDone())) await delay(250, undefined, { signal })
    },
  }
  services.demo.step = 'registrations'
  await fillRegistrations(demo)
  services.demo.step = 'attendance'
  await fillAttendance(demo)
  await fillQuestions(demo)
  await run(now, (work) => markBounces(work, bouncesOf(people, now)))
  log.info(`The people of the demo are there, after ${Math.round((performance.now() - began) / 1000)} s.`)
}

/** Makes the accounts of the demo's administrators. Returns the id of the one with all permissions. */
async function addAdministrators(work: Work) {
  let administratorId = ''
  for (const { email, role } of Object.values(demoAccounts)) {
    if (role === null) continue
    const known = await findUserByEmail(work.tx, email)
    const name = { firstName: 'Demo', lastName: roles[role].label }
    const userId = known?.userId ?? (await makeAdministrator(work, email, name))
    administratorId ||= userId
    if (known || role === 'administrator') continue
    await changeAdministratorRole({ ...work, actingUserId: administratorId }, { userId, role })
  }
  return administratorId
}

function bouncesOf(people: readonly { email: string }[], bouncedAt: Date) {
  const reasons = ['Mailbox full', 'No such user here']
  return bounced.map((place, index) => ({
    email: people[place]?.email as string,
    reason: reasons[index % 2] as string,
    source: 'provider' as const,
    bouncedAt,
  }))
}
