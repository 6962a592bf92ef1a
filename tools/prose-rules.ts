import { screenTexts } from './screen-texts.ts'
import type { SourceFile } from './source-files.ts'
import { isGenerated, isTest } from './source-files.ts'

const longestLine = 200
const relativeOpening =
  /\/\*\*[\s*]*(Who|Whom|Whose|What|When|Where|Which|Why|How|That|They|Those|Like|Of|By|So)\b/g
// Comments of columns, in landed migrations.
const columnOpening = /^(When|How)$/
// A doc comment, and the name that is declared below it.
const docComment = /\/\*\*(?=\s)([\s\S]*?)\*\/\s*(?:\/\*.*?\*\/\s*)?(?:[a-z]+\*? )*['"]?([\w$-]*)/g
const longestFirstSentence = 20
const emptyWords = stems(
  'a an the this that these all each one its it of for in on at to by as with and or is are has have returns',
)

/** Returns a sentence per doc comment that has to be read twice, or only repeats the name below it. */
export function docCommentProblems(files: SourceFile[]): string[] {
  return files.flatMap(({ path, text }) => {
    const openings = [...text.matchAll(relativeOpening)]
      .filter(({ 1: word }) => !(path.endsWith('.generated.ts') && columnOpening.test(word ?? '')))
      .map(
        ({ index, 1: word }) =>
          `${path}:${lineAt(text, index)}: the doc comment opens with '${word}'; start with a verb ("Returns…") or with the noun.`,
      )
    if (isGenerated(path) || !/\.(tsx?|mjs)$/.test(path)) return openings
    const bodies = [...text.matchAll(docComment)].flatMap(({ index, 1: body = '', 2: name = '' }) => {
      const problem = bodyProblem(body.replace(/\n\s*\*/g, '\n').trim(), name)
      return problem ? [`${path}:${lineAt(text, index)}: ${problem}`] : []
    })
    return [...openings, ...bodies]
  })
}

/** Returns what is wrong with the words of a comment about a name; undefined if nothing is. */
function bodyProblem(comment: string, name: string): string | undefined {
  const [first = ''] = comment.split(/(?<=[.!?])\s/)
  const count = first.split(/\s+/).length
  const relative = /\b(that|which)\b/i.exec(first)?.[1]
  if (relative && count > longestFirstSentence)
    return `the first sentence has '${relative}' in ${count} words; make two sentences, or say it in ${longestFirstSentence}.`
  const known = [...stems(name), ...emptyWords]
  return stems(comment).every((word) => known.includes(word))
    ? `the doc comment only repeats '${name}'; say more, or delete it.`
    : undefined
}

/** Returns words in lower case, without the s of a plural or a verb: `findUsers` gives find, user. */
function stems(text: string): string[] {
  return (text.replaceAll(/['’]s\b/g, '').match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+/g) ?? []).map((word) =>
    word.toLowerCase().replace(/ies$/, 'y').replace(/s$/, ''),
  )
}

/** Returns a sentence per long line of a Markdown file. Tables and code can't be wrapped, so they may be long. */
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

/** Words that people stumble over on screens and in emails, each in lower case with a plain one. */
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
  // Words of the credit engine, and those of a program manager.
  'make valid': 'apply',
  'made valid': 'applied',
  'what if': 'preview the effect',
  'figures of hours': 'credit rules',
  'credit queue': 'needs a decision',
  'state these': 'save these',
  'hours as taught': 'teaching times',
  'as planned': 'as scheduled',
  'settle now': 'mark as final',
  'keep report': 'import report',
  'fetch now': 'get report',
  'not one of ours': 'not registered',
  'to the rule': 'to automatic hours',
  'by the rule': 'automatic',
  'inspection pack': 'FAA records',
  'inspection packs': 'FAA records',
  'marked addresses': 'bounced addresses',
  recount: 'nightly check',
  unusable: 'missing or invalid',
  'take back': 'restore',
  'taken back': 'removed',
  'take it': 'claim my seat',
  'seat is free': 'seat is available',
  'offer is over': 'offer has expired',
  nobody: 'no one',
  'at one computer': 'on a shared computer',
  'write to': 'email',
  'did not work': 'went wrong',
}
/** The specification's own phrases, which stay as they are. */
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

/** Returns a sentence per stumbling word in a text that people read: pages, the contract's words, emails. */
export function screenWordProblems(files: SourceFile[]): string[] {
  return files
    .filter(({ path }) => readFiles.test(path) && /\.tsx?$/.test(path) && !isTest(path))
    .flatMap(({ path, text: code }) =>
      screenTexts(path, code).flatMap(({ text, start }) => stumblingWords(path, code, text, start)),
    )
}

/** Returns a sentence per stumbling word in the help pages. */
export function helpWordProblems(pages: { path: string; text: string }[]): string[] {
  return pages
    .filter(({ path }) => path.startsWith('docs/help/'))
    .flatMap(({ path, text }) => stumblingWords(path, text, text, 0))
}

function stumblingWords(path: string, code: string, text: string, start: number): string[] {
  const checked = text.replace(excepted, (words) => '-'.repeat(words.length))
  return [...checked.matchAll(stumbling)].map(({ 0: word, index }) => {
    const plain = plainWords[word.toLowerCase().replace(/\s+/g, ' ')]
    return `${path}:${lineAt(code, start + index)}: '${word}' is not plain on a screen or in an email; say '${plain}', or reword.`
  })
}

/** Returns a pattern of these phrases; their words may be on two lines. */
function alternatives(phrases: string[]): string {
  return phrases.join('|').replaceAll(' ', '\\s+')
}

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length
}
