import { sql } from 'kysely'
import type { MailFlow } from '#contract/foundation/mails/tries.ts'
import { minutesUntilTold } from '#contract/foundation/mails/tries.ts'
import type { Services } from '#server/services.ts'

/** Returns how many mails wait, and if any leave. */
export async function findMailFlow({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<MailFlow> {
  const { waiting, oldestAt } = await db
    .selectFrom('mails')
    .select((mails) => [mails.fn.countAll<number>().as('waiting'), mails.fn.min('waitsSince').as('oldestAt')])
    // Written like the condition of the index of unsent mails.
    .where(sql<boolean>`status in ('queued', 'sending', 'failed') and sent_at is null`)
    .executeTakeFirstOrThrow()
  const latest = clock().getTime() - minutesUntilTold * 60_000
  const flows = { waiting, stoppedSince: null, problem: '' }
  if (oldestAt === null || oldestAt.getTime() > latest) return flows
  const lastLeft = await db
    .selectFrom('mails')
    .select('sentAt')
    .where('sentAt', 'is not', null)
    .orderBy('sentAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  const stoppedSince = new Date(Math.max(oldestAt.getTime(), lastLeft?.sentAt?.getTime() ?? 0))
  if (stoppedSince.getTime() > latest) return flows
  return { waiting, stoppedSince, problem: await findProblem({ db }, stoppedSince) }
}

/** Returns the newest refusal of a waiting mail, or of one that may have arrived since. */
async function findProblem({ db }: Pick<Services, 'db'>, since: Date) {
  const { rows } = await sql<{ problem: string }>`
    select problem from mails join mail_attempts using (mail_id)
    where status in ('queued', 'sending', 'failed', 'unknown') and sent_at is null and problem is not null
      and (status <> 'unknown' or attempted_at >= ${since})
    order by attempted_at desc limit 1`.execute(db)
  return rows[0]?.problem ?? ''
}
