import type { Work } from '#server/work.ts'

/** Deletes a person's row with all that only names them: identities, sessions, consents, calendar. */
export async function deleteUser({ tx }: Work, userId: string) {
  await tx.deleteFrom('users').where('userId', '=', userId).execute()
}
