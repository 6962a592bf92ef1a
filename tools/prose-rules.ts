import { screenTexts } from './screen-texts.ts'
import type { SourceFile } from './source-files.ts'
import { isTest } from './source-files.ts'

const longestLine = 200
const relativeOpening =
  /\/\*\*[\s*]*(Who|Whom|Whose|What|When|Where|Which|Why|How|That|They|Those|Like|Of|By|So)\b/g
// Comments of columns, in landed migrations.
const columnOpening = /^(When|How)$/

/** Returns one sentence for each doc comment that opens with a relative word instead of a verb or a noun. */
export function docCommentProblems(files: SourceFile[]): string[] {
  return files.flatMap(({ path, text }) =>
    [...text.matchAll(relativeOpening)]
      .filter(({ 1: word }) => !(path.endsWith('.generated.ts') && columnOpening.test(word ?? '')))
      .map(
        ({ index, 1: word }) =>
          `${path}:${lineAt(text, index)}: the doc comment opens with '${word}'; start with a verb ("Returns…") or with the noun.`,
      ),
  )
}

/** Returns one sentence for each long line of a Markdown file; tables and code cannot be wrapped, so they may be long. */
export function longLineProblems(files: { path: string; text: string }[]): string[] {
  return files.flatMap(({ path, text }) => {
    let isCode = false
    return text.split('\n').flatMap((line, index) => {
      if (/^\s*(```|~~~)/.test(line)) isCode = !isCode
      if (isCode || line.trimStart().startsWith('|') || line.length <= longestLine) return []
      return [`${path}:${index + 1}: ${line.length} characters, the limit is ${longestLine}; wrap the line.`]
    })
  })
}

/** The words that people stumble over on screens and in emails, each with a plain one. */
const plainWords: Record<string, string> = {
  mail: 'email',
  mails: 'email',
  mailed: 'emailed',
  mailing: 'emailing',
  'by itself': 'automatically',
  'by themselves': 'automatically',
  'at once': 'right away',
  meanwhile: 'since then',
  whoever: 'anyone who',
  somebody: 'someone',
  holds: 'has',
  stands: 'is valid',
  told: 'notified',
  'no longer': 'not anymore',
}
/** The specification's own phrases, which stay as they are, whatever words they have. */
const specificationPhrases = [
  // Sections 2, 4 and 5: the title 'Mailing List', 'Please indicate your mailing list preference'.
  'mailing list',
  // Section 3: the fields of the mailing consent, which are columns of the CSV.
  'mailing consent',
]
const stumbling = new RegExp(`(?<![\\w-])(${alternatives(Object.keys(plainWords))})(?![\\w-])`, 'gi')
const excepted = new RegExp(alternatives(specificationPhrases), 'gi')
const readFiles =
  /^(web|contract)\/|^server\/[^/]+\/(?!mails\/)[^/]+\/mails\.ts$|^server\/core\/mail\/mail-layout\.ts$/

/** Returns one sentence for each stumbling word in a text that people read: pages, the contract's words, emails. */
export function screenWordProblems(files: SourceFile[]): string[] {
  return files
    .filter(({ path }) => readFiles.test(path) && /\.tsx?$/.test(path) && !isTest(path))
    .flatMap(({ path, text: code }) =>
      screenTexts(path, code).flatMap(({ text, start }) => {
        const checked = text.replace(excepted, (words) => '-'.repeat(words.length))
        return [...checked.matchAll(stumbling)].map(({ 0: word, index }) => {
          const plain = plainWords[word.toLowerCase().replace(/\s+/g, ' ')]
          return `${path}:${lineAt(code, start + index)}: '${word}' is not plain on a screen or in an email; say '${plain}', or reword.`
        })
      }),
    )
}

/** Returns a pattern of these phrases, whose words may be on two lines. */
function alternatives(phrases: string[]): string {
  return phrases.join('|').replaceAll(' ', '\\s+')
}

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length
}
