import { spawnSync } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import * as fs from 'node:fs'
import { basename, join, relative } from 'node:path'
import { filesRunBy } from './source-files.ts'

const sources = [
  'web',
  'contract',
  'docs/help',
  'vite.config.ts',
  'tools/markdown.ts',
  'tools/pre-rendering.ts',
  'tools/oldest-browsers.ts',
  'tools/verifier.ts',
  'package.json',
  'package-lock.json',
]

/** The program that becomes every inspection pack's `verify.mjs`. */
export const verifierSource = 'server/office/inspections/inspection-verify.ts'

// A page opened before an upgrade keeps requesting the files of its build.
const buildsKept = 2
const abandonedAfterMs = 60 * 60_000

/**
 * Builds web/ and `verify.mjs` into their own folder, dist/web/BUILD, and names it in dist/web/current. BUILD
 * is a hash of the sources, so an existing build is not rebuilt. Returns false if Vite failed; then nothing
 * changes.
 */
export function buildWeb(root = join(import.meta.dirname, '..')): boolean {
  const builds = join(root, 'dist/web')
  const folder = join(builds, fingerprint(root))
  if (isCurrent(builds, folder)) return true
  if (!fs.existsSync(join(folder, 'index.html')) && !buildInto(folder, root)) return false
  makeCurrent(builds, folder)
  removeOldBuilds(builds)
  return true
}

// Writes nothing then, because the folder may be read-only.
function isCurrent(builds: string, folder: string): boolean {
  const name = join(builds, 'current')
  return (
    fs.existsSync(join(folder, 'index.html')) &&
    fs.existsSync(name) &&
    fs.readFileSync(name, 'utf8') === basename(folder)
  )
}

// Builds under another name and renames, so that an interrupted or concurrent build never looks complete.
function buildInto(folder: string, root: string): boolean {
  console.log('Building the web pages …')
  const unfinished = `${folder}.${randomUUID()}`
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const places = ['--outDir', unfinished, '--base', `/assets/${basename(folder)}/`]
  const { status } = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn', ...places], {
    cwd: root,
    stdio: 'inherit',
  })
  if (status === 0 && !fs.existsSync(folder)) fs.renameSync(unfinished, folder)
  fs.rmSync(unfinished, { recursive: true, force: true })
  return status === 0
}

// The folder's time is when it became current; that order finds the last builds.
function makeCurrent(builds: string, folder: string): void {
  const now = new Date()
  fs.utimesSync(folder, now, now)
  const written = `${folder}.name`
  fs.writeFileSync(written, basename(folder))
  fs.renameSync(written, join(builds, 'current'))
}

function removeOldBuilds(builds: string): void {
  const folders = fs
    .readdirSync(builds, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => ({ name, changedAt: fs.statSync(join(builds, name)).mtimeMs }))
    .sort((a, b) => b.changedAt - a.changedAt)
  const isFinished = ({ name }: { name: string }) => !name.includes('.')
  const old = folders.filter(isFinished).slice(buildsKept)
  const abandoned = folders.filter(
    (folder) => !isFinished(folder) && folder.changedAt < Date.now() - abandonedAfterMs,
  )
  for (const { name } of [...old, ...abandoned]) fs.rmSync(join(builds, name), { recursive: true })
}

// By content, because a checkout or a copied folder changes only times.
function fingerprint(root: string): string {
  const hash = createHash('sha256')
  for (const source of [...sources, ...filesRunBy(root, verifierSource)]) {
    for (const file of filesUnder(join(root, source)))
      hash.update(relative(root, file)).update('\0').update(fs.readFileSync(file)).update('\0')
  }
  return hash.digest('hex').slice(0, 16)
}

function filesUnder(path: string): string[] {
  if (fs.statSync(path).isFile()) return [path]
  const entries = fs.readdirSync(path, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}
