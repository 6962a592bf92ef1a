import type { ChildProcess, SpawnOptions } from 'node:child_process'
import { spawn, spawnSync } from 'node:child_process'
import { chownSync, existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const postgresFolder = '/usr/lib/postgresql'
const path = `${process.env.PATH}:/usr/sbin:/sbin`

/** Returns the folder of Debian's newest PostgreSQL programs. */
export function postgresPrograms(): string | undefined {
  const versions = existsSync(postgresFolder) ? readdirSync(postgresFolder).map(Number) : []
  const newest = versions.filter((version) => version >= 15).sort((one, other) => other - one)[0]
  return newest === undefined ? undefined : join(postgresFolder, String(newest), 'bin')
}

/** Returns those of these programs that are not installed. */
export function missingPrograms(names: string[]): string[] {
  return names.filter(
    (name) => spawnSync('which', [name], { env: { ...process.env, PATH: path } }).status !== 0,
  )
}

/** None of the programs runs as root, so root becomes `postgres`; other users stay. */
const isRoot = process.getuid?.() === 0

/** Starts a program in the background; its output is discarded or goes to `log`. */
export function start(name: string, args: string[], options: SpawnOptions = {}): ChildProcess {
  const [program, ...before] = isRoot ? asPostgres(name) : [name]
  return spawn(program as string, [...before, ...args], {
    stdio: 'ignore',
    detached: true,
    // Some return to the folder they were started in, which `postgres` may not enter.
    cwd: '/',
    ...options,
    env: { ...process.env, PATH: path, ...options.env },
  })
}

/** Gives a folder to the user who runs the programs. */
export function giveAway(folder: string): void {
  if (isRoot) chownSync(folder, idOf('-u'), idOf('-g'))
}

function asPostgres(name: string): string[] {
  return ['setpriv', `--reuid=${idOf('-u')}`, `--regid=${idOf('-g')}`, '--clear-groups', name]
}

function idOf(flag: '-u' | '-g'): number {
  return Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout)
}
