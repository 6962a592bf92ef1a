import type { ChildProcess } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { startServer } from '../e2e/portal.ts'
import type { Burst } from '../faults/burst.ts'
import { countOutcome, startBurst } from '../faults/burst.ts'
import { kill, openStage } from '../faults/house.ts'
import { freePort } from '../free-port.ts'
import { startSmtpReceiver } from '../receivers.ts'
import { startHaproxy } from './haproxy.ts'
import type { Node, PatroniCluster } from './patroni.ts'
import { startPatroniCluster } from './patroni.ts'
import { missingPrograms, postgresPrograms } from './programs.ts'

// `npm run test:cluster`: three portals behind HAProxy on two PostgreSQLs under Patroni. During each burst it kills a portal
// and the primary. Exits with 1 if anything acknowledged is lost or doubled, a call was answered 500, or the
// portal was not back within a second of the new primary. `ROUNDS=10` for more than four failovers.
const rounds = Number(process.env.ROUNDS ?? 4)
const people = 1000

const missing = missingPrograms(['patroni', 'etcd', 'haproxy', 'setpriv'])
if (!postgresPrograms()) missing.push('postgresql')
if (missing.length > 0) {
  console.log(
    `Left out: ${missing.join(', ')} is not installed. On Debian: apt-get install patroni etcd-server haproxy postgresql`,
  )
  process.exit(0)
}

/** Clean-up functions, run last first. */
const closers: (() => Promise<unknown>)[] = []
process.once('SIGINT', () => void end(1))
process.once('SIGTERM', () => void end(1))
await end((await drill().catch(tell)) ? 0 : 1)

async function end(code: number): Promise<never> {
  for (const close of closers.splice(0).reverse()) await close()
  process.exit(code)
}

function tell(problem: Error): false {
  console.error(problem)
  return false
}

async function drill(): Promise<boolean> {
  const cluster = await startPatroniCluster((close) => closers.push(close))
  const receiver = await startSmtpReceiver()
  closers.push(receiver.close)
  const hosts = cluster.nodes.map(({ port }) => `127.0.0.1:${port}`).join()
  const environment = {
    DATABASE_URL: `postgres://${cluster.role}@${hosts}/${cluster.role}?target_session_attrs=read-write`,
    DATABASE_PASSWORD_FILE: cluster.passwordFile,
    MAIL_URL: receiver.url,
    TRUST_PROXY: '127.0.0.1',
    DEMO: 'off',
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'silent',
  }
  const portals: Portal[] = []
  closers.push(() => Promise.all(portals.map(({ process }) => kill(process))))
  for (let index = 0; index < 3; index++) portals.push(await startPortal(environment))
  const haproxy = await startHaproxy(portals.map(({ port }) => port))
  closers.push(haproxy.close)

  const stage = openStage(async () => cluster.login(await cluster.primary()))
  const bursts: Burst[] = []
  const failovers: Failover[] = []
  for (let round = 0; round < rounds; round++) {
    const burst = await startBurst(stage, () => [haproxy.url], people)
    bursts.push(burst)
    await delay(200 + Math.random() * 400)
    const portal = portals[round % portals.length] as Portal
    await kill(portal.process)
    await delay(Math.random() * 200)
    failovers.push(await failOver(cluster, burst))
    portal.process = await startServer(portal.environment)
    await burst.done
  }
  const outcome = await countOutcome(stage, bursts, () => receiver.mails, new Set())
  const most = (of: (failover: Failover) => number) => Math.max(...failovers.map(of))
  const said = [...outcome.refusals]
    .map(([status, times]) => `${times} × ${status || 'no answer'}`)
    .join(', ')
  console.log(
    [
      `failovers: ${failovers.length}, with as many killed portals`,
      `registrations acknowledged: ${outcome.acknowledged}, of these lost: ${outcome.lost}, doubled: ${outcome.doubled}`,
      `confirmations missing: ${outcome.mailsMissing}, doubled: ${outcome.mailsDoubled}, unknown: ${outcome.mailsUnknown}`,
      `answers that were no yes: ${said}`,
      `without a primary, by Patroni: ${failovers.map(({ withoutMs }) => seconds(withoutMs)).join(', ')}`,
      `the first yes after the new primary: ${failovers.map(({ backMs }) => seconds(backMs)).join(', ')}`,
    ].join('\n'),
  )
  const { lost, doubled, mailsMissing, mailsDoubled, refusals } = outcome
  const isLost = lost + doubled + mailsMissing + mailsDoubled > 0
  return !isLost && !refusals.has(500) && most(({ backMs }) => backMs) < 1000
}

interface Portal {
  port: number
  environment: Record<string, string>
  process: ChildProcess
}

interface Failover {
  /** The time from the old primary's end to the new primary. */
  withoutMs: number
  /** The time from then until the first registration. */
  backMs: number
}

async function failOver(cluster: PatroniCluster, burst: Burst): Promise<Failover> {
  const old = await cluster.primary()
  await cluster.kill(old)
  const killedAt = performance.now()
  const others: Node[] = cluster.nodes.filter((node) => node !== old)
  let primary: Node
  do primary = await cluster.primary()
  while (!others.includes(primary))
  const promotedAt = performance.now()
  const isBack = () => burst.acknowledgedAt.some((at) => at > promotedAt)
  while (!isBack()) await delay(5)
  const backMs = (burst.acknowledgedAt.find((at) => at > promotedAt) as number) - promotedAt
  await cluster.revive(old)
  return { withoutMs: promotedAt - killedAt, backMs }
}

async function startPortal(environment: Record<string, string>): Promise<Portal> {
  const port = await freePort()
  const ours = { ...environment, PORT: String(port) }
  return { port, environment: ours, process: await startServer(ours) }
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`
}
