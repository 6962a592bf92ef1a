import type { SourceFile } from './source-files.ts'

/** Changes that break the previous version while it runs beside the new one on the same database. */
const contractions: [what: string, pattern: RegExp][] = [
  [
    'drops what the version before may still use',
    /\bdrop\s+(?:table|column|(?:materialized\s+)?view|type|domain|sequence|function|procedure|schema)\b|\balter\s+table\b.*\bdrop\s+(?!constraint\b|not\s+null\b|default\b)\w/s,
  ],
  [
    'renames what the version before uses',
    /\brename\s+(?:to|column|constraint|value)\b|\balter\s+table\s+\S+\s+rename\b/,
  ],
  ['changes the type of a column', /\balter\s+(?:column\s+)?\w+\s+(?:set\s+data\s+)?type\b/],
  ['wants a value that the version before does not write', /\bset\s+not\s+null\b|\bdrop\s+default\b/],
  [
    'adds a column that the version before does not fill',
    /\badd\s+(?:column\s+)?(?:if\s+not\s+exists\s+)?(?!constraint\b|check\b|unique\b|foreign\b|primary\b)\w+\s(?![^,;]*\b(?:default|generated)\b)[^,;]*\bnot\s+null\b/,
  ],
  [
    'refuses rows that the version before may write',
    /\badd\s+(?:constraint\s+\w+\s+)?(?:check|unique|foreign|primary|exclude)\b|\bcreate\s+unique\s+index\b/,
  ],
]

/** A check that replaces its namesake in the same statement. It must be wider; reviewers see that. */
const replacedCheck = /\bdrop\s+constraint\s+(\w+)\s*,\s*add\s+constraint\s+\1\s+check\b/g

/** A line in a migration that allows a contraction: what goes is unused since this release. */
const leave = /^-- Contracts: unused since (\d+)\.(\d+)\.(\d+)\.?$/m

/**
 * Returns a sentence per migration that only fits the new version. Old and new run side by side during an
 * upgrade, so a release first stops using a thing, and a later one removes it. `version`: the current one.
 */
export function migrationProblems(files: SourceFile[], version: string): string[] {
  const migrations = files.filter(({ path }) => /^server\/core\/db\/migrations\/[^/]*\.sql$/.test(path))
  return migrations.flatMap(({ path, text }) => {
    const since = leave.exec(text)?.slice(1).map(Number)
    if (since && isEarlier(since, version.split('.').map(Number))) return []
    const sql = text.replace(/--.*$/gm, '').toLowerCase().replace(replacedCheck, '')
    const made = [...sql.matchAll(/\bcreate\s+(?:unlogged\s+)?table\s+(\w+)/g)].map(([, name]) => name)
    // No old version uses a table created here.
    const statements = sql
      .split(';')
      .filter(
        (statement) => !new RegExp(`\\b(?:table|on)\\s+(?:${made.join('|') || '-'})\\b`).test(statement),
      )
    return contractions
      .filter(([, pattern]) => statements.some((statement) => pattern.test(statement)))
      .map(
        ([what]) =>
          `${path}: ${what}; do it in a later release, with a line '-- Contracts: unused since X.Y.Z' that names this one.`,
      )
  })
}

function isEarlier(one: number[], other: number[]): boolean {
  const index = one.findIndex((number, place) => number !== other[place])
  return index >= 0 && (one[index] as number) < (other[index] ?? 0)
}
