import { setTimeout as delay } from 'node:timers/promises'
import type { ControlledTransaction } from 'kysely'
import { sql } from 'kysely'
import type { InspectionScope } from '#contract/office/inspections/calls.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import { countSlot } from '#server/counting/credit-findings/credit-findings.ts'
import { currentKey } from '#server/foundation/signing-keys/signing-keys.ts'
import type { Services } from '#server/services.ts'
import type { Tables } from '#server/tables.generated.ts'
import { write } from '#server/work.ts'
import { findCountings } from './inspection-counting.ts'
import { countInScope, findInspectionFacts, findSlotsInScope } from './inspection-facts.ts'
import { reportFile } from './inspection-files.ts'
import { scopeWords } from './inspection-words.ts'

/** A due count ends within this many seconds, unless many slots are counted. */
const mostSecondsOfCount = 5

/**
 * Counts a scope's slots, and reads its records in one snapshot, so that both match. Returns them with the
 * open snapshot and the signing key. Refuses with INSPECTION_EMPTY, and with INSPECTION_COUNTING if a count
 * is still due after a few seconds.
 */
export async function openSnapshot(services: Services, scope: InspectionScope) {
  if ((await countInScope(services.db, scope)) === 0) throw new Refusal('INSPECTION_EMPTY')
  for (const eventSlotId of await findSlotsInScope(services.db, scope)) {
    await write(services, undefined, (work) => countSlot(work, { eventSlotId }))
  }
  const key = await write(services, undefined, currentKey)
  for (let seconds = 0; ; seconds += 1) {
    const snapshot = await services.exportDb
      .startTransaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute()
    try {
      return { snapshot, key, records: await readRecords(snapshot, scope) }
    } catch (problem) {
      await snapshot.rollback().execute()
      const isDue = problem instanceof Refusal && problem.code === 'INSPECTION_COUNTING'
      if (!isDue || seconds === mostSecondsOfCount) throw problem
    }
    await delay(1000)
  }
}

async function readRecords(snapshot: ControlledTransaction<Tables>, scope: InspectionScope) {
  // The snapshot stays open while the file is read.
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(snapshot)
  const facts = await findInspectionFacts(snapshot, scope)
  const countings = await findCountings(snapshot, facts.slotIds, facts.reports, reportFile)
  return { scope: await scopeWords(snapshot, scope), facts, countings }
}
