import type { Work } from '#server/work.ts'

/** Makes the first administrator, or gives the role to who has that address already. `was` says who it was before. */
export async function ensureAdministrator(
  { tx }: Work,
  email: string,
): Promise<{ was: 'nobody' | 'person' | 'administrator' }> {
  const made = await tx
    .insertInto('users')
    .values({ email, role: 'admin', firstName: 'Portal', lastName: 'Administrator' })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .executeTakeFirst()
  if (made.numInsertedOrUpdatedRows) return { was: 'nobody' }
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ role: 'admin' })
    .where('email', '=', email)
    .where('role', '!=', 'admin')
    .executeTakeFirst()
  return { was: numUpdatedRows ? 'person' : 'administrator' }
}
