import { execFile } from 'node:child_process'
import { readFile, readlink, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { EmbeddedPostgresProblem, errorCode } from './problem.ts'

/** Each signal with its time limit in ms: fast shutdown, immediate shutdown, kill. */
const steps: [NodeJS.Signals, number][] = [
  ['SIGINT', 10_000],
  ['SIGQUIT', 5_000],
  ['SIGKILL', 5_000],
]

/**
 * Stops the PostgreSQL that a killed caller left on this cluster, so that there are never two. The caller holds the
 * folder's lock. Afterwards PostgreSQL can start on the cluster.
 */
export async function stopOrphan(cluster: string, log: (line: string) => void): Promise<void> {
  const pidFile = join(cluster, 'postmaster.pid')
  const pid = Number.parseInt(await readFile(pidFile, 'utf8').catch(() => ''), 10)
  if (!Number.isSafeInteger(pid) || pid <= 0) return
  if (await runsCluster(pid, cluster)) {
    log(`An earlier portal left PostgreSQL running (process ${pid}); stopping it first.`)
    await stop(pid, cluster)
  }
  // PostgreSQL refuses to start if any process of its user has the old server's id, even an unrelated one.
  if (exists(pid)) await rm(pidFile, { force: true })
}

async function stop(pid: number, cluster: string): Promise<void> {
  for (const [signal, patience] of steps) {
    try {
      process.kill(pid, signal)
    } catch (error) {
      if (errorCode(error) === 'ESRCH') return
      break
    }
    for (const end = Date.now() + patience; Date.now() < end; await delay(10)) {
      if (!(await runsCluster(pid, cluster))) return
    }
  }
  throw new EmbeddedPostgresProblem(
    `PostgreSQL (process ${pid}) still runs on ${cluster}, left by an earlier portal, and cannot be stopped. End that process, then start again.`,
  )
}

/**
 * Returns true if this process is a PostgreSQL on this cluster, by its command or its folder. The id alone is
 * not enough, because another process may have it. A zombie has neither command nor folder.
 */
export async function runsCluster(pid: number, cluster: string): Promise<boolean> {
  if (process.platform !== 'linux') {
    const command = await promisify(execFile)('ps', ['-ww', '-o', 'command=', '-p', String(pid)])
      .then(({ stdout }) => stdout)
      .catch(() => '')
    return command.includes(`postgres -D ${cluster} `)
  }
  const [program = '', ...args] = (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split('\0')
  if (basename(program) !== 'postgres') return false
  if (args[args.indexOf('-D') + 1] === cluster) return true
  return (await readlink(`/proc/${pid}/cwd`).catch(() => '')) === cluster
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return errorCode(error) !== 'ESRCH'
  }
}
