import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { SignInSheet } from '#contract/attendance/sign-in-sheets/calls.ts'
import { yearsKept } from '#contract/counting/certificates/calls.ts'
import { sheetKindOf, sheetName } from '#server/core/http/received-sheet.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import { getSlot } from '#server/events/slots/queries.ts'
import { happened, ofSlot } from '#server/foundation/activities/activities.ts'
import type { Work } from '#server/work.ts'
import { findSheets } from './queries.ts'

/** Stores a signed sheet's scan; the same file again changes nothing. Refuses with SLOT_NOT_FOUND or SCAN_REFUSED. */
export async function uploadSignInSheet(
  work: Work,
  { eventSlotId, file, fileName: given }: { eventSlotId: number; file: Buffer; fileName: string },
): Promise<SignInSheet> {
  const { tx, clock, actingUserId } = work
  const slot = await getSlot(tx, eventSlotId)
  const kind = sheetKindOf(file) ?? ''
  if (!['pdf', 'png', 'jpg'].includes(kind)) throw new Refusal('SCAN_REFUSED')
  const fileName = sheetName(given, kind)
  const added = await tx
    .insertInto('signInSheets')
    .values({ eventSlotId, file, fileName, uploadedBy: actingUserId ?? null, uploadedAt: clock() })
    .onConflict((row) => row.columns(['eventSlotId', 'sha256']).doNothing())
    .returning('signInSheetId')
    .executeTakeFirst()
  if (added) await happened(work, [{ activity: 'sheet-uploaded', ...ofSlot(slot, { reason: fileName }) }])
  const sha256 = createHash('sha256').update(file).digest('hex')
  const sheets = await findSheets(tx, [eventSlotId])
  return sheets.find((sheet) => sheet.sha256 === sha256) as SignInSheet
}

/** Deletes scans older than certificates are kept; the database refuses to delete newer ones. */
export async function expireSheets({ tx }: Work) {
  await tx
    .deleteFrom('signInSheets')
    .where('uploadedAt', '<', sql<Date>`now() - ${yearsKept} * interval '1 year'`)
    .execute()
}
