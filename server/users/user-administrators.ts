import type { Work } from '#server/work.ts'
import { findUserByEmail } from './queries.ts'

/** Makes the first administrator when nobody has that address. */
export async function ensureAdministrator({ tx }: Work, email: string): Promise<{ isNew: boolean }> {
  if (await findUserByEmail(tx, email)) return { isNew: false }
  await tx
    .insertInto('users')
    .values({ email, role: 'admin', firstName: 'Portal', lastName: 'Administrator' })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .execute()
  return { isNew: true }
}
