import { isGuest, isIntegration, nounOf } from './import-rules.ts'
import type { SourceFile } from './source-files.ts'
import { isTest } from './source-files.ts'

/**
 * Returns one sentence for each noun without a row in the glossary, each row about nothing, and each word
 * with two rows. A row names a folder, a table, a type or a file by its word, singular or plural, or in backticks.
 */
export function glossaryProblems(glossary: string, files: SourceFile[]): string[] {
  const rows = rowsOf(glossary)
  const product = files.filter(({ path }) => !isTest(path) && !isGuest(path) && !isIntegration(path))
  const nouns = new Set(
    product.flatMap(({ path }) => (path.startsWith('contract/') ? (nounOf(path) ?? []) : [])),
  )
  const code = new Set([...nouns, ...product.flatMap(namesIn)])
  const words = rows.flatMap((row) => row.words)
  const named = new Set(rows.flatMap(({ words, quoted }) => [...words.flatMap(formsOf), ...quoted]))
  return [
    ...[...nouns]
      .filter((noun) => !named.has(noun))
      .map(
        (noun) =>
          `docs/glossary.md: the noun ${noun} has no row; add its word, or \`${noun}\` to the row of its word.`,
      ),
    ...rows
      .filter(({ words, quoted }) => ![...words.flatMap(formsOf), ...quoted].some((name) => code.has(name)))
      .map(
        ({ words }) =>
          `docs/glossary.md: '${words.join(', ')}' names nothing in the code; add the name in backticks, or delete the row.`,
      ),
    ...[...new Set(words.filter((word, place) => words.indexOf(word) !== place))].map(
      (word) => `docs/glossary.md: '${word}' has two rows; one word means one thing.`,
    ),
  ]
}

function rowsOf(glossary: string) {
  return [...glossary.matchAll(/^\| ([^|]+) \| ([^|]+) \|/gm)]
    .map(([, words = '', means = '']) => ({
      words: words.split(',').map((word) => word.trim()),
      quoted: [...means.matchAll(/`([\w-]+)`/g)].map(([, name = '']) => name),
    }))
    .filter(({ words }) => words[0] !== 'word' && words[0] !== '---')
}

/** Returns a word as a folder, a table and a type, singular and plural. */
function formsOf(word: string): string[] {
  return [word, `${word.replace(/([^aeiou])y$/, '$1ie')}s`]
    .map((each) => each.toLowerCase().split(/[ -]/))
    .flatMap((parts) => [
      parts.join('-'),
      parts.join('_'),
      parts.map((part) => part.charAt(0).toUpperCase() + part.slice(1)).join(''),
    ])
}

/** The names that a file gives: its own, of its tables, and of its types, functions and values. */
function namesIn({ path, text }: SourceFile): string[] {
  const declared =
    /^(?:create table|(?:export )?(?:default )?(?:async )?(?:interface|type|class|const|function)) (\w+)/gm
  return [
    path.replace(/^.*\//, '').replace(/\..*$/, ''),
    ...[...text.matchAll(declared)].map(([, name = '']) => name),
  ]
}
