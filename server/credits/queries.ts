import type { Db } from '#server/services.ts'

/** The credit that counts for a registration: its newest. */
export function findNewestCredit(db: Db, registrationId: number) {
  return db
    .selectFrom('credits')
    .select(['creditId', 'minutes', 'decidedBy', 'decidedAt', 'mailsCorrection'])
    .where('registrationId', '=', registrationId)
    .orderBy('creditId', 'desc')
    .limit(1)
    .executeTakeFirst()
}
