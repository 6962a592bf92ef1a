import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { nameOrEmail } from '#contract/core/names.ts'
import type { InspectionPack } from '#contract/office/inspections/calls.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import type { Db } from '#server/services.ts'
import { scopeWords } from './inspection-words.ts'
import { scopeOf } from './start-inspection.ts'

const shownAtOnce = 50

const isKept = sql<boolean>`(pack.state = 'done' and exists (select from inspection_pack_pieces piece
  where piece.inspection_pack_id = pack.inspection_pack_id))`

/** Returns the newest packs with their links. */
export async function findInspectionPacks(db: Db): Promise<InspectionPack[]> {
  const rows = await db
    .selectFrom('inspectionPacks as pack')
    .leftJoin('users', 'users.userId', 'pack.askedBy')
    .select(['inspectionPackId as packId', 'pack.eventId', 'pack.eventSlotId', 'pack.userId', 'pack.season'])
    .select([
      'askedAt',
      'pack.state',
      'doneFiles',
      'allFiles',
      'problem',
      'bytes',
      'summary',
      isKept.as('isKept'),
    ])
    .select(['firstName', 'lastName', 'email', sql<string | null>`encode(sha256, 'hex')`.as('sha256')])
    .orderBy('inspectionPackId', 'desc')
    .limit(shownAtOnce)
    .execute()
  const links = await db
    .selectFrom('inspectionLinks')
    .leftJoin('users', 'users.userId', 'createdBy')
    .select(['inspectionPackId as packId', 'inspectionLinkId as linkId', 'inspectionLinks.createdAt'])
    .select(['expiresAt', 'revokedAt', 'openings', 'lastOpenedAt', 'firstName', 'lastName', 'email'])
    .where(sql<boolean>`inspection_pack_id = any(${rows.map(({ packId }) => packId)}::integer[])`)
    .orderBy('inspectionLinkId', 'desc')
    .execute()
  return Promise.all(
    rows.map(async ({ eventId, eventSlotId, userId, season, sha256, bytes, summary, ...row }) => {
      const { firstName, lastName, email, ...pack } = row
      return {
        ...pack,
        scope: await scopeWords(db, scopeOf({ eventId, eventSlotId, userId, season })),
        askedBy: nameOrEmail({ firstName, lastName, email }),
        made: sha256 && bytes !== null && summary ? { sha256, bytes, summary } : null,
        links: links
          .filter(({ packId }) => packId === pack.packId)
          .map(({ packId: _, firstName, lastName, email, ...link }) => ({
            ...link,
            createdBy: nameOrEmail({ firstName, lastName, email }),
          })),
      }
    }),
  )
}

/** Returns a pack whose bytes are kept. Refuses with INSPECTION_NOT_KEPT. */
export async function getKept(db: Db, packId: number, { isLocked = false } = {}) {
  const row = await db
    .selectFrom('inspectionPacks as pack')
    .select(['eventId', 'eventSlotId', 'userId', 'season', 'endedAt', 'bytes', 'summary'])
    .select(sql<string>`encode(sha256, 'hex')`.as('sha256'))
    .where('inspectionPackId', '=', packId)
    .where(isKept)
    .$if(isLocked, (pack) => pack.forNoKeyUpdate())
    .executeTakeFirst()
  if (row?.bytes == null || !row.summary || !row.endedAt) throw new Refusal('INSPECTION_NOT_KEPT')
  const { eventId, eventSlotId, userId, season, endedAt, bytes, summary, sha256 } = row
  const scope = await scopeWords(db, scopeOf({ eventId, eventSlotId, userId, season }))
  return { scope, madeAt: endedAt, bytes, summary, sha256 }
}

/** Finds the link of a code, if it is valid and its pack is kept. */
export function findOpenLink(db: Db, codeHash: Buffer, now: Date) {
  return db
    .selectFrom('inspectionLinks')
    .innerJoin('inspectionPacks as pack', 'pack.inspectionPackId', 'inspectionLinks.inspectionPackId')
    .select(['inspectionLinkId as linkId', 'pack.inspectionPackId as packId', 'expiresAt'])
    .where('codeHash', '=', codeHash)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', now)
    .where(isKept)
    .executeTakeFirst()
}

/** Returns the bytes of a pack, a megabyte at a time. */
export function readPieces(db: Db, packId: number): Readable {
  return Readable.from(pieces(), { objectMode: false })

  async function* pieces() {
    for (let place = 0; ; place += 1) {
      const row = await db
        .selectFrom('inspectionPackPieces')
        .select('piece')
        .where('inspectionPackId', '=', packId)
        .where('place', '=', place)
        .executeTakeFirst()
      if (!row) return
      yield row.piece
    }
  }
}
