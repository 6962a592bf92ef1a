import type { PlainDate } from '#contract/core/plain-dates.ts'
import { daysToSend } from '#contract/core/refusals.ts'
import { easternDay } from '#contract/core/season.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import type { Caller } from '#server/core/http/serve.ts'
import type { Db } from '#server/services.ts'
import type { Work } from '#server/work.ts'

/** Returns true for roles that read registrations: they see and change every day. The front desk has its own day only. */
export function readsOtherDays({ permissions }: Pick<Caller, 'permissions'>): boolean {
  return permissions.includes('registrations:read')
}

/** Refuses the front desk with NOT_THIS_DAY, except for today. */
export function refuseOtherDay(caller: Caller, day: PlainDate, now: Date) {
  if (!readsOtherDays(caller) && day !== easternDay(now)) throw new Refusal('NOT_THIS_DAY')
}

/** Stores that an account has opened the list of today. The first time of a day counts. */
export async function keepOpenedDoor(db: Db, caller: Caller, now: Date) {
  if (readsOtherDays(caller)) return
  await db
    .insertInto('checkInDays')
    .values({ userId: caller.userId, dayOn: easternDay(now), openedAt: now })
    .onConflict((conflict) => conflict.columns(['userId', 'dayOn']).doNothing())
    .execute()
}

/** Returns true if an account had opened the list of a day at an instant of that day. */
export async function hadOpenedDoor({ tx }: Work, { userId }: Caller, at: Date): Promise<boolean> {
  const opened = await tx
    .selectFrom('checkInDays')
    .select('openedAt')
    .where('userId', '=', userId)
    .where('dayOn', '=', easternDay(at))
    .where('openedAt', '<=', at)
    .execute()
  return opened.length > 0
}

/** Deletes the days for which no check-in can be sent any more. */
export async function expireDoorDays({ tx, clock }: Pick<Work, 'tx' | 'clock'>) {
  const oldest = new Date(clock().getTime() - daysToSend * 86_400_000)
  await tx.deleteFrom('checkInDays').where('dayOn', '<', easternDay(oldest)).execute()
}
