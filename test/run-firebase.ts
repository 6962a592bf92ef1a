// Runs the tests of identity providers against Google's own emulator instead of our stand-in. It is large, so it is installed
// in its own folder, and only here.
import type { ChildProcess } from 'node:child_process'
import { spawn, spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '#test/free-port.ts'

const home = join(import.meta.dirname, 'firebase')
const root = join(import.meta.dirname, '..')
const folder = join(root, 'dist/firebase-emulator')

install()
const { address, emulator } = await startEmulator()
const code = await runTests(address)
await stop(emulator)
process.exit(code)

function install(): void {
  const locked = join(home, 'package-lock.json')
  const installed = join(folder, 'installed.json')
  if (existsSync(installed) && readFileSync(installed, 'utf8') === readFileSync(locked, 'utf8')) return
  console.log("Installing Firebase's emulator (300 MB, once) …")
  mkdirSync(folder, { recursive: true })
  for (const file of ['package.json', 'package-lock.json']) copyFileSync(join(home, file), join(folder, file))
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'inherit' })
  if (status !== 0) throw new Error('The installation failed: see the lines above.')
  copyFileSync(locked, installed)
}

async function startEmulator(): Promise<{ address: string; emulator: ChildProcess }> {
  const [auth, hub, logging] = [await freePort(), await freePort(), await freePort()]
  const at = (port: number) => ({ host: '127.0.0.1', port })
  const emulators = { auth: at(auth), hub: at(hub), logging: at(logging), ui: { enabled: false } }
  writeFileSync(join(folder, 'firebase.json'), JSON.stringify({ emulators }))
  const program = join(folder, 'node_modules/firebase-tools/lib/bin/firebase.js')
  const emulator = spawn(
    process.execPath,
    [program, 'emulators:start', '--only', 'auth', '--project', 'demo-portal'],
    // It uses no network, and writes to no home folder.
    { cwd: folder, env: { ...process.env, HOME: folder, CI: '1' }, stdio: ['ignore', 'pipe', 'inherit'] },
  )
  await new Promise<void>((resolve, reject) => {
    let said = ''
    emulator.stdout.on('data', (chunk) => {
      said += chunk
      if (said.includes('All emulators ready')) resolve()
    })
    emulator.once('exit', (exitCode) => reject(new Error(`The emulator ended with ${exitCode}: ${said}`)))
  })
  return { address: `http://127.0.0.1:${auth}`, emulator }
}

function runTests(emulator: string): Promise<number> {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const args = [vitest, 'run', 'server/people/identity/identity-providers.test.ts']
  // The emulator's tokens have the machine's time.
  const env = { ...process.env, FIREBASE_EMULATOR: emulator, SUITE_CLOCK_MS: '0' }
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: 'inherit' })
  return new Promise((resolve) => child.on('exit', (exitCode) => resolve(exitCode ?? 1)))
}

function stop(emulator: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    emulator.once('exit', () => resolve())
    emulator.kill('SIGINT')
  })
}
