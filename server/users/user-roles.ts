import type { Work } from '#server/work.ts'

/** Gives an administrator's role to an email, and makes its person where there is none. Returns who had the email before. */
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

/** Takes an administrator's role from a person. */
export async function takeRole({ tx }: Work, userId: string): Promise<void> {
  await tx.updateTable('users').set({ role: 'user' }).where('userId', '=', userId).execute()
}
