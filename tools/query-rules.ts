import type { SourceFile } from './source-files.ts'
import { isTest } from './source-files.ts'

/**
 * Returns a sentence per query that reads every column of a table. As a prepared statement it would fail when
 * a migration adds a column, and its names may become ambiguous. Whole subqueries are fine, and so are tables
 * in a file whose queries have no name, because they are planned each time. Tests of nouns must know no table
 * of the queue. A `sql<boolean>` must not be null where a subquery finds no row.
 */
export function queryProblems(files: SourceFile[]): string[] {
  const tables = files
    .filter(({ path }) => path === 'server/schema.sql')
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
  const nullable = server
    .filter(({ text }) =>
      [...text.matchAll(booleans)].some(([, template]) => hasBareSubquery(template as string)),
    )
    .map(
      ({ path }) =>
        `${path}: a sql<boolean> is null where its subquery finds no row; use 'is not distinct from', exists or coalesce.`,
    )
  return [...whole, ...queue, ...nullable]
}

/** The templates of `sql<boolean>`, with those in their placeholders. */
const booleans = /\bsql<boolean>`((?:\$\{(?:`[^`]*`|\{[^}]*\}|[^{}`])*\}|[^`])*)`/g

/** Returns true if SQL uses a subquery's value where a missing row makes the whole null. */
function hasBareSubquery(text: string): boolean {
  const guards = [false]
  for (const { 0: mark, index } of text.matchAll(/[()]/g)) {
    if (mark === ')') {
      guards.pop()
      continue
    }
    const isSelect = /^\(\s*select\b/i.test(text.slice(index))
    const isGuarded =
      guards.at(-1) ||
      /\b(?:exists|in|any|all|array|coalesce|distinct\s+from)\s*$/i.test(text.slice(0, index))
    if (isSelect && !isGuarded) return true
    guards.push(isGuarded || isSelect)
  }
  return false
}
