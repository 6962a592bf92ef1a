import type { Outcome } from './burst.ts'
import { drills } from './drills.ts'
import { webinarDrills } from './webinar-drills.ts'

// What a season may meet, for real: `npm run test:faults`, or some by their beginning: `npm run test:faults -- kill`. Ends
// with 1 where anything that was acknowledged is lost or doubled; the table is that of docs/operations.md.
const chosen = process.argv.slice(2)
const header = [
  'drill',
  'acknowledged',
  'lost',
  'doubled',
  'mails missing',
  'doubled',
  'unknown',
  'not yes',
  's',
  'no link',
  'last link after',
]
console.log(`| ${header.join(' | ')} |\n|${' --- |'.repeat(header.length)}`)
let isWhole = true
for (const [name, drill] of Object.entries({ ...drills, ...webinarDrills })) {
  if (chosen.length > 0 && !chosen.some((beginning) => name.startsWith(beginning))) continue
  const start = performance.now()
  const outcome = await drill()
  if (typeof outcome === 'string') {
    console.log(`| ${name} | ${outcome} |${' |'.repeat(header.length - 2)}`)
    continue
  }
  const { acknowledged, lost, doubled, mailsMissing, mailsDoubled, mailsUnknown, refusals, links } = outcome
  const seconds = Math.round((performance.now() - start) / 1000)
  const cells = [
    acknowledged,
    lost,
    doubled,
    mailsMissing,
    mailsDoubled,
    mailsUnknown,
    shown(refusals),
    seconds,
    ...(links ? [links.stranded, `${links.seconds} s`] : ['–', '–']),
  ]
  console.log(`| ${[name, ...cells].join(' | ')} |`)
  isWhole &&= isWholeAfter(outcome)
}
process.exit(isWhole ? 0 : 1)

function isWholeAfter({ lost, doubled, mailsMissing, mailsDoubled, refusals, links }: Outcome): boolean {
  return lost + doubled + mailsMissing + mailsDoubled + (links?.stranded ?? 0) === 0 && !refusals.has(500)
}

function shown(refusals: Map<number, number>): string {
  const words = [...refusals].map(([status, times]) => `${times} × ${status === 0 ? 'no answer' : status}`)
  return words.join(', ') || '–'
}
