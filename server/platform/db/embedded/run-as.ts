import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Binaries } from './binaries.ts'
import { EmbeddedPostgresProblem } from './problem.ts'

/** How root, as which PostgreSQL refuses to run, runs it all the same; tried in this order. */
export type RootMethod = 'owner' | 'namespace' | 'nobody' | 'nobody-anywhere'

export interface Owner {
  uid: number
  gid: number
}

export interface Runner {
  /** Whose the cluster's files have to be; undefined: this process's own. */
  owner: Owner | undefined
  parentDeath: ParentDeath
  /** Starts the program in its own session, so that Ctrl-C in a terminal reaches only the portal, which stops in order. */
  spawn(program: string, args: string[], signalAtParentsDeath: 'SIGINT' | 'SIGKILL'): ChildProcess
}

/** What a test asks for instead of what this machine would choose. */
export interface RunnerChoice {
  rootMethod?: RootMethod
  parentDeath?: ParentDeath
}

/** How PostgreSQL learns that its portal died: the kernel signals it, a watching shell does, or not at all. */
export type ParentDeath = 'kernel' | 'watcher' | 'unnoticed'

interface Way {
  method: RootMethod | 'itself'
  owner?: Owner
  /** The owner is taken on by the spawn itself, not by the prefix. */
  spawnedAsOwner?: boolean
  prefix: string[]
}

const systemFolders = ['/usr/bin', '/bin', '/usr/sbin', '/sbin', '/usr/local/bin']

export const nobody: Owner =
  process.platform === 'darwin' ? { uid: 4294967294, gid: 4294967294 } : { uid: 65534, gid: 65534 }

/**
 * Finds a way to run PostgreSQL on this folder that works here, by trying each.
 * Refuses when the programs do not run on this machine, or when root has no way to run them as somebody else.
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
  for (const way of isRoot ? rootWays(folder) : ordinaryWays()) {
    if (isRoot && rootMethod && way.method !== rootMethod) continue
    if (way.method === 'nobody') chmodSync(folder, statSync(folder).mode | 0o011)
    for (const tool of setpriv ? [setpriv, undefined] : [undefined]) {
      const runner = makeRunner(way, { setpriv: tool, parentDeath, binaries })
      const complaint = await tryRunner(runner, folder, binaries)
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

function ordinaryWays(): Way[] {
  // initdb wants its user to have a name, which a container started with a bare user id lacks; a namespace lends one.
  return [[], namespace()]
    .filter((prefix) => prefix !== undefined)
    .map((prefix) => ({ method: 'itself', prefix }))
}

function rootWays(folder: string): Way[] {
  const { uid, gid } = statSync(folder)
  const ways: Way[] = []
  if (uid !== 0) {
    const owner = { uid, gid }
    ways.push(
      ...ordinaryWays().map((way) => ({ ...way, method: 'owner' as const, owner, spawnedAsOwner: true })),
    )
  }
  const prefix = namespace()
  if (prefix) ways.push({ method: 'namespace', owner: { uid: 0, gid: 0 }, prefix })
  ways.push({ method: 'nobody', owner: nobody, spawnedAsOwner: true, prefix: [] })
  const setpriv = findTool('setpriv')
  if (setpriv) {
    // Under /root nobody cannot reach its own folder; this one capability, which containers leave to root, lets it pass.
    const identity = [`--reuid=${nobody.uid}`, `--regid=${nobody.gid}`, '--clear-groups']
    const passage = ['--inh-caps=+dac_override', '--ambient-caps=+dac_override']
    ways.push({ method: 'nobody-anywhere', owner: nobody, prefix: [setpriv, ...identity, ...passage, '--'] })
  }
  return ways
}

function namespace(): string[] | undefined {
  const unshare = findTool('unshare')
  return unshare ? [unshare, '--user', '--map-user=65534', '--map-group=65534', '--'] : undefined
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
    spawn(program, args, signalAtParentsDeath) {
      // Last before the program: changing the user clears the signal again.
      const ending = setpriv ? [setpriv, '--pdeathsig', signalAtParentsDeath.slice(3), '--'] : []
      const [command = program, ...rest] = [...way.prefix, ...ending, program, ...args]
      return spawn(command, rest, {
        cwd: '/',
        detached: true,
        stdio: ['ignore', 'ignore', 'pipe'],
        env: environment(binaries),
        ...(way.spawnedAsOwner && way.owner ? { uid: way.owner.uid | 0, gid: way.owner.gid | 0 } : {}),
      })
    },
  }
}

/** Nothing of the portal's own environment: it holds secrets, and PG* variables would change what PostgreSQL does. */
function environment(binaries: Binaries): NodeJS.ProcessEnv {
  return {
    PATH: systemFolders.join(':'),
    LC_ALL: 'C',
    ...(binaries.libraryPath ? { LD_LIBRARY_PATH: binaries.libraryPath } : {}),
  }
}

async function tryRunner(runner: Runner, folder: string, binaries: Binaries): Promise<string | undefined> {
  const script = 'cd "$1" && id -un >/dev/null && exec "$2" --version >/dev/null'
  try {
    const child = runner.spawn('/bin/sh', ['-c', script, 'sh', folder, binaries.postgres], 'SIGKILL')
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

function findTool(name: string): string | undefined {
  if (process.platform !== 'linux') return undefined
  return systemFolders.map((folder) => join(folder, name)).find((path) => existsSync(path))
}
