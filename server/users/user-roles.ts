import type { Work } from '#server/work.ts'

/** Makes the person with an email an administrator; creates the account if necessary. Returns who had the email before. */
export async function giveRole(
  { tx }: Work,
  email: string,
  names: { firstName?: string; lastName?: string } = {},
): Promise<'nobody' | 'person' | 'administrator'> {
  const made = await tx
    .insertInto('users')
    .values({ email, role: 'admin', ...names })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .executeTakeFirst()
  if (made.numInsertedOrUpdatedRows) return 'nobody'
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ role: 'admin' })
    .where('email', '=', email)
    .where('role', '!=', 'admin')
    .executeTakeFirst()
  return numUpdatedRows ? 'person' : 'administrator'
}

/** Makes an administrator a plain user. */
export async function takeRole({ tx }: Work, userId: string): Promise<void> {
  await tx.updateTable('users').set({ role: 'user' }).where('userId', '=', userId).execute()
}
