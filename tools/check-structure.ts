// Checks the structure that ARCHITECTURE.md describes. Each message says what to do instead; there are no exceptions.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { glossaryProblems } from './glossary-rules.ts'
import { districts, importProblems, isGuest, isIntegration, nounOf } from './import-rules.ts'
import { migrationProblems } from './migration-rules.ts'
import { nounProblems } from './noun-rules.ts'
import { queryProblems } from './query-rules.ts'
import type { SourceFile } from './source-files.ts'
import { isGenerated, isTest, readSourceFiles } from './source-files.ts'
import { verbProblems } from './verb-rules.ts'

const vague = ['index', 'utils', 'helpers', 'common', 'types', 'constants', 'service', 'manager']

if (import.meta.main) {
  const problems = structureProblems(join(import.meta.dirname, '..'))
  for (const problem of problems) console.error(problem)
  process.exit(problems.length ? 1 : 0)
}

/** Returns a sentence per breach under `root`. */
export function structureProblems(root: string): string[] {
  const files = readSourceFiles(root)
  const nouns = files.flatMap(({ path }) => (path.startsWith('contract/') ? (nounOf(path) ?? []) : []))
  return [
    ...files.flatMap((file) => [
      ...nameProblems(file),
      ...lengthProblems(file),
      ...environmentProblems(file),
      ...spreadProblems(file),
      ...fontProblems(file),
      ...districtProblems(file),
    ]),
    ...files.flatMap((file) => roomProblems(file, nouns)),
    ...importProblems(files),
    ...nounProblems(files),
    ...verbProblems(files),
    ...queryProblems(files),
    ...migrationProblems(files, versionOf(root)),
    ...glossaryProblemsOf(root, files),
  ]
}

function glossaryProblemsOf(root: string, files: SourceFile[]): string[] {
  const glossary = join(root, 'docs/glossary.md')
  return existsSync(glossary) ? glossaryProblems(readFileSync(glossary, 'utf8'), files) : []
}

function versionOf(root: string): string {
  const file = join(root, 'package.json')
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).version : '0.0.0'
}

function nameProblems({ path }: SourceFile): string[] {
  const parts = path.split('/')
  const problems: string[] = []
  const odd = parts.find((part) => !/^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+)*$/.test(part))
  if (odd) problems.push(`${path}: '${odd}' is not kebab-case; write it in small letters with hyphens.`)
  const lastWords = parts.map((part) => part.split('.')[0]?.split('-').at(-1) ?? '')
  const bucket = lastWords.find((word) => vague.includes(word))
  if (bucket)
    problems.push(`${path}: '${bucket}' says nothing; name the file for the one thing that is in it.`)
  if (path.startsWith('server/') && path.endsWith('.tsx')) {
    problems.push(`${path}: Node cannot run .tsx; write it as .ts.`)
  }
  return problems
}

function lengthProblems({ path, text }: SourceFile): string[] {
  if (isGenerated(path)) return []
  const limit = /^test\/|\.(test|e2e)\.tsx?$|\.sql$/.test(path) ? 500 : 300
  const lines = text.split('\n').length - 1
  return lines > limit
    ? [`${path}: ${lines} lines, the limit is ${limit}; split it by verb or by thing.`]
    : []
}

function environmentProblems({ path, text }: SourceFile): string[] {
  if (!/^(contract|packages|server|web)\//.test(path) || path === 'server/config.ts' || isTest(path))
    return []
  const code = text.replaceAll(/^\s*(\/\/|\*|\/\*).*$/gm, '')
  return /\bprocess\.env\b/.test(code)
    ? [`${path}: reads process.env; read it in server/config.ts and take the value from there.`]
    : []
}

function spreadProblems({ path, text }: SourceFile): string[] {
  return /\.\.\.\{\s*\w|\.\.\.\[[^[\]]*\]\s*[,)\]}]/.test(text.replaceAll(/^\s*(\/\/|\*|\/\*).*$/gm, ''))
    ? [`${path}: spreads an object or a list that is written there; write its parts where the spread is.`]
    : []
}

// Text in px stays small for people who set a larger font in their browser.
function fontProblems({ path, text }: SourceFile): string[] {
  if (!/^web\//.test(path) || isTest(path)) return []
  const sizes = /\bfont(-size)?:[^;}]*\d(px|pt)\b|\b(fz=|fontSize:)\s*[{'"]*[\d.]+(px|pt|['",}\s])/
  return sizes.test(text)
    ? [`${path}: a font size in px; write it in rem, so that it grows with the browser's.`]
    : []
}

function districtProblems({ path }: SourceFile): string[] {
  const [, side, district = ''] = path.match(/^(contract|server|web)\/([^/]+)\//) ?? []
  if (!side || districts.includes(district) || isIntegration(path) || path.startsWith('web/layouts/'))
    return []
  return [`${path}: '${district}' is no district; move the file to one of ${districts.join(', ')}.`]
}

function roomProblems({ path }: SourceFile, nouns: string[]): string[] {
  const noun = nounOf(path)
  const [, room, district, file] = path.match(/^(server|web)\/([^/]+)\/[^/]+\/(.+)$/) ?? []
  if (!noun || !file || file.endsWith('.sql') || isGuest(path) || isIntegration(path)) return []
  if (!nouns.includes(noun)) {
    return [
      `${path}: '${noun}' is no noun of the contract; add contract/${district}/${noun}/, or move it to core/.`,
    ]
  }
  if (room === 'web' || isTest(file)) return []
  const one = noun.replace(/ies$/, 'y').replace(/s$/, '')
  const allowed = new RegExp(`^(noun|queries|jobs|mails|(.+-)?(${one}|${noun})|${one}-.+)\\.ts$`)
  const names = `noun.ts, queries.ts, jobs.ts, mails.ts, ${noun}.ts, <verb>-${one}.ts or ${one}-<thing>.ts`
  return allowed.test(file) ? [] : [`${path}: not a name for this folder; use ${names}.`]
}
