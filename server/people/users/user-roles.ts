import type { Work } from '#server/work.ts'

/** Makes an email's person an administrator; creates the account if missing. Returns its id. */
export async function giveRole(
  { tx }: Work,
  email: string,
  names: { firstName?: string; lastName?: string } = {},
): Promise<string> {
  const { userId } = await tx
    .insertInto('users')
    .values({ email, role: 'admin', ...names })
    .onConflict((conflict) => conflict.column('email').doUpdateSet({ role: 'admin' }))
    .returning('userId')
    .executeTakeFirstOrThrow()
  return userId
}

/** Makes an administrator a plain user. */
export async function takeRole({ tx }: Work, userId: string) {
  await tx.updateTable('users').set({ role: 'user' }).where('userId', '=', userId).execute()
}
