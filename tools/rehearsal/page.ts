import { escapeHtml } from '#server/core/escape-html.ts'
import type { RehearsalResult } from './result.ts'
import { creditedWords, packWords, verdictWords, waitWords } from './result.ts'

const title = 'Rehearsal of a two-day series'

const leftOut = [
  'The built-in room has no phones, hosts or waiting rooms, and always knows the times and emails of its visits.',
  'It asks no polls itself. Half of the people enter codes from the slides. The others stand in an uploaded poll report.',
]

/** Returns the outcome as lines of text. */
export function rehearsalWords(result: RehearsalResult): string {
  return [verdictWords(result), ...factsOf(result), '', ...habitLines(result), '', ...mailLines(result)].join(
    '\n',
  )
}

/** Returns the outcome as a self-contained HTML page. */
export function rehearsalPage(result: RehearsalResult): string {
  const { habits, mails } = result
  const habitRows = habits.map(
    (each) => [each.habit, each.people, each.expectedHours, creditedWords(each), each] as const,
  )
  const mailRows = mails.map((each) => [each.kind, each.expected, each.sent, each] as const)
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #1c2430; background: #fff }
table { border-collapse: collapse; width: 100%; margin: 1rem 0 2rem }
th, td { text-align: left; padding: .35rem .6rem; border-bottom: 1px solid #d5dbe3 }
.differs { background: #fdecea; font-weight: 600 }
</style>
<h1>${title}</h1>
<p><strong>${escapeHtml(verdictWords(result))}</strong></p>
<ul>${factsOf(result).map(item).join('')}</ul>
<h2>Hours by habit</h2>
${tableOf(['Habit', 'People', 'Expected hours', 'Credited'], habitRows)}
<h2>Emails</h2>
${tableOf(['Email', 'Expected', 'Sent'], mailRows)}
<h2>Not rehearsed</h2>
<ul>${leftOut.map(item).join('')}</ul>
</html>
`
}

type Row = readonly [...cells: (string | number)[], compared: { isAsExpected: boolean }]

function tableOf(heading: string[], rows: readonly Row[]): string {
  const cells = (tag: string, values: readonly (string | number)[]) =>
    values.map((value) => `<${tag}>${escapeHtml(String(value))}</${tag}>`).join('')
  const lines = rows.map((row) => {
    const { isAsExpected } = row.at(-1) as Row[1] & { isAsExpected: boolean }
    return `<tr${isAsExpected ? '' : ' class="differs"'}>${cells('td', row.slice(0, -1) as string[])}</tr>`
  })
  return `<table><tr>${cells('th', heading)}</tr>${lines.join('')}</table>`
}

function item(sentence: string): string {
  return `<li>${escapeHtml(sentence)}</li>`
}

function factsOf({ slot, people, seed, minutesToCertificate, pack, tookSeconds }: RehearsalResult): string[] {
  return [
    slot,
    `${people} people, seed ${seed}`,
    waitWords(minutesToCertificate),
    packWords(pack),
    `It took ${tookSeconds} seconds.`,
  ]
}

function habitLines({ habits }: RehearsalResult): string[] {
  return habits.map((each) => {
    const mark = each.isAsExpected ? '  ' : '✗ '
    return `${mark}${each.habit.padEnd(44)}${(each.people === 1 ? '1 person' : `${each.people} people`).padStart(10)}   expected ${each.expectedHours}   credited ${creditedWords(each)}`
  })
}

function mailLines({ mails }: RehearsalResult): string[] {
  return mails.map(({ kind, expected, sent, isAsExpected }) => {
    return `${isAsExpected ? '  ' : '✗ '}${kind.padEnd(44)} expected ${expected}   sent ${sent}`
  })
}
