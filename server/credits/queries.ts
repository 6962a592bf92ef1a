import type { Db } from '#server/services.ts'

/** Finds a registration's newest credit, which is the one that counts. */
export function findNewestCredit(db: Db, registrationId: number) {
  return db
    .selectFrom('credits')
    .select(['creditId', 'minutes', 'decidedBy', 'decidedAt', 'mailsCorrection'])
    .where('registrationId', '=', registrationId)
    .orderBy('creditId', 'desc')
    .limit(1)
    .executeTakeFirst()
}
