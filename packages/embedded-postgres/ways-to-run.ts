import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** The ways for root to run PostgreSQL, which refuses to run as root, in the order to try. */
export type RootMethod = 'owner' | 'namespace' | 'nobody' | 'nobody-anywhere' | 'nobody-inside'

export interface Owner {
  uid: number
  gid: number
}

export interface Way {
  method: RootMethod | 'itself'
  owner?: Owner
  /** The spawn changes the user, not the prefix. */
  spawnedAsOwner?: boolean
  prefix: string[]
  /**
   * True if this user can't open the data folder or the programs. PostgreSQL then starts inside the folder,
   * from copies.
   */
  isInside?: boolean
}

export const systemFolders = ['/usr/bin', '/bin', '/usr/sbin', '/sbin', '/usr/local/bin']

export const nobody: Owner =
  process.platform === 'darwin' ? { uid: 4294967294, gid: 4294967294 } : { uid: 65534, gid: 65534 }

/** Returns the possible ways to run PostgreSQL on this folder, the preferred first. */
export function waysToRun(folder: string): Way[] {
  return process.getuid?.() === 0 ? rootWays(folder) : ordinaryWays()
}

/** Returns the path of a Linux tool, or undefined if it is missing. */
export function findTool(name: string): string | undefined {
  if (process.platform !== 'linux') return undefined
  return systemFolders.map((folder) => join(folder, name)).find((path) => existsSync(path))
}

function ordinaryWays(): Way[] {
  // initdb needs a user with a name. A container started with a bare user id has none, but a namespace provides one.
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

/** The user `nobody` can't enter /root. This capability, which containers leave to root, lets it pass. */
function passingClosedFolders(): string[] {
  const identity = [`--reuid=${nobody.uid}`, `--regid=${nobody.gid}`, '--clear-groups']
  const passage = ['--inh-caps=+dac_override', '--ambient-caps=+dac_override']
  // initdb calls access(2), which respects the capability only if the change of user keeps capabilities.
  return [...identity, ...passage, '--securebits=+no_setuid_fixup', '--']
}

function namespace(): string[] | undefined {
  const unshare = findTool('unshare')
  return unshare ? [unshare, '--user', '--map-user=65534', '--map-group=65534', '--'] : undefined
}
