import { execFileSync } from 'node:child_process'
import { globSync } from 'node:fs'

/** Steps and tests for `npm test -- --changed`. */
export interface Affected {
  steps: string[]
  /** The files whose tests run, by their imports; undefined: all tests. */
  related: string[] | undefined
  /** True if only journeys can be affected that import a changed file. */
  hasOnlyTests: boolean
}

/** Returns the files that differ from a commit, relative to the repository. Those that Git does not know yet are included. */
export function changedFiles(since: string): string[] {
  const git = (...args: string[]) =>
    execFileSync('git', args, { encoding: 'utf8' })
      .split('\n')
      .filter((line) => line !== '')
  return [...git('diff', '--name-only', since), ...git('ls-files', '--others', '--exclude-standard')]
}

/** Returns what a change of these files can affect. A program reads SQL, documents and settings without an import. */
export function affectedBy(files: string[]): Affected {
  const isTest = (file: string) => /\.test\.tsx?$|^(test|bench|tools)\//.test(file)
  const isProduct = (file: string) => /^(contract|server|web|packages)\//.test(file) && !isTest(file)
  const hasProduct = files.some(isProduct)
  const hasOnlyDocuments = files.every((file) => file.endsWith('.md'))
  return {
    steps: [
      ...(files.length === 0 ? [] : ['lint', 'structure', 'tests']),
      ...(hasOnlyDocuments ? [] : ['types', 'contract']),
      ...(hasProduct || files.some((file) => file.startsWith('test/')) ? ['web', 'journeys'] : []),
    ],
    related: files.some((file) => /^[^/]*\.(json|ts)$/.test(file)) ? undefined : files.flatMap(readersOf),
    hasOnlyTests: !hasProduct,
  }
}

/** Returns the files of which the importers are affected. */
function readersOf(file: string): string[] {
  // The walks over all calls find the files of the contract in its folders.
  if (/^contract\/.*\.ts$/.test(file)) return [file, 'test/declared-calls.ts']
  if (/\.tsx?$/.test(file)) return [file]
  if (file.endsWith('.sql')) return ['server/core/db/migrate-portal.ts']
  return globSync('tools/*.test.ts')
}
