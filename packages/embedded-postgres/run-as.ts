import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, statSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import type { Binaries } from './binaries.ts'
import { copyPrograms } from './copied-programs.ts'
import { EmbeddedPostgresProblem } from './problem.ts'
import type { Owner, RootMethod, Way } from './ways-to-run.ts'
import { findTool, nobody, systemFolders, waysToRun } from './ways-to-run.ts'

export interface Runner {
  /** The owner of the cluster's files; this process's user by default. */
  owner: Owner | undefined
  parentDeath: ParentDeath
  /** The programs, where they can be run. */
  binaries: Binaries
  /**
   * Returns a path of `cluster`, or of a folder beside it, for a program inside `cluster`; relative if no
   * absolute path works.
   */
  nameOf(path: string, cluster: string): string
  /**
   * Starts the program in `folder` and in its own session. Ctrl-C in a terminal then reaches only the caller, which stops
   * the program in order.
   */
  spawn(
    program: string,
    args: string[],
    folder: string,
    signalAtParentsDeath: 'SIGINT' | 'SIGKILL',
  ): ChildProcess
}

/** The choices of a test in place of this machine's. */
export interface RunnerChoice {
  rootMethod?: RootMethod
  parentDeath?: ParentDeath
}

/** PostgreSQL's way to notice its caller's death: a signal of the kernel, a watching shell, or none. */
type ParentDeath = 'kernel' | 'watcher' | 'unnoticed'

/**
 * Finds a way to run PostgreSQL on this folder by trying each. Refuses if the programs don't run on this
 * machine, or if root can't run them as another user.
 */
export async function chooseRunner(
  folder: string,
  binaries: Binaries,
  choice: RunnerChoice = {},
): Promise<Runner> {
  const isRoot = process.getuid?.() === 0
  const { rootMethod, parentDeath = 'kernel' } = choice
  const setpriv = parentDeath === 'kernel' ? findTool('setpriv') : undefined
  const complaints: string[] = []
  for (const way of waysToRun(folder)) {
    if (isRoot && rootMethod && way.method !== rootMethod) continue
    if (way.owner === nobody) chmodSync(folder, statSync(folder).mode | 0o011)
    const programs = way.isInside
      ? await copyPrograms(binaries, folder).catch((error: Error) => error)
      : binaries
    if (programs instanceof Error) {
      complaints.push(programs.message)
      continue
    }
    for (const tool of setpriv ? [setpriv, undefined] : [undefined]) {
      const runner = makeRunner(way, { setpriv: tool, parentDeath, binaries: programs })
      const complaint = await tryRunner(runner, folder)
      if (complaint === undefined) return runner
      complaints.push(complaint)
    }
  }
  throw new EmbeddedPostgresProblem(
    isRoot
      ? rootSentence(folder, binaries, complaints.at(-1))
      : `PostgreSQL does not run on this machine (${complaints[0]}). Set DATABASE_URL to a PostgreSQL server of your own.`,
  )
}

function makeRunner(
  way: Way,
  {
    setpriv,
    parentDeath,
    binaries,
  }: { setpriv: string | undefined; parentDeath: ParentDeath; binaries: Binaries },
): Runner {
  return {
    owner: way.owner,
    parentDeath: setpriv || parentDeath !== 'kernel' ? parentDeath : 'watcher',
    binaries,
    nameOf: way.isInside ? nameFromInside : (path) => path,
    spawn(program, args, folder, signalAtParentsDeath) {
      // Comes right before the program, because changing the user clears the signal.
      const ending = setpriv ? [setpriv, '--pdeathsig', signalAtParentsDeath.slice(3), '--'] : []
      const [command = program, ...rest] = [...way.prefix, ...ending, program, ...args]
      return spawn(command, rest, {
        // Enters the folder before the user changes, because no path may lead the user there.
        cwd: folder,
        detached: true,
        stdio: ['ignore', 'ignore', 'pipe'],
        env: environment(binaries),
        ...(way.spawnedAsOwner && way.owner ? { uid: way.owner.uid | 0, gid: way.owner.gid | 0 } : {}),
      })
    },
  }
}

/** Passes nothing of the caller's environment: it has secrets, and PG* variables would change PostgreSQL's settings. */
function environment(binaries: Binaries): NodeJS.ProcessEnv {
  return {
    PATH: systemFolders.join(':'),
    LC_ALL: 'C',
    ...(binaries.libraryPath ? { LD_LIBRARY_PATH: binaries.libraryPath } : {}),
  }
}

/** Returns a path to a folder that works even if the folders above it are closed. */
function nameFromInside(path: string, cluster: string): string {
  // PostgreSQL makes the relative path of its data folder absolute, but not that of its sockets.
  if (path === cluster) return '/proc/self/cwd'
  return dirname(path) === dirname(cluster) ? `../${basename(path)}` : path
}

/** Tries the first steps of initdb: it looks up its user, its folder, and PostgreSQL with its files. */
async function tryRunner(runner: Runner, folder: string): Promise<string | undefined> {
  const script = 'cd "$1" && exec "$2" --show --pgdata="$1"'
  const { initdb } = runner.binaries
  try {
    const args = ['-c', script, 'sh', runner.nameOf(folder, folder), initdb]
    const child = runner.spawn('/bin/sh', args, folder, 'SIGKILL')
    let complaint = ''
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      complaint += text
    })
    const [code] = await once(child, 'close')
    return code === 0 ? undefined : complaint.trim() || `exit code ${code}`
  } catch (error) {
    return (error as Error).message
  }
}

function rootSentence(folder: string, binaries: Binaries, complaint = 'no way is known'): string {
  const closed = [folder, dirname(binaries.postgres)]
    .map(firstClosedFolder)
    .find((path) => path !== undefined)
  const why = closed ? `user nobody cannot enter ${closed}` : complaint
  const remedy = closed ? `, or open that folder with chmod o+x` : ''
  return `PostgreSQL refuses to run as root, and here root cannot run it as another user: the kernel allows no user namespace, and ${why}. Start the portal as an ordinary user${remedy}, or set DATABASE_URL to a PostgreSQL server of your own.`
}

function firstClosedFolder(path: string): string | undefined {
  const above = dirname(path) === path ? undefined : firstClosedFolder(dirname(path))
  return above ?? (statSync(path).mode & 0o001 ? undefined : path)
}
