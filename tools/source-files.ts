import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

/** A file of ours. `path` and `imports` start at the repository's root; packages have their bare name. */
export type SourceFile = { path: string; text: string; imports: string[] }

const folders = ['contract', 'packages', 'server', 'web', 'test', 'bench', 'tools']

export function readSourceFiles(root: string): SourceFile[] {
  const inFolders = folders
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(
        (path) => `${folder}/${path}`,
      ),
    )
  return [...readdirSync(root), ...inFolders]
    .filter((path) => /\.(ts|tsx|mjs|css|sql)$/.test(path))
    .sort()
    .map((path) => {
      const text = readFileSync(join(root, path), 'utf8')
      return { path, text, imports: importsOf(path, text) }
    })
}

export function isTest(path: string): boolean {
  return /\.test\.tsx?$/.test(path)
}

/** Files that `npm run schema` writes. */
export function isGenerated(path: string): boolean {
  return path === 'server/schema.sql' || path.endsWith('.generated.ts')
}

export function isOurs(target: string): boolean {
  return folders.includes(target.split('/')[0] ?? '')
}

const specifiers = [
  /^(?:import|export)\s+(?:type\s+)?[\w$*{},\s]*?\bfrom\s*['"]([^'"]+)['"]/gm,
  /^import\s*['"]([^'"]+)['"]/gm,
  /\bimport\(\s*['"]([^'"]+)['"]/g,
]

/**
 * Returns the paths of a file and of all our files that it runs. These are its direct and indirect imports,
 * except type imports.
 */
export function filesRunBy(root: string, path: string): string[] {
  const found = new Set([path])
  for (const each of found) {
    const text = readFileSync(join(root, each), 'utf8').replaceAll(/^(import|export) type\b/gm, '')
    for (const target of importsOf(each, text)) if (isOurs(target)) found.add(target)
  }
  return [...found]
}

function importsOf(path: string, text: string): string[] {
  const found = specifiers.flatMap((pattern) => [...text.matchAll(pattern)].map((match) => match[1] ?? ''))
  return found.map((name) =>
    name.startsWith('.') ? posix.join(posix.dirname(path), name) : name.replace(/^#/, ''),
  )
}
