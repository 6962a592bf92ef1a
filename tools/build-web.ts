import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'

const sources = ['web', 'contract', 'vite.config.ts', 'package.json', 'package-lock.json']

/** Builds web/ into dist/web unless what is there was made from the same sources. False where Vite failed. */
export function buildWeb(root = join(import.meta.dirname, '..')): boolean {
  const stamp = join(root, 'dist/web.stamp')
  const wanted = fingerprint(root)
  const isThere = existsSync(stamp) && existsSync(join(root, 'dist/web/index.html'))
  if (isThere && readFileSync(stamp, 'utf8') === wanted) return true

  console.log('Building the web pages …')
  rmSync(stamp, { force: true })
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const { status } = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: root,
    stdio: 'inherit',
  })
  if (status !== 0) return false
  writeFileSync(stamp, wanted)
  return true
}

// By content, not by time: a checkout or a copied folder changes times and nothing else.
function fingerprint(root: string): string {
  const hash = createHash('sha256')
  for (const source of sources) {
    for (const file of filesUnder(join(root, source)))
      hash.update(relative(root, file)).update('\0').update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex')
}

function filesUnder(path: string): string[] {
  if (statSync(path).isFile()) return [path]
  const entries = readdirSync(path, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}
