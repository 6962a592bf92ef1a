import { sql } from 'kysely'
import type { LikelyDuplicate } from '#contract/office/accounts/records.ts'
import { mostDuplicates } from '#contract/office/accounts/records.ts'
import type { Db } from '#server/services.ts'

/** Returns the oldest accounts with this one's name and its phone or ZIP, other people's accounts last. */
export async function findDuplicates(db: Db, userId: string): Promise<LikelyDuplicate[]> {
  const { rows } = await sql<LikelyDuplicate>`
    select other.user_id, trim(other.first_name || ' ' || other.last_name) as name, other.email, other.company_name, (
      select count(*) from registrations r where r.user_id = other.user_id and cancelled_at is null
    ) as registrations, has_same_phone, has_same_zip, is_distinct
    from users self
    -- Written like the index of names.
    join users other on lower(other.first_name || ' ' || other.last_name) = lower(self.first_name || ' ' || self.last_name),
    lateral (select
      ${numberOf('other')} = ${numberOf('self')} and ${numberOf('self')} <> '' as has_same_phone,
      ${zipOf('other')} = ${zipOf('self')} and self.zip <> '' and other.country = self.country as has_same_zip
    ) compared,
    lateral (select exists (
      select from distinct_accounts apart
      where apart.user_id = least(self.user_id, other.user_id) and apart.other_id = greatest(self.user_id, other.user_id)
    ) as is_distinct) decided
    where self.user_id = ${userId} and other.user_id <> self.user_id and other.merged_into is null
      and self.first_name <> '' and self.last_name <> '' and (has_same_phone or has_same_zip)
    order by is_distinct, other.registered_at, other.user_id limit ${mostDuplicates}`.execute(db)
  return rows
}

/** The digits of a phone number without its dial code, which old accounts lack. */
function numberOf(user: 'self' | 'other') {
  return sql.raw(`regexp_replace(${user}.phone, '^.*[|]{2}|\\D', '', 'g')`)
}

/** A ZIP without the four digits of ZIP+4. */
function zipOf(user: 'self' | 'other') {
  return sql.raw(`split_part(lower(${user}.zip), '-', 1)`)
}
