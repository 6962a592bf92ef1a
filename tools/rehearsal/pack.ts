import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { getInspectionPacks, makeInspectionPack } from '#contract/office/inspections/calls.ts'
import { exitCodes } from '#server/office/inspections/inspection-records.ts'
import { runVerifier, unpackInspection } from '#server/office/inspections/inspection-unpacking.ts'
import { readPieces } from '#server/office/inspections/queries.ts'
import type { Portal } from './portal.ts'
import type { ComparedPack } from './result.ts'

const equal = 'Equal: everything in this pack fits together.'

/** Makes the inspection pack of an event, unpacks it, and runs its `verify.mjs` as an inspector would. */
export async function rehearsedPack(
  { services, administer, settled }: Portal,
  eventId: number,
): Promise<ComparedPack> {
  const { packId } = await administer(makeInspectionPack, { body: { eventId } })
  await settled()
  const { packs } = await administer(getInspectionPacks, {})
  const pack = packs.find((each) => each.packId === packId)
  if (!pack?.made) return { sha256: '', verdict: pack?.problem ?? '', isAsExpected: false }
  const { sha256 } = pack.made
  const zip = await buffer(readPieces(services.db, packId))
  if (createHash('sha256').update(zip).digest('hex') !== sha256)
    return { sha256, verdict: 'The stored file is another one.', isAsExpected: false }
  const { code, output } = await runVerifier(await unpackInspection(zip))
  // The pack comes from this very portal, so its origin is known.
  if (code === exitCodes.ofUnknownOrigin) return { sha256, verdict: equal, isAsExpected: true }
  return { sha256, verdict: output.trim().split('\n').at(-1) ?? '', isAsExpected: false }
}
