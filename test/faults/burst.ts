import { setTimeout as delay } from 'node:timers/promises'
import type { Person, SlotIds, Stage } from './house.ts'

/** A received email. */
export interface Arrived {
  to: string[]
  headers: Record<string, string>
}

/** The result of a drill. */
export interface Outcome {
  /** The number of times that it broke something. */
  rounds?: number
  /** The time until the broken part worked again. */
  recoveryMs?: number
  /** Things that began and never ended. */
  stranded?: number
  /** Another remark in the row. */
  note?: string
  /** Registrations that the portal acknowledged. */
  acknowledged: number
  /** Acknowledged registrations that the database lacks. */
  lost: number
  /** People with two registrations, or with two activities for one. */
  doubled: number
  /** Confirmations that did not arrive, and those that came twice; `unknown` ones are neither. */
  mailsMissing: number
  mailsDoubled: number
  mailsUnknown: number
  /** Answers other than success, by status; 0: no answer. */
  refusals: Map<number, number>
}

/** Many people who register at the same time; each retries at any portal until it succeeds. */
export interface Burst {
  people: Person[]
  event: SlotIds
  acknowledged: Set<string>
  /** The number of emails that each person gets. */
  emails: number
  /** The time of each, by `performance.now()`. */
  acknowledgedAt: number[]
  refusals: Map<number, number>
  done: Promise<unknown>
}

const patienceMs = 120_000
const atOnce = 32

export async function startBurst(stage: Stage, urls: () => string[], count: number): Promise<Burst> {
  const [people, event] = [await stage.people(count), await stage.event()]
  return registerAll(urls, people, event)
}

/** Registers these people for the slot, or moves them there; `emails` is how many each has in the end. */
export function registerAll(urls: () => string[], people: Person[], event: SlotIds, emails = 1): Burst {
  const acknowledged = new Set<string>()
  const acknowledgedAt: number[] = []
  const refusals = new Map<number, number>()
  const waiting = people.values()
  async function registerThem(): Promise<void> {
    for (const person of waiting) {
      const deadline = Date.now() + patienceMs
      while (!acknowledged.has(person.userId) && Date.now() < deadline) {
        const [url] = urls().toSorted(() => Math.random() - 0.5)
        const status = await register(`${url}/api/private/event-registration`, person, event)
        if (status === 200) {
          acknowledged.add(person.userId)
          acknowledgedAt.push(performance.now())
        } else {
          refusals.set(status, (refusals.get(status) ?? 0) + 1)
          await delay(50)
        }
      }
    }
  }
  const done = Promise.all(Array.from({ length: atOnce }, registerThem))
  return { people, event, emails, acknowledged, acknowledgedAt, refusals, done }
}

async function register(url: string, { token }: Person, event: object): Promise<number> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const signal = AbortSignal.timeout(60_000)
  return fetch(url, { method: 'POST', headers, body: JSON.stringify(event), signal }).then(
    async (answer) => {
      await answer.arrayBuffer()
      return answer.status
    },
    () => 0,
  )
}

/** Waits until every mail has its final status, and compares acknowledgments with the data; rejected people get no mail. */
export async function countOutcome(
  stage: Stage,
  bursts: Burst[],
  mails: () => Arrived[],
  rejected: ReadonlySet<string>,
): Promise<Outcome> {
  await untilMailsAreOver(stage)
  const acknowledged = bursts.flatMap((burst) => [...burst.acknowledged])
  const wanted = new Map(bursts.flatMap((burst) => burst.people.map((one) => [one.userId, burst.emails])))
  const registered = await stage.query<{
    user_id: string
    email: string
    times: number
    written: number
    unknown: boolean
  }>(
    `select user_id, email, count(*)::int as times,
       (select count(*)::int from activities where registration_id = any(array_agg(r.registration_id)) and activity = 'registered') as written,
       exists (select from mails where to_address = u.email and status = 'unknown') as unknown
     from registrations r join users u using (user_id) where cancelled_at is null group by user_id, email`,
  )
  // The drill itself inserts the callers' own registration.
  const rows = registered.filter(({ user_id }) => wanted.has(user_id))
  const found = new Map(rows.map((row) => [row.user_id, row]))
  // A second copy from the portal itself has the same Message-ID.
  const copies = await stage.query<{ message: string }>(
    "select 'mail-' || mail_id as message from mails where is_sent_again",
  )
  const mayComeTwice = new Set(copies.map(({ message }) => message))
  const arrived = Map.groupBy(
    mails().flatMap(({ to, headers }) => to.map((email) => ({ email, id: headers['message-id'] ?? '' }))),
    ({ email }) => email,
  )
  const idsOf = (email: string) => Map.groupBy(arrived.get(email) ?? [], ({ id }) => id)
  const isDoubled = (email: string, emails: number) => {
    const ids = idsOf(email)
    const most = (id: string) => (mayComeTwice.has(id.slice(1, id.indexOf('@'))) ? 2 : 1)
    return ids.size > emails || [...ids].some(([id, each]) => each.length > most(id))
  }
  return {
    acknowledged: acknowledged.length,
    lost: acknowledged.filter((userId) => !found.has(userId)).length,
    doubled: rows.filter(({ times, written }) => times !== 1 || written !== 1).length,
    mailsMissing: rows.filter(
      ({ user_id, email, unknown }) =>
        idsOf(email).size < (wanted.get(user_id) ?? 1) && !unknown && !rejected.has(email),
    ).length,
    mailsDoubled: rows.filter(({ user_id, email }) => isDoubled(email, wanted.get(user_id) ?? 1)).length,
    mailsUnknown: rows.filter(({ unknown }) => unknown).length,
    refusals: summed(bursts.flatMap(({ refusals }) => [...refusals])),
  }
}

/** Adds up the counts by status. */
export function summed(counts: [status: number, times: number][]): Map<number, number> {
  const sums = new Map<number, number>()
  for (const [status, times] of counts) sums.set(status, (sums.get(status) ?? 0) + times)
  return sums
}

/** Waits until every mail has its final status, and returns the milliseconds. Retries are due at once: drills are about loss. */
export async function untilMailsAreOver({ query }: Stage): Promise<number> {
  const start = performance.now()
  for (;;) {
    await query("update pgboss.job set start_after = now() where state = 'retry'")
    const [open] = await query<{ open: number }>(
      `select (select count(*) from mails where status in ('queued', 'sending', 'failed'))
         + (select count(*) from pgboss.job where name = 'confirm-registration' and state < 'completed') as open`,
    )
    if (Number(open?.open) === 0) return performance.now() - start
    await delay(500)
  }
}
