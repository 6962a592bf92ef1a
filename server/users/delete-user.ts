import type { Work } from '#server/work.ts'

/** Deletes somebody's own row, and with it what names them and nothing else: identities, sessions, consents, calendar. */
export async function deleteUser({ tx }: Work, userId: string): Promise<void> {
  await tx.deleteFrom('users').where('userId', '=', userId).execute()
}
