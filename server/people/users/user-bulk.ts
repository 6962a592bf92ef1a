import { sql } from 'kysely'
import { separableDays } from '#contract/office/accounts/merges.ts'
import type { User } from '#contract/people/users/user.ts'
import { happened } from '#server/foundation/activities/activities.ts'
import { changesBetween } from '#server/foundation/activities/activity-changes.ts'
import type { Db, Tx } from '#server/services.ts'
import type { Work } from '#server/work.ts'
import { userColumns } from './queries.ts'
import { shownFields } from './user-changes.ts'
import { unprintableLetters } from './user-printed-names.ts'

/**
 * Returns the people who have each email, or can return to it after a change of email or a merge (the
 * surviving account).
 */
export async function findPeopleByEmails(db: Db, emails: string[], now: Date): Promise<Map<string, User>> {
  const { rows: known } = await sql<{ asked: string; userId: string }>`
    with asked as (select unnest(${emails}::text[]) as asked)
    select distinct on (asked) asked, coalesce(merged_into, user_id) as user_id from (
      select asked, user_id, 1 as rank from asked join users on email = asked
      union all
      select asked, user_id, 2 from asked join user_email_changes on old_email = asked where expires_at > ${now}
      union all
      select asked, absorbed_id, 3 from asked join account_merges on absorbed_email = asked
      where undone_at is null and merged_at > ${now}::timestamptz - ${separableDays} * interval '1 day'
    ) found join users using (user_id)
    order by asked, rank`.execute(db)
  const users = await findUsers(
    db,
    known.map(({ userId }) => userId),
  )
  return new Map(
    known.flatMap(({ asked, userId }) => {
      const user = users.get(userId)
      return user ? [[asked, user] as const] : []
    }),
  )
}

/** A new account. */
type Account = { email: string } & Partial<WrittenFields>

/** Creates the accounts of emails that have none. Returns the new people's ids by email. */
export async function addUsers(work: Work, accounts: Account[]): Promise<Map<string, string>> {
  const values = await Promise.all(
    accounts.map(async (account) => ({
      ...account,
      registeredAt: work.clock(),
      unprintableLetters: await lettersOf(account),
    })),
  )
  const { rows } = await sql<{ userId: string; email: string }>`
    insert into users (email, first_name, last_name, printed_name, faa_safety_email, company_name, country, state,
      zip, phone, registered_at, unprintable_letters)
    select email, coalesce("firstName", ''), coalesce("lastName", ''), coalesce("printedName", ''),
      coalesce("faaSafetyEmail", ''), coalesce("companyName", ''), coalesce(country, ''), coalesce(state, ''),
      coalesce(zip, ''), coalesce(phone, ''), "registeredAt", "unprintableLetters"
    from jsonb_to_recordset(${JSON.stringify(values)}) as row (email text, "firstName" text, "lastName" text,
      "printedName" text, "faaSafetyEmail" text, "companyName" text, country text, state text, zip text, phone text,
      "registeredAt" timestamptz, "unprintableLetters" text)
    order by email
    on conflict (email) do nothing
    returning user_id, email`.execute(work.tx)
  await happened(
    work,
    rows.map(({ userId }) => ({
      activity: 'signed-up' as const,
      userId,
      actedBy: work.actingUserId ?? userId,
    })),
  )
  return new Map(rows.map(({ userId, email }) => [email, userId]))
}

function lettersOf({ firstName = '', lastName = '', printedName = '' }: Account) {
  return unprintableLetters({ firstName, lastName, printedName })
}

/** The fields that `changeUsers` writes. */
const writtenFields = [
  'firstName',
  'lastName',
  'printedName',
  'faaSafetyEmail',
  'companyName',
  'country',
  'state',
  'zip',
  'phone',
] as const
export type WrittenFields = Pick<User, (typeof writtenFields)[number]>

export interface UserChange {
  userId: string
  fields: Partial<WrittenFields>
}

/** Locks people and returns them by id, without merged and deleted ones. */
export async function lockUsers(tx: Tx, userIds: string[]): Promise<Map<string, User>> {
  await sql`select from users where user_id = any(${userIds}::uuid[]) order by user_id for no key update`.execute(
    tx,
  )
  return findUsers(tx, userIds)
}

/**
 * Changes fields of locked people, and records what changed. Issues certificates that waited for a printable
 * name, and emails nobody about them.
 */
export async function changeUsers(work: Work, locked: Map<string, User>, changes: UserChange[]) {
  const rows = await Promise.all(
    changes.flatMap(({ userId, fields }) => {
      const before = locked.get(userId)
      return before ? [changed(before, fields)] : []
    }),
  )
  await sql`
    update users set first_name = "firstName", last_name = "lastName", printed_name = "printedName",
      faa_safety_email = "faaSafetyEmail", company_name = "companyName", country = row.country, state = row.state,
      zip = row.zip, phone = row.phone, unprintable_letters = "unprintableLetters", version = version + 1
    from jsonb_to_recordset(${JSON.stringify(rows.map(({ after }) => after))}) as row ("userId" uuid,
      "firstName" text, "lastName" text, "printedName" text, "faaSafetyEmail" text, "companyName" text, country text,
      state text, zip text, phone text, "unprintableLetters" text)
    where user_id = "userId"`.execute(work.tx)
  await happened(
    work,
    rows.map(({ before, after }) => ({
      activity: 'profile-changed' as const,
      userId: before.userId,
      details: { changes: changesBetween(before, after, shownFields) },
    })),
  )
  const printable = rows.filter(({ before, after }) => before.unprintableLetters && !after.unprintableLetters)
  if (printable.length > 0) {
    await work.addJobs(
      'issue-named',
      printable.map(({ before: { userId } }) => ({ userId, isUnmailed: true })),
    )
  }
}

async function changed(before: User, fields: Partial<WrittenFields>): Promise<{ before: User; after: User }> {
  const after = { ...before, ...fields }
  return { before, after: { ...after, unprintableLetters: await unprintableLetters(after) } }
}

/** A person's agreement to be on the mailing list, given elsewhere. */
export interface GivenConsent {
  userId: string
  givenAt: Date
  /** The words that the person agreed to. */
  words: string
}

/** Records agreements of people that have answered nothing since. `work`'s actor answers for them. */
export async function recordConsents(work: Work, consents: GivenConsent[]) {
  if (consents.length === 0) return
  const { rows } = await sql<{ userId: string }>`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(consents)}) as row ("userId" uuid, "givenAt" timestamptz, words text)
    ), answered as (
      update users set has_given_mailing_consent = true, mailing_consent_at = "givenAt", version = version + 1
      from given where user_id = "userId" and (mailing_consent_at is null or mailing_consent_at < "givenAt")
      returning user_id
    )
    insert into mailing_consents (user_id, is_given, text_shown, answered_at, answered_by)
    select user_id, true, words, "givenAt", ${work.actingUserId ?? null}
    from answered join given on "userId" = user_id
    returning user_id`.execute(work.tx)
  await happened(
    work,
    rows.map(({ userId }) => ({
      activity: 'profile-changed' as const,
      userId,
      details: { changes: { hasGivenMailingConsent: [null, true] } },
    })),
  )
}

/** Takes back agreements that `recordConsents` recorded, and puts the answers before them in force again. */
export async function takeBackConsents(work: Work, consents: GivenConsent[]) {
  if (consents.length === 0) return
  const { rows } = await sql<{ userId: string }>`
    with taken as (
      delete from mailing_consents using jsonb_to_recordset(${JSON.stringify(consents)})
        as row ("userId" uuid, "givenAt" timestamptz, words text)
      where user_id = "userId" and answered_at = "givenAt" and text_shown = words
      returning mailing_consent_id, user_id, answered_at
    )
    update users set version = version + 1, (has_given_mailing_consent, mailing_consent_at) = (
      select is_given, answered_at from mailing_consents before
      where before.user_id = users.user_id and before.mailing_consent_id not in (select mailing_consent_id from taken)
      order by answered_at desc limit 1)
    from taken where users.user_id = taken.user_id and mailing_consent_at = taken.answered_at
    returning users.user_id`.execute(work.tx)
  await happened(
    work,
    rows.map(({ userId }) => ({
      activity: 'profile-changed' as const,
      userId,
      details: { changes: { hasGivenMailingConsent: [true, null] } },
    })),
  )
}

/** The state of people in which nobody has used or changed them. */
interface AsAdded {
  /** The registrations that do not count as use. */
  registrationIds?: number[]
  /** The versions of people whose accounts were changed right after `addUsers`. */
  versions?: Record<string, number>
}

/**
 * Returns those of these people who have no sign-in, certificate or place on a waitlist, have changed nothing
 * themselves, whose account nobody else has changed, and who have no registration but the given ones.
 */
export async function findUnusedUsers(
  tx: Tx,
  userIds: string[],
  { registrationIds = [], versions = {} }: AsAdded = {},
): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`
    select user_id from users u where user_id = any(${userIds}::uuid[]) and role = 'user' and merged_into is null
      and version = coalesce((${JSON.stringify(versions)}::jsonb ->> user_id::text)::integer, 0)
      and not exists (select from registrations r
        where r.user_id = u.user_id and r.registration_id <> all(${registrationIds}::integer[]))
      and not exists (select from waitlist_entries w where w.user_id = u.user_id)
      and not exists (select from user_identities i where i.user_id = u.user_id)
      and not exists (select from sessions s where s.user_id = u.user_id)
      and not exists (select from administrators a where a.user_id = u.user_id)
      and not exists (select from earlier_certificates c where c.user_id = u.user_id)
      and not exists (select from account_merges m where u.user_id in (m.kept_id, m.absorbed_id))
      and not exists (select from activities a where a.user_id = u.user_id and a.acted_by = u.user_id)
    order by user_id for update`.execute(tx)
  return rows.map(({ userId }) => userId)
}

/** Deletes people who are still unused, as `findUnusedUsers` says. Returns their ids. */
export async function deleteUnusedUsers(
  { tx }: Work,
  userIds: string[],
  asAdded: Omit<AsAdded, 'registrationIds'> = {},
): Promise<Set<string>> {
  const unused = await findUnusedUsers(tx, userIds, asAdded)
  await tx.deleteFrom('users').where(sql<boolean>`user_id = any(${unused}::uuid[])`).execute()
  return new Set(unused)
}

async function findUsers(db: Db, userIds: string[]): Promise<Map<string, User>> {
  const users = await db
    .selectFrom('users')
    .select(userColumns)
    .where(sql<boolean>`user_id = any(${userIds}::uuid[])`)
    .where('mergedInto', 'is', null)
    .execute()
  return new Map(users.map((user) => [user.userId, user]))
}
