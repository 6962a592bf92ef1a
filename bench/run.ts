import { measureBulkHours } from './bulk-hours.ts'
import { measureCertificates } from './certificates.ts'
import { measureCostlyReads } from './costly-reads.ts'
import { measureCounting } from './counting.ts'
import { measureCrediting } from './crediting.ts'
import { measureDashboard } from './dashboard.ts'
import { measureDrain } from './drain.ts'
import { measureEventList } from './event-list.ts'
import type { Figure } from './figures.ts'
import { isMet, tables } from './figures.ts'
import { measureFirstLoad } from './first-load.ts'
import type { House } from './house.ts'
import { endWork, openHouse } from './house.ts'
import { measureIdle } from './idle.ts'
import { measureImporting } from './importing.ts'
import { measureInspection } from './inspection.ts'
import { measureLargeBodies } from './large-bodies.ts'
import { measureLighthouse } from './lighthouse.ts'
import { measureLongList } from './long-list.ts'
import { measureMailing } from './mailing.ts'
import { measureMemory } from './memory.ts'
import { measureOneEvent } from './one-event.ts'
import { measureOpening } from './opening.ts'
import { measurePublicAnswers } from './public-answers.ts'
import { measureRegistering, measureSeats } from './registering.ts'
import { measureRegisteringBeside } from './registering-beside.ts'
import { measureCsv } from './registration-csv.ts'
import { measureList } from './registration-list.ts'
import { measureSeasonOpening } from './season-opening.ts'
import { measureSigningIn } from './signing-in.ts'
import { measureSyncing } from './syncing.ts'

// Lighthouse is downloaded first, and memory takes ten minutes.
const onlyIfNamed = ['lighthouse', 'memory']

// The figures of docs/figures.md, as ratios of medians of at least five rounds in which portal and yardstick take turns.
// `npm run bench -- csv events` measures only those parts. Exits with 1 if a goal is missed.
const parts: Record<string, typeof measureCsv> = {
  list: measureList,
  csv: measureCsv,
  hours: measureBulkHours,
  importing: measureImporting,
  counting: measureCounting,
  crediting: measureCrediting,
  inspection: measureInspection,
  dashboard: measureDashboard,
  reads: measureCostlyReads,
  bodies: measureLargeBodies,
  events: measureEventList,
  public: measurePublicAnswers,
  certificates: measureCertificates,
  login: measureFirstLoad,
  opening: measureOpening,
  rows: measureLongList,
  lighthouse: measureLighthouse,
  syncing: measureSyncing,
  mailing: measureMailing,
  memory: measureMemory,
  'sign-in': measureSigningIn,
  idle: measureIdle,
  beside: measureRegisteringBeside,
  // Last, because their registrations stay.
  drain: measureDrain,
  registering: measureRegistering,
  seats: measureSeats,
  'one-event': measureOneEvent,
  'season-opening': measureSeasonOpening,
}

const chosen = process.argv.slice(2)
const unknown = chosen.find((name) => !(name in parts))
if (unknown) {
  console.error(`There is no part '${unknown}'. The parts are ${Object.keys(parts).join(', ')}.`)
  process.exit(1)
}

const house = await openHouse(20_000)
let large: Promise<House> | undefined
/** Opens a second house with a million registrations, on first use. */
const openLarge = () => {
  large ??= openHouse(200_000)
  return large
}
const figures: Figure[] = []
try {
  for (const [name, measure] of Object.entries(parts)) {
    if (chosen.length > 0 ? !chosen.includes(name) : onlyIfNamed.includes(name)) continue
    console.log(`Measuring ${name} …`)
    figures.push(...(await measure(house, openLarge)))
    await endWork(house)
  }
} finally {
  // Also prints the figures from before a part failed.
  console.log(tables(figures))
  await house.close()
  await (await large)?.close()
}
process.exit(figures.every(isMet) ? 0 : 1)
