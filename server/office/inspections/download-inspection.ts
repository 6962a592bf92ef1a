import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { seasonLabel } from '#contract/core/season.ts'
import type { InspectionScope } from '#contract/office/inspections/calls.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import type { Caller } from '#server/core/http/serve.ts'
import { openCertificatePrinter } from '#server/counting/certificates/certificate-pdf.ts'
import { findSlot } from '#server/events/slots/queries.ts'
import { happened, ofSlot } from '#server/foundation/activities/activities.ts'
import type { Happened } from '#server/jobs.ts'
import type { Services } from '#server/services.ts'
import type { Work } from '#server/work.ts'
import { write } from '#server/work.ts'
import { packFiles } from './inspection-files.ts'
import { signedFiles } from './inspection-manifest.ts'
import { openSnapshot } from './inspection-snapshot.ts'
import { openZip } from './inspection-zip.ts'

/**
 * Returns a way to download packs, one at a time in this process. A pack's stream ends once the history has
 * its hash. If it is destroyed earlier, the history says so. Refuses with INSPECTION_SCOPE, INSPECTION_EMPTY,
 * INSPECTION_COUNTING and INSPECTION_RUNS.
 */
export function openInspections(services: Services) {
  const { config, clock, log, rush } = services
  let isBusy = false

  return async (scope: InspectionScope, { role: _, ...caller }: Caller): Promise<Readable> => {
    if (Object.values(scope).filter((each) => each !== undefined).length !== 1) {
      throw new Refusal('INSPECTION_SCOPE')
    }
    if (isBusy) throw new Refusal('INSPECTION_RUNS')
    isBusy = true
    const { snapshot, key, records, verifier } = await open(scope).catch((problem) => {
      isBusy = false
      throw problem
    })
    const printer = openCertificatePrinter({ threads: 1, giveWay: () => rush.over() })
    let sha256: string | undefined
    let ending: Promise<void> | undefined

    async function* bytes(): AsyncGenerator<Buffer> {
      const signer = { origin: config.publicUrl, fingerprint: key.fingerprint }
      const files = packFiles({ ...records, ...signer }, { config, db: snapshot, printer, verifier })
      const signing = { tx: snapshot, config, clock }
      const hash = createHash('sha256')
      for await (const chunk of openZip(signedFiles(signing, { files, scope: records.scope, key }))) {
        hash.update(chunk)
        yield chunk
      }
      sha256 = hash.digest('hex')
      await end()
    }

    function end(): Promise<void> {
      ending ??= (async () => {
        await printer.close()
        // The snapshot may be lost with its connection, which is worth only a log line.
        await snapshot
          .rollback()
          .execute()
          .catch((problem) => log.warn(problem))
        isBusy = false
        await write(services, caller, (work) => noteDownload(work, scope, sha256))
      })()
      return ending
    }

    const pack = Readable.from(bytes(), { objectMode: false })
    // A stream that was never read never runs `bytes`.
    pack.once('close', () => end().catch((problem) => log.error(problem)))
    return pack
  }

  async function open(scope: InspectionScope) {
    const verifier = await services.verifier()
    if (verifier === undefined) throw new Error('verify.mjs was not built: npm start builds it')
    return { ...(await openSnapshot(services, scope)), verifier }
  }
}

/** Records a download with its hash, or that it ended early. */
async function noteDownload(work: Work, scope: InspectionScope, sha256: string | undefined) {
  const { details, ...about } = await aboutScope(work, scope)
  const ended = sha256 ? { sha256 } : { reason: 'The download ended before the file was complete.' }
  await happened(work, [{ activity: 'inspection-downloaded', ...about, details: { ...details, ...ended } }])
}

/** Returns what a download is about. */
async function aboutScope(
  { tx }: Work,
  { eventId, eventSlotId, userId, season }: InspectionScope,
): Promise<Omit<Happened, 'activity'>> {
  if (season !== undefined) return { details: { item: `Renewal year ${seasonLabel(season)}` } }
  if (eventId !== undefined) return { eventId }
  const slot = eventSlotId !== undefined && (await findSlot(tx, eventSlotId))
  if (slot) return ofSlot(slot)
  // The account may have been deleted since the snapshot.
  const person = await tx
    .selectFrom('users')
    .select('userId')
    .where('userId', '=', userId ?? null)
    .forKeyShare()
    .executeTakeFirst()
  return person ?? {}
}
