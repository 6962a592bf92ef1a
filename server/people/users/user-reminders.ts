import { Refusal } from '#server/core/http/refusal.ts'
import type { Db } from '#server/services.ts'
import type { Work } from '#server/work.ts'

/** Returns true if a person gets reminders. */
export async function hasReminders(db: Db, userId: string): Promise<boolean> {
  const user = await db
    .selectFrom('users')
    .select('hasReminders')
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
  return user.hasReminders
}

/**
 * Chooses if a person gets reminders: a signed-in person, or anyone with the code in their mails. Refuses
 * with REMINDERS_NOT_FOUND.
 */
export async function chooseReminders(
  { tx }: Work,
  whose: { userId: string } | { reminderCode: string },
  hasReminders: boolean,
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ hasReminders })
    // An absorbed account's mails lead to the surviving account.
    .where((users) =>
      'userId' in whose
        ? users('userId', '=', whose.userId)
        : users(
            'userId',
            '=',
            users
              .selectFrom('users as mailed')
              .select((row) => row.fn.coalesce('mailed.mergedInto', 'mailed.userId').as('userId'))
              .where('mailed.reminderCode', '=', whose.reminderCode),
          ),
    )
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw new Refusal('REMINDERS_NOT_FOUND')
}
