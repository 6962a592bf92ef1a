import type { SourceFile } from './source-files.ts'
import { isTest } from './source-files.ts'

/**
 * Returns one sentence for each query that reads every column of a table: a prepared statement of that kind fails when a migration
 * adds one, and a name in it may refer to two columns. Whole subqueries are fine, and so are tables in a file whose queries
 * have no name, because they are planned each time.
 * Tests of nouns must know no table of the queue.
 */
export function queryProblems(files: SourceFile[]): string[] {
  const tables = files
    .filter(({ path }) => path.startsWith('server/migrations/'))
    .flatMap(({ text }) => [...text.matchAll(/\bcreate\s+(?:unlogged\s+)?table\s+(\w+)/gi)])
    .map(([, name]) => name)
  const stars = new RegExp(
    [
      String.raw`\.(?:select|returning)All\(`,
      String.raw`\breturning\s+\*`,
      String.raw`\bselect\s[^;\x60]*?\b\w+\.\*`,
      String.raw`\bselect\s+\*[^;\x60()]*?\b(?:from|join)\s+(?:${tables.join('|') || '-'})\b`,
    ].join('|'),
    'i',
  )
  const server = files.filter(({ path }) => path.startsWith('server/') && path.endsWith('.ts'))
  const whole = server
    .filter(({ path }) => !isTest(path))
    .filter(
      ({ text }) =>
        !text.includes('planAnew') && stars.test(text.replaceAll(/\/\*.*?\*\/|^\s*\/\/.*$/gms, '')),
    )
    .map(({ path }) => `${path}: reads every column of a table; name those that it needs.`)
  const queue = server
    .filter(({ path, text }) => isTest(path) && !path.startsWith('server/core/') && text.includes('pgboss.'))
    .map(({ path }) => `${path}: reads the tables of the queue; use test/queue.ts.`)
  return [...whole, ...queue]
}
