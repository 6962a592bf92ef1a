import { createHash } from 'node:crypto'
import { downloadInspectionPack } from '#contract/office/inspections/calls.ts'
import { exitCodes } from '#server/office/inspections/inspection-records.ts'
import { runVerifier, unpackInspection } from '#server/office/inspections/inspection-unpacking.ts'
import type { Portal } from './portal.ts'
import type { ComparedPack } from './result.ts'

const equal = 'Equal: everything in this pack fits together.'

/** Downloads an event's inspection pack, unpacks it, and runs its `verify.mjs` as an inspector would. */
export async function rehearsedPack({ download }: Portal, eventId: number): Promise<ComparedPack> {
  const answer = await download(`/api${downloadInspectionPack.path}?event_id=${eventId}`)
  if (answer.statusCode !== 200) return { sha256: '', verdict: answer.json().message, isAsExpected: false }
  const zip = answer.rawPayload
  const sha256 = createHash('sha256').update(zip).digest('hex')
  const { code, output } = await runVerifier(await unpackInspection(zip))
  // The pack comes from this portal, so its origin is known.
  if (code === exitCodes.ofUnknownOrigin) return { sha256, verdict: equal, isAsExpected: true }
  return { sha256, verdict: output.trim().split('\n').at(-1) ?? '', isAsExpected: false }
}
