import { Refusal } from '#server/platform/http/refusal.ts'
import type { Work } from '#server/work.ts'

/** Chooses for the person of this code whether they are reminded of what they hold. Refuses with REMINDERS_NOT_FOUND. */
export async function chooseReminders({ tx }: Work, code: string, hasReminders: boolean): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ hasReminders })
    .where('reminderCode', '=', code)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw new Refusal('REMINDERS_NOT_FOUND')
}
