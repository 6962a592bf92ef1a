import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { didOf } from '#contract/foundation/signing-keys/did.ts'
import type { InspectionScope, InspectionSummary } from '#contract/office/inspections/calls.ts'
import { getFileOf as getDecisionFile } from '#server/attendance/attendance-decisions/queries.ts'
import { getSources } from '#server/attendance/attendances/queries.ts'
import { getSheetFile } from '#server/attendance/sign-in-sheets/queries.ts'
import type { Attempt } from '#server/core/jobs/queue.ts'
import { TryAgain } from '#server/core/jobs/queue.ts'
import { drawableCertificate } from '#server/counting/certificates/certificate-content.ts'
import { openCertificatePrinter } from '#server/counting/certificates/certificate-pdf.ts'
import { countSlot } from '#server/counting/credit-findings/credit-findings.ts'
import { getFileOf as getReviewFile } from '#server/counting/credit-reviews/queries.ts'
import { findPublicKeys } from '#server/foundation/signing-keys/queries.ts'
import type { SigningKey } from '#server/foundation/signing-keys/signing-keys.ts'
import { currentKey, sign } from '#server/foundation/signing-keys/signing-keys.ts'
import type { Jobs } from '#server/jobs.ts'
import type { Services } from '#server/services.ts'
import type { Work } from '#server/work.ts'
import { write } from '#server/work.ts'
import { BeingCounted, findCountings } from './inspection-counting.ts'
import { findInspectionFacts, findSlotsInScope } from './inspection-facts.ts'
import type { InspectionRecords, PackSources } from './inspection-files.ts'
import { packFiles, reportFile } from './inspection-files.ts'
import { fileNames } from './inspection-records.ts'
import { verifierProgram } from './inspection-verifier.ts'
import { scopeWords } from './inspection-words.ts'
import type { PackFile } from './inspection-zip.ts'
import { writeZip } from './inspection-zip.ts'
import { scopeOf } from './start-inspection.ts'

/** Makes a pack and stores its bytes. May run twice: the second run finds it made. */
export async function makeInspectionPack(
  services: Services,
  { packId }: Jobs['make-inspection-pack'],
  { isLast }: Attempt,
): Promise<void> {
  const { db, clock } = services
  const open = db
    .updateTable('inspectionPacks')
    .where('inspectionPackId', '=', packId)
    .where('state', 'in', ['waiting', 'running'])
  const asked = await open
    .set({ state: 'running', doneFiles: 0, allFiles: 0 })
    .returning(['eventId', 'eventSlotId', 'userId', 'season'])
    .executeTakeFirst()
  if (!asked) return
  try {
    const scope = scopeOf(asked)
    if (Object.keys(scope).length === 0) throw new AccountGone()
    const records = await readRecords(services, scope)
    await storePack(services, packId, records, scope)
  } catch (problem) {
    if (problem instanceof AccountGone) {
      const words = 'The person of this pack deleted their account.'
      await open.set({ state: 'failed', problem: words, endedAt: clock() }).execute()
      return
    }
    if (problem instanceof BeingCounted) {
      const counting = `The hours of ${problem.slot} are being counted.`
      if (!isLast) {
        await open.set({ problem: `${counting} The pack is made after that.` }).execute()
        throw new TryAgain()
      }
      await open
        .set({ state: 'failed', problem: `${counting} Try again in a minute.`, endedAt: clock() })
        .execute()
      return
    }
    if (isLast) {
      const words = 'The pack could not be made. Try again; the log of the portal has the reason.'
      await open.set({ state: 'failed', problem: words, endedAt: clock() }).execute()
    }
    throw problem
  }
}

/** Thrown when the person of a pack has deleted their account before the pack was stored. */
class AccountGone extends Error {}

/** Counts the slots of a scope as they are now, and reads their records in one snapshot, so that both fit each other. */
async function readRecords(
  services: Services,
  scope: InspectionScope,
): Promise<Omit<InspectionRecords, 'fingerprint'>> {
  const { db, config } = services
  for (const eventSlotId of await findSlotsInScope(db, scope)) {
    await write(services, undefined, (work) => countSlot(work, { eventSlotId }))
  }
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const facts = await findInspectionFacts(tx, scope)
      const countings = await findCountings(tx, facts.slotIds, facts.reports, reportFile)
      return { scope: await scopeWords(tx, scope), facts, countings, origin: config.publicUrl }
    })
}

/** Writes the zip file, its pieces and its hash in one transaction. Throws AccountGone if its person is gone at the end. */
async function storePack(
  services: Services,
  packId: number,
  records: Omit<InspectionRecords, 'fingerprint'>,
  { userId = null }: { userId?: string | null | undefined },
): Promise<void> {
  const { db, rush } = services
  const printer = openCertificatePrinter({ threads: 1, giveWay: () => rush.over() })
  const sources: PackSources = {
    drawCertificate: async (code) => printer.draw(await drawableCertificate(services, code)),
    reportBytes: async (reportId) => (await getSources(db, reportId)).bytes,
    sheetFile: async (sheetId) => (await getSheetFile(db, sheetId)).file,
    decisionFile: async (decisionId) => (await getDecisionFile(db, decisionId)).file,
    reviewFile: async (reviewId) => (await getReviewFile(db, reviewId)).file,
    verifier: verifierProgram,
  }
  try {
    await write(services, undefined, async (work) => {
      const { tx } = work
      await sql`select pg_advisory_xact_lock(hashtext('inspection pack'), ${packId})`.execute(tx)
      const isOpen = await tx
        .selectFrom('inspectionPacks')
        .select('inspectionPackId')
        .where('inspectionPackId', '=', packId)
        .where('state', 'in', ['waiting', 'running'])
        .executeTakeFirst()
      if (!isOpen) return
      const key = await currentKey(work)
      const { files, summary } = packFiles({ ...records, fingerprint: key.fingerprint }, sources)
      const hashes: Record<string, string> = {}
      const tell = openProgress(services, packId, summary)
      let place = 0
      const { bytes, sha256 } = await writeZip([...files, ...signedManifest(work, key, records, hashes)], {
        store: async (piece) => {
          await tx
            .insertInto('inspectionPackPieces')
            .values({ inspectionPackId: packId, place, piece })
            .execute()
          place += 1
        },
        told: (file) => {
          hashes[file.path] = file.sha256
          tell(Object.keys(hashes).length)
        },
      })
      // A deletion of the account locks this row first, or waits for the commit and deletes the bytes.
      const stored = await tx
        .updateTable('inspectionPacks')
        .set({
          state: 'done',
          sha256,
          bytes,
          summary: JSON.stringify(summary),
          endedAt: services.clock(),
          doneFiles: summary.files,
          allFiles: summary.files,
          problem: '',
        })
        .where('inspectionPackId', '=', packId)
        .where('userId', 'is not distinct from', userId)
        .returning('inspectionPackId')
        .executeTakeFirst()
      if (!stored) throw new AccountGone()
    })
  } finally {
    await printer.close()
  }
}

/** Returns the last files: the hash of each file before, signed, and the keys that verify the signature. */
function signedManifest(
  work: Work,
  key: SigningKey,
  { scope }: Pick<InspectionRecords, 'scope'>,
  hashes: Record<string, string>,
): PackFile[] {
  const did = didOf(work.config.publicUrl)
  const manifest = () => {
    const { [fileNames.manifest]: _, ...files } = hashes
    return `${JSON.stringify({ files }, undefined, 2)}\n`
  }
  let text = ''
  return [
    { path: fileNames.manifest, make: () => (text = manifest()) },
    {
      path: fileNames.signature,
      make: async () => {
        const payload = { scope, manifest: createHash('sha256').update(text).digest('hex') }
        return (await sign(work, payload, key)).jws
      },
    },
    {
      path: fileNames.keys,
      make: async () => {
        const keys = await findPublicKeys(work.tx)
        const named = keys.map(({ keyId, publicJwk }) => ({ kid: `${did}#${keyId}`, ...publicJwk }))
        return `${JSON.stringify({ did, keys: named }, undefined, 2)}\n`
      },
    },
  ]
}

/** Notes once a second how many files are in the pack. */
function openProgress(
  { db, log }: Services,
  packId: number,
  { files: allFiles }: InspectionSummary,
): (doneFiles: number) => void {
  let toldAt = 0
  return (doneFiles) => {
    if (performance.now() - toldAt < 1000) return
    toldAt = performance.now()
    db.updateTable('inspectionPacks')
      .set({ doneFiles, allFiles, problem: '' })
      .where('inspectionPackId', '=', packId)
      .where('state', '=', 'running')
      .execute()
      .catch((problem) => log.warn(problem))
  }
}
