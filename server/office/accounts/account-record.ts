import type { Account } from '#contract/office/accounts/records.ts'
import type { Caller } from '#server/core/http/serve.ts'
import type { Personal, RecordParts } from '#server/personal.ts'
import type { Services } from '#server/services.ts'
import { findPerson } from './account-data.ts'
import { findAccountId } from './queries.ts'

/**
 * Returns everything stored about a person, also by a merged account's id. Each noun reads its parts.
 * `tokenHash` is the caller's. Refuses with USER_NOT_FOUND.
 */
export async function findAccount(
  services: Pick<Services, 'db' | 'config' | 'clock'>,
  personal: Personal[],
  { userId, tokenHash }: Pick<Caller, 'userId' | 'tokenHash'>,
): Promise<Account> {
  const { db } = services
  const person = await findPerson(db, { userId: await findAccountId(db, userId), tokenHash })
  const readers = personal.flatMap(({ record = {} }) => Object.entries(record))
  const parts = await Promise.all(readers.map(async ([part, read]) => [part, await read(services, person)]))
  return { user: person.user, ...(Object.fromEntries(parts) as RecordParts) }
}
