import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer } from '../e2e/portal.ts'
import { freePort } from '../free-port.ts'
import { startSmtpReceiver } from '../receivers.ts'
import type { Outcome } from './burst.ts'
import { countOutcome, startBurst, summed } from './burst.ts'
import { startCallers } from './callers.ts'
import { kill, openHouse } from './house.ts'

const root = join(import.meta.dirname, '../..')
const migrations = 'server/migrations'
const upgradesShown = 10

/** From the version before each of the last migrations to this one, both at once; the history of git has these versions. */
export const upgradeDrills: Record<string, () => Promise<Outcome | string>> = Object.fromEntries(
  readdirSync(join(root, migrations))
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .slice(-upgradesShown)
    .map((name) => [`an upgrade from before ${name}`, () => upgrade(name)]),
)

async function upgrade(migration: string): Promise<Outcome | string> {
  const [landed] = git('rev-list', '--reverse', 'HEAD', '--', `${migrations}/${migration}`).split('\n')
  const before = landed && git('rev-parse', '--verify', '--quiet', `${landed}^`)
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
    const old = await start(folder)
    const callers = await startCallers(house, () => [old])
    const first = await startBurst(house, () => [old], 300)
    const begun = performance.now()
    const fresh = await start(root)
    const recoveryMs = performance.now() - begun
    const second = await startBurst(house, () => [old, fresh], 300)
    await Promise.all([first.done, second.done])
    await callers.stop()
    await kill(running[0] as (typeof running)[number])
    const third = await startBurst(house, () => [fresh], 100)
    await third.done
    const bursts = [first, second, third]
    const counted = await countOutcome(house, bursts, () => receiver.mails, new Set())
    const refusals = summed([...counted.refusals, ...callers.refusals])
    const outcome = { ...counted, rounds: 1, recoveryMs, refusals }
    return runsAgain(folder) ? outcome : withoutThoseOfOld(outcome)
  } finally {
    for (const process of running) await kill(process)
    await receiver.close()
    await house.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Whether a version runs statements again whose columns a migration changed; the ones before answer 500, whatever comes next. */
function runsAgain(folder: string): boolean {
  return readFileSync(join(folder, 'server/platform/db/unavailable.ts'), 'utf8').includes(
    'RevalidateCachedQuery',
  )
}

function withoutThoseOfOld(outcome: Outcome): Outcome {
  const refusals = new Map(outcome.refusals)
  const failed = refusals.get(500) ?? 0
  refusals.delete(500)
  return { ...outcome, refusals, note: `${failed} × 500 by the old version, which knows no second run` }
}

function git(...args: string[]): string {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  return status === 0 ? stdout.trim() : ''
}
