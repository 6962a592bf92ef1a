import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** How root, as which PostgreSQL refuses to run, runs it all the same; tried in this order. */
export type RootMethod = 'owner' | 'namespace' | 'nobody' | 'nobody-anywhere' | 'nobody-inside'

export interface Owner {
  uid: number
  gid: number
}

export interface Way {
  method: RootMethod | 'itself'
  owner?: Owner
  /** The owner is taken on by the spawn itself, not by the prefix. */
  spawnedAsOwner?: boolean
  prefix: string[]
  /** No path leads its user to the data folder or to the programs: it is put into the one, and gets copies of the others. */
  isInside?: boolean
}

export const systemFolders = ['/usr/bin', '/bin', '/usr/sbin', '/sbin', '/usr/local/bin']

export const nobody: Owner =
  process.platform === 'darwin' ? { uid: 4294967294, gid: 4294967294 } : { uid: 65534, gid: 65534 }

/** The ways to run PostgreSQL on this folder that this machine may allow, the preferred first. */
export function waysToRun(folder: string): Way[] {
  return process.getuid?.() === 0 ? rootWays(folder) : ordinaryWays()
}

/** The path of a tool of Linux, undefined where it is missing. */
export function findTool(name: string): string | undefined {
  if (process.platform !== 'linux') return undefined
  return systemFolders.map((folder) => join(folder, name)).find((path) => existsSync(path))
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
  const asNobody = { owner: nobody, spawnedAsOwner: true, prefix: [] }
  ways.push({ ...asNobody, method: 'nobody' })
  const setpriv = findTool('setpriv')
  if (setpriv)
    ways.push({ method: 'nobody-anywhere', owner: nobody, prefix: [setpriv, ...passingClosedFolders()] })
  if (process.platform === 'linux') ways.push({ ...asNobody, method: 'nobody-inside', isInside: true })
  return ways
}

/** Under /root nobody cannot reach its own folder; this one capability, which containers leave to root, lets it pass. */
function passingClosedFolders(): string[] {
  const identity = [`--reuid=${nobody.uid}`, `--regid=${nobody.gid}`, '--clear-groups']
  const passage = ['--inh-caps=+dac_override', '--ambient-caps=+dac_override']
  // initdb asks access(2), which lets nobody use a capability only where the change of user left them as they were.
  return [...identity, ...passage, '--securebits=+no_setuid_fixup', '--']
}

function namespace(): string[] | undefined {
  const unshare = findTool('unshare')
  return unshare ? [unshare, '--user', '--map-user=65534', '--map-group=65534', '--'] : undefined
}
