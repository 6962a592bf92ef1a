import { sql } from 'kysely'
import { comparedEmail } from '#contract/core/email-addresses.ts'
import type { Bounce } from '#contract/foundation/bounces/calls.ts'
import { cleanLine } from '#server/core/clean-line.ts'
import { happened } from '#server/foundation/activities/activities.ts'
import type { Services } from '#server/services.ts'
import type { Work } from '#server/work.ts'
import type { SnsNote } from './bounce-notes.ts'
import { bouncesOf } from './bounce-notes.ts'
import { findBounceOf } from './queries.ts'

/**
 * Marks bounced addresses. Repeated, late or reordered reports change nothing: only a bounce after the
 * address last worked counts. Ignores unknown addresses.
 */
export async function markBounces(work: Work, bounces: Bounce[]) {
  if (bounces.length === 0) return
  const { tx, clock } = work
  // Foreign mail servers choose the words.
  const told = bounces.map(({ email, reason, ...bounce }) => ({
    ...bounce,
    email: comparedEmail(cleanLine(email)),
    reason: cleanLine(reason),
  }))
  const { rows } = await sql<{ email: string; reason: string }>`
    insert into bounces (email, reason, source, bounced_at)
    select distinct on (email) email, reason, source, least("bouncedAt", ${clock()})
    from jsonb_to_recordset(${JSON.stringify(told)})
      as told (email text, reason text, source text, "bouncedAt" timestamptz)
    where exists (select from users where users.email = told.email)
      or exists (select from mails where to_address = told.email)
    order by email
    on conflict (email) do update
      set reason = excluded.reason, source = excluded.source, bounced_at = excluded.bounced_at, cleared_at = null
      where bounces.cleared_at < excluded.bounced_at
    returning email, reason`.execute(tx)
  const people = await findPeople(
    work,
    rows.map(({ email }) => email),
  )
  await happened(
    work,
    people.map(({ userId, email }) => {
      const reason = rows.find((row) => row.email === email)?.reason ?? ''
      return { activity: 'email-bounced', userId, details: { reason } }
    }),
  )
}

/** Marks the bounced addresses of a notification. Refuses with MALFORMED. */
export async function receiveBounces(work: Work, note: SnsNote) {
  await markBounces(work, bouncesOf(note, work.clock()))
}

/** Marks an address for an administrator. */
export async function markBounce(work: Work, bounce: Pick<Bounce, 'email' | 'reason'>) {
  await markBounces(work, [{ ...bounce, source: 'administrator', bouncedAt: work.clock() }])
}

/** Clears the mark of a person's own address, if there is one. */
export async function clearOwnBounce(work: Work, userId: string) {
  const bounce = await findBounceOf(work.tx, userId)
  if (bounce) await clearBounce(work, bounce.email)
}

/** Clears an address's mark, if any. */
export async function clearBounce(work: Work, email: string) {
  const { tx, clock } = work
  const cleared = await tx
    .updateTable('bounces')
    .set({ clearedAt: clock() })
    .where('email', '=', email)
    .where('clearedAt', 'is', null)
    .returning('email')
    .execute()
  if (cleared.length === 0) return
  const people = await findPeople(work, [email])
  await happened(
    work,
    people.map(({ userId }) => ({ activity: 'bounce-cleared', userId })),
  )
}

/** Deletes the row of an address without an account. */
export async function forgetBounce({ tx }: Pick<Work, 'tx'>, email: string) {
  await tx.deleteFrom('bounces').where('email', '=', email).execute()
}

/** The days that we keep the mark of an address without an account. */
const daysKept = 30

/** Deletes the marks of addresses without an account, after thirty days or with the last mail to them. */
export async function expireBounces({ db, clock }: Pick<Services, 'db' | 'clock'>) {
  await sql`
    delete from bounces
    where not exists (select from users where users.email = bounces.email)
      and (bounced_at < ${clock()}::timestamptz - ${daysKept} * interval '1 day'
        or not exists (select from mails where to_address = bounces.email))`.execute(db)
}

function findPeople({ tx }: Work, emails: string[]) {
  return emails.length === 0
    ? []
    : tx.selectFrom('users').select(['userId', 'email']).where('email', 'in', emails).execute()
}
