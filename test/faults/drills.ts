import type { ChildProcess } from 'node:child_process'
import { spawnSync } from 'node:child_process'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { startDatabaseProxy } from '../database-proxy.ts'
import { startServer } from '../e2e/portal.ts'
import type { SmtpReceiver } from '../receivers.ts'
import { startHttpReceiver, startSmtpReceiver } from '../receivers.ts'
import type { Arrived, Burst, Outcome } from './burst.ts'
import { countOutcome, registerAll, startBurst, summed, untilMailsAreOver } from './burst.ts'
import type { House } from './house.ts'
import { kill, openHouse } from './house.ts'
import { killRestoredBackups } from './restored-backup.ts'

/** The number of rounds of drills that depend on chance: `ROUNDS=140 npm run test:faults`. */
export const rounds = Number(process.env.ROUNDS ?? 10)

/** Each drill breaks something while people register. */
export const drills: Record<string, () => Promise<Outcome | string>> = {
  'kill -9 of one of two portals, every second time of the database, too': async () =>
    drill(async ({ house, portals, burst }) => {
      for (let round = 0; round < rounds; round++) {
        const running = await burst(200)
        await delay(100 + Math.random() * 400)
        await kill((portals[round % 2] as Portal).process)
        if (round % 2) await house.killDatabase()
        await startAgain(portals[round % 2] as Portal)
        await running.done
      }
    }),
  'a mail server that refuses, falls silent and hangs up': async () =>
    drill(async ({ receiver, burst }) => {
      for (let round = 0; round < rounds; round++) {
        const running = await burst(100)
        receiver.refuse('recipient', 451)
        await delay(300)
        receiver.refuse('recipient', undefined)
        receiver.fallSilent('greeting')
        await delay(300)
        receiver.fallSilent(undefined)
        receiver.hangUp()
        receiver.answer()
        await running.done
      }
    }),
  'a mail service that lies, and unknown mails ten minutes later': async () => {
    const service = await startHttpReceiver()
    // It accepts every mail that it does not redirect. It drops second copies with the same key, unless its first answer was lost.
    const lost = () => service.requests.filter(({ answered }) => [502, 504, 'nothing'].includes(answered))
    const mails = () =>
      service.requests
        .filter(({ answered }) => answered === 200 || [502, 504, 'nothing'].includes(answered))
        .map(({ body, messageId }) => ({
          to: [JSON.parse(body).ToEmail as string],
          headers: { 'message-id': messageId },
        }))
    return drill(
      async ({ house, burst }) => {
        for (const answer of [303, 429, 500, 502, 503, 504, 'nothing'] as const) {
          const running = await burst(50)
          service.answer(answer)
          await delay(1000)
          service.answer(200)
          await running.done
        }
        await untilMailsAreOver(house)
        if (new Set(lost().map(({ key }) => key)).size < lost().length)
          throw new Error('Posted twice at once')
        await house.query("update mail_attempts set attempted_at = attempted_at - interval '10 minutes'")
        await untilRows(house, 'none', "select from mails where status = 'unknown' and not is_sent_again")
        return { rounds: 1, recoveryMs: await untilMailsAreOver(house) }
      },
      { environment: { MAIL_URL: service.url }, mails, close: service.close },
    )
  },
  'a portal whose clock is a day ahead, then right': async () =>
    drill(async ({ house, portals, burst, changeSlot }) => {
      const [ahead, other] = portals as [Portal, Portal]
      for (const portal of [ahead, other]) await kill(portal.process)
      ahead.process = await startServer({
        ...ahead.environment,
        NODE_OPTIONS: `--import ${join(import.meta.dirname, 'day-ahead.ts')}`,
      })
      const running = await burst(100, [ahead])
      await running.done
      await untilMailsAreOver(house)
      const late = await burst(100, [ahead])
      await late.done
      await kill(ahead.process)
      for (const portal of [ahead, other]) await startAgain(portal)
      await changeSlot(running)
      return { rounds: 1, recoveryMs: await untilMailsAreOver(house) }
    }),
  'a portal that is killed eight times over the same jobs': async () =>
    drill(async ({ house, portals, burst }) => {
      const [portal, other] = portals as [Portal, Portal]
      await kill(other.process)
      // The lock holds up the jobs while they write emails, so each kill meets running jobs.
      const holder = new Client(house.connection)
      await holder.connect()
      await holder.query('begin; lock table mails in exclusive mode')
      await (await burst(20, [portal])).done
      for (let deaths = 0; deaths < 8; deaths++) {
        await untilRows(
          house,
          'some',
          `select from pgboss.job where name = 'confirm-registration' and state = 'active'
             and coalesce((output->>'timesGivenBack')::int, 0) = ${deaths}`,
        )
        await kill(portal.process)
        await startAgain(portal)
      }
      await holder.end()
      const begun = performance.now()
      const delayed = await house.query("select from pgboss.job where state = 'retry'")
      await untilMailsAreOver(house)
      return { rounds: 8, stranded: delayed.length, recoveryMs: performance.now() - begun }
    }),
  'a mail server that is away while people register, and comes back': async () =>
    drill(async ({ receiver, burst, rejected }) => {
      await receiver.goAway()
      const running = await burst(2000)
      const [nobody] = running.people
      if (nobody) {
        rejected.add(nobody.email)
        receiver.reject(nobody.email)
      }
      await running.done
      await receiver.comeBack()
    }),
  'a portal that is stopped for 40 s and goes on': async () =>
    drill(async ({ portals, burst }) => {
      const [stopped, other] = portals as [Portal, Portal]
      const running = await burst(300)
      await delay(200)
      stopped.process.kill('SIGSTOP')
      const meanwhile = await burst(300, [other])
      await meanwhile.done
      await delay(40_000)
      stopped.process.kill('SIGCONT')
      await running.done
    }),
  'a disk that is full for 5 s': async () => {
    const folder = await mkdtemp(join(tmpdir(), 'portal-small-disk-'))
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=300m,mode=0755', 'tmpfs', folder]).status !== 0) {
      return 'left out: only root can mount a small disk'
    }
    const house = await openHouse(folder)
    const close = async () => void spawnSync('umount', ['--lazy', folder])
    return drill(
      async ({ burst }) => {
        const running = await burst(2000)
        await delay(300)
        const filling = join(folder, 'filling')
        await pipeline(createReadStream('/dev/zero'), createWriteStream(filling)).catch(() => {})
        await delay(5000)
        await rm(filling)
        await house.revive()
        await running.done
      },
      { house, databaseUrl: house.databaseUrl, close },
    )
  },
  'a restored backup whose first start is killed': killRestoredBackups,
  'a firewall that forgets every connection to the database': async () => {
    const house = await openHouse()
    const proxy = await startDatabaseProxy(house.connection)
    const { user, database } = house.connection
    const databaseUrl = `postgres://${user}@127.0.0.1:${proxy.port}/${database}`
    return drill(
      async ({ burst }) => {
        for (let round = 0; round < Math.min(rounds, 3); round++) {
          const running = await burst(200)
          await delay(100)
          proxy.forget()
          await running.done
        }
      },
      { house, databaseUrl, close: proxy.close },
    )
  },
}

export interface Portal {
  url: string
  process: ChildProcess
  environment: Record<string, string>
}

export interface Scene {
  house: House
  receiver: SmtpReceiver
  portals: Portal[]
  /** Starts people who register; `move` sends the rest to other portals. */
  burst(count: number, portals?: Portal[]): Promise<Burst & { move(portals: Portal[]): void }>
  /** Starts one more portal with its own settings. */
  startAnother(environment: Record<string, string>): Promise<Portal>
  /** Moves everybody of a burst to another slot, for which each gets a second email. */
  changeSlot(burst: Burst): Promise<void>
  /** People whom the mail server permanently refuses. */
  rejected: Set<string>
}

interface Given {
  house?: House
  databaseUrl?: string
  environment?: Record<string, string>
  /** Returns the received mails, if not by SMTP. */
  mails?: () => Arrived[]
  close(): Promise<void>
}

/** Runs two portals on a database while `happen` breaks something; its result replaces the counted one. */
export async function drill(
  happen: (scene: Scene) => Promise<Partial<Outcome>> | Promise<void>,
  given?: Given,
): Promise<Outcome> {
  const house = given?.house ?? (await openHouse())
  const receiver = await startSmtpReceiver()
  const environment = {
    DATABASE_URL: given?.databaseUrl ?? house.databaseUrl,
    MAIL_URL: receiver.url,
    DEMO: 'off',
    ...given?.environment,
  }
  const portals = [await startPortal(environment), await startPortal(environment)]
  const others: Portal[] = []
  const bursts: Burst[] = []
  const rejected = new Set<string>()
  try {
    const told: Partial<Outcome> =
      (await happen({
        house,
        receiver,
        portals,
        rejected,
        async burst(count, at = portals) {
          let now = at
          const burst = await startBurst(house, () => now.map(({ url }) => url), count)
          bursts.push(burst)
          const move = (to: Portal[]) => {
            now = to
          }
          return { ...burst, move }
        },
        async changeSlot({ people, event }) {
          const slot = await house.anotherSlot(event)
          const moved = registerAll(() => portals.map(({ url }) => url), people, slot, 2)
          bursts.push(moved)
          await moved.done
        },
        async startAnother(more) {
          const portal = await startPortal({ ...environment, ...more })
          others.push(portal)
          return portal
        },
      })) ?? {}
    if (isWhole(told)) return told
    const counted = await countOutcome(house, bursts, given?.mails ?? (() => receiver.mails), rejected)
    const refusals = summed([...counted.refusals, ...(told.refusals ?? [])])
    return { ...counted, ...told, refusals }
  } finally {
    for (const { process } of [...portals, ...others]) await kill(process)
    await receiver.close()
    await house.close()
    await given?.close()
  }
}

function isWhole(told: Partial<Outcome>): told is Outcome {
  return told.acknowledged !== undefined
}

let port = 20_000 + (process.pid % 20_000)

async function startPortal(environment: Record<string, string>): Promise<Portal> {
  const ours = { ...environment, PORT: String(++port), RATE_LIMIT: 'off', LOG_LEVEL: 'silent' }
  return { url: `http://localhost:${port}`, process: await startServer(ours), environment: ours }
}

async function untilRows(house: House, wanted: 'some' | 'none', statement: string): Promise<void> {
  while ((await house.query(statement)).length > 0 !== (wanted === 'some')) await delay(500)
}

/** Starts a killed portal with its settings. */
export async function startAgain(portal: Portal): Promise<void> {
  portal.process = await startServer(portal.environment)
}
