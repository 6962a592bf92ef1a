import type { SourceFile } from './source-files.ts'

const longestLine = 200
const relativeOpening = /\/\*\*[\s*]*(Who|Whom|Whose|What|Where|Of|By|So)\b/g

/** Returns one sentence for each doc comment that opens with a relative word instead of a verb or a noun. */
export function docCommentProblems(files: SourceFile[]): string[] {
  return files.flatMap(({ path, text }) =>
    [...text.matchAll(relativeOpening)].map(
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

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length
}
