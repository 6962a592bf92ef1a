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

/** Chooses whether a signed-in person gets reminders. */
export async function chooseReminders(work: Work, userId: string, hasReminders: boolean) {
  await setReminders(work, { userId }, hasReminders)
}

/** Stops the reminders of the person with this code in their mails. Refuses with REMINDERS_NOT_FOUND. */
export async function stopReminders(work: Work, reminderCode: string) {
  await setReminders(work, { reminderCode }, false)
}

/** Turns them on again. Refuses with REMINDERS_NOT_FOUND. */
export async function resumeReminders(work: Work, reminderCode: string) {
  await setReminders(work, { reminderCode }, true)
}

async function setReminders(
  { tx }: Work,
  whose: { userId: string } | { reminderCode: string },
  hasReminders: boolean,
) {
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
