import { sql } from 'kysely'
import type { SignInSheet } from '#contract/attendance/sign-in-sheets/calls.ts'
import { refusing } from '#server/core/http/refusal.ts'
import { nameOrEmailOf } from '#server/people/users/queries.ts'
import type { Db } from '#server/services.ts'

/** Returns the scanned sheets of slots, newest first. */
export function findSheets(
  db: Db,
  eventSlotIds: readonly number[],
): Promise<(SignInSheet & { eventSlotId: number })[]> {
  return db
    .selectFrom('signInSheets')
    .leftJoin('users', 'users.userId', 'uploadedBy')
    .select(['signInSheetId as sheetId', 'eventSlotId', 'fileName', 'uploadedAt'])
    .select(sql<string>`encode(sha256, 'hex')`.as('sha256'))
    .select(nameOrEmailOf().as('uploadedBy'))
    .where(sql<boolean>`event_slot_id = any(${eventSlotIds}::integer[])`)
    .orderBy('signInSheetId', 'desc')
    .execute()
}

/** Returns the scan of a sheet. Refuses with SHEET_NOT_FOUND. */
export async function getSheetFile(db: Db, sheetId: number): Promise<{ file: Buffer; fileName: string }> {
  return db
    .selectFrom('signInSheets')
    .select(['file', 'fileName'])
    .where('signInSheetId', '=', sheetId)
    .executeTakeFirstOrThrow(refusing('SHEET_NOT_FOUND'))
}

/** Returns the address of a slot's event. */
export async function findVenue(db: Db, eventId: number): Promise<string | null> {
  const event = await db
    .selectFrom('events')
    .select('venue')
    .where('eventId', '=', eventId)
    .executeTakeFirst()
  return event?.venue ?? null
}
