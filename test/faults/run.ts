import type { Outcome } from './burst.ts'
import { databaseDrills } from './database-drills.ts'
import { drills } from './drills.ts'
import { importDrills } from './import-drills.ts'
import { upgradeDrills } from './upgrade-drills.ts'
import { webhookDrills } from './webhook-drills.ts'
import { webinarDrills } from './webinar-drills.ts'

// Causes the faults that a season may meet: `npm run test:faults`. `npm run test:faults -- kill` runs the drills whose names
// begin with that word. Exits with 1 if anything acknowledged is lost or doubled. docs/operations.md has the resulting table.
const chosen = process.argv.slice(2)
const all = {
  ...drills,
  ...webinarDrills,
  ...webhookDrills,
  ...databaseDrills,
  ...importDrills,
  ...upgradeDrills,
}
const unknown = chosen.find((beginning) => !Object.keys(all).some((name) => name.startsWith(beginning)))
if (unknown !== undefined) {
  console.error(`No drill begins with '${unknown}'. The drills are:\n${Object.keys(all).join('\n')}`)
  process.exit(1)
}
const header = [
  'drill',
  'rounds',
  'acknowledged',
  'lost',
  'doubled',
  'mails missing',
  'doubled',
  'unknown',
  'stranded',
  'not yes',
  'recovery',
  's',
]
console.log(`| ${header.join(' | ')} |\n|${' --- |'.repeat(header.length)}`)
let isWhole = true
for (const [name, drill] of Object.entries(all)) {
  if (chosen.length > 0 && !chosen.some((beginning) => name.startsWith(beginning))) continue
  const start = performance.now()
  const outcome = await drill()
  if (typeof outcome === 'string') {
    console.log(`| ${name} | ${outcome} |${' |'.repeat(header.length - 2)}`)
    continue
  }
  const { acknowledged, lost, doubled, mailsMissing, mailsDoubled, mailsUnknown, refusals } = outcome
  const { rounds, stranded = 0, recoveryMs, note } = outcome
  const seconds = Math.round((performance.now() - start) / 1000)
  const cells = [
    rounds ?? '–',
    acknowledged,
    lost,
    doubled,
    mailsMissing,
    mailsDoubled,
    mailsUnknown,
    stranded,
    [shown(refusals), note].filter(Boolean).join('; '),
    recoveryMs === undefined ? '–' : `${(recoveryMs / 1000).toFixed(1)} s`,
    seconds,
  ]
  console.log(`| ${[name, ...cells].join(' | ')} |`)
  isWhole &&= isWholeAfter(outcome)
}
process.exit(isWhole ? 0 : 1)

function isWholeAfter({ lost, doubled, stranded = 0, mailsMissing, mailsDoubled, refusals }: Outcome) {
  return lost + doubled + stranded + mailsMissing + mailsDoubled === 0 && !refusals.has(500)
}

function shown(refusals: Map<number, number>): string {
  const words = [...refusals].map(([status, times]) => `${times} × ${status === 0 ? 'no answer' : status}`)
  return words.join(', ') || '–'
}
