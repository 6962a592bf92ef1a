import { sql } from 'kysely'
import type {
  EarlierCertificate,
  HeldEarlierCertificate,
} from '#contract/counting/earlier-certificates/calls.ts'
import { isCounted } from '#server/ledger/credits/credit-hours-elsewhere.ts'
import { nameOrEmailOf } from '#server/people/users/queries.ts'
import type { Db } from '#server/services.ts'

const shown = ['number', 'issuer', 'title', 'days', 'hours', 'recordedAt'] as const

/** Returns a person's certificates of other training providers, newest first. */
export function findEarlierCertificatesOf(db: Db, userId: string): Promise<HeldEarlierCertificate[]> {
  return db
    .selectFrom('earlierCertificates')
    .select(shown)
    .select(isCounted('earlierCertificates').as('isCounted'))
    .where('userId', '=', userId)
    .orderBy(sql`days[1]`, 'desc')
    .orderBy('earlierCertificateId', 'desc')
    .execute()
}

/** Returns the same, with the administrator who recorded each; '' for a deleted account. */
export async function findEarlierRecord(db: Db, userId: string) {
  return db
    .selectFrom('earlierCertificates')
    .leftJoin('users', 'users.userId', 'recordedBy')
    .select(shown)
    .select(isCounted('earlierCertificates').as('isCounted'))
    .select(sql<string>`coalesce(${nameOrEmailOf()}, '')`.as('recordedBy'))
    .where('earlierCertificates.userId', '=', userId)
    .orderBy(sql`days[1]`, 'desc')
    .orderBy('earlierCertificateId', 'desc')
    .execute()
}

/** The most certificates with one number, of several issuers. */
const mostAlike = 10

/** Returns the certificates of other training providers with a number. */
export function findByNumber(db: Db, number: string): Promise<EarlierCertificate[]> {
  return db
    .selectFrom('earlierCertificates')
    .select(shown)
    .where(sql<boolean>`lower(number) = lower(trim(${number}))`)
    .orderBy('issuer')
    .limit(mostAlike)
    .execute()
}
