import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { startServer } from '../e2e/portal.ts'
import { freePort } from '../free-port.ts'
import { startSmtpReceiver } from '../receivers.ts'
import type { Burst, Outcome } from './burst.ts'
import { countOutcome, startBurst, summed } from './burst.ts'
import { startCallers } from './callers.ts'
import { kill, openHouse } from './house.ts'

const root = join(import.meta.dirname, '../..')
const migrations = 'server/core/db/migrations'
const upgradesShown = 10

/** The commits that added migrations, newest first, each with the first of its migrations. */
const landings = git('log', '--diff-filter=A', '--format=commit %H', '--name-only', '--', migrations)
  .split('commit ')
  .map((landing) => {
    const [commit = '', ...added] = landing.split('\n').filter(Boolean)
    return { commit, first: added.filter((path) => existsSync(join(root, path))).sort()[0] }
  })
  .filter(({ first }) => first !== undefined)
  .slice(0, upgradesShown)

/** Upgrades from the version before each of the last migrations to this one, both running; git's history has those versions. */
export const upgradeDrills: Record<string, () => Promise<Outcome | string>> =
  landings.length > 0
    ? Object.fromEntries(
        landings.map(({ commit, first = '' }) => [
          `an upgrade from before ${basename(first)}`,
          () => upgrade(commit),
        ]),
      )
    : { 'an upgrade': async () => 'left out: no migration follows the baseline yet' }

async function upgrade(landed: string): Promise<Outcome | string> {
  const before = git('rev-parse', '--verify', '--quiet', `${landed}^`)
  if (!before) return 'left out: the history of git does not have the version before'
  const folder = await mkdtemp(join(tmpdir(), 'portal-before-'))
  spawnSync('sh', ['-c', `git archive ${before} | tar -x -C '${folder}'`], { cwd: root })
  for (const made of ['node_modules', 'dist']) {
    if (existsSync(join(root, made))) await symlink(join(root, made), join(folder, made))
  }
  const house = await openHouse(undefined, { isEmpty: true })
  const receiver = await startSmtpReceiver()
  const running: Awaited<ReturnType<typeof startServer>>[] = []
  async function start(cwd: string): Promise<string> {
    const port = await freePort()
    const settings = { PORT: String(port), DEMO: 'off', RATE_LIMIT: 'off', LOG_LEVEL: 'silent' }
    const environment = { DATABASE_URL: house.databaseUrl, MAIL_URL: receiver.url, ...settings }
    running.push(await startServer(environment, cwd))
    return `http://localhost:${port}`
  }
  try {
    const old = await start(folder).catch((error: Error) => error)
    if (old instanceof Error) return `left out: the version before does not start (${firstLine(old)})`
    const oldCalls = await startCallers(house, () => [old])
    const atOld = await startBurst(house, () => [old], 300)
    const begun = performance.now()
    const fresh = await start(root)
    const recoveryMs = performance.now() - begun
    const freshCalls = await startCallers(house, () => [fresh])
    const beside = [await startBurst(house, () => [old], 150), await startBurst(house, () => [fresh], 150)]
    await Promise.all([atOld, ...beside].map(({ done }) => done))
    await oldCalls.stop()
    await kill(running[0] as (typeof running)[number], 'SIGTERM')
    const alone = await startBurst(house, () => [fresh], 100)
    await alone.done
    await freshCalls.stop()
    const bursts = [atOld, ...beside, alone]
    const counted = await countOutcome(house, bursts, () => receiver.mails, new Set())
    // The version before fails where a column that it reads is gone. Its answers are only reported.
    const oldFailures = summed(
      [atOld, beside[0] as Burst, oldCalls].flatMap(({ refusals }) => [...refusals]),
    ).get(500)
    const refusals = summed([beside[1] as Burst, alone, freshCalls].flatMap(({ refusals }) => [...refusals]))
    return {
      ...counted,
      rounds: 1,
      recoveryMs,
      refusals,
      note: `the version before: ${oldFailures ?? 0} × 500`,
    }
  } finally {
    for (const process of running) await kill(process)
    await receiver.close()
    await house.close()
    await rm(folder, { recursive: true, force: true })
  }
}

function firstLine({ message }: Error): string {
  return message.split('\n')[0] ?? ''
}

function git(...args: string[]): string {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  return status === 0 ? stdout.trim() : ''
}
