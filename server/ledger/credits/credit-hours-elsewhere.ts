import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { inSeason } from '#server/core/db/in-season.ts'

/**
 * Returns SQL: true if the hours of a certificate count, a row of `earlier_certificates` under this alias. No
 * day counts twice: the portal's own credit comes first, then the certificate that was recorded first. Every
 * reader asks, because credits and merges may follow after an import.
 */
export function isCounted(alias: string): RawBuilder<boolean> {
  const earlier = (column: string) => sql.ref(`${alias}.${column}`)
  return sql<boolean>`(not exists (
    select from registrations credited join event_slots slot using (event_slot_id), unnest(${earlier('days')}) certified
    where credited.user_id = ${earlier('userId')} and credited.cancelled_at is null and credited.hours > 0
      and case when credited.credited_days is null then certified between slot.start_on and slot.end_on
        else exists (select from jsonb_array_elements(credited.credited_days) day where (day->>'on')::date = certified) end)
    and not exists (
      select from earlier_certificates first where first.user_id = ${earlier('userId')}
        and first.earlier_certificate_id < ${earlier('earlierCertificateId')} and first.days && ${earlier('days')}))`
}

/** Returns SQL: a query of each person's certified hours from elsewhere in a renewal year, as `user_id` and `hours`. */
export function hoursElsewhere(season: number): RawBuilder<unknown> {
  return sql`(select earlier.user_id, sum(earlier.hours)::int as hours from earlier_certificates earlier
    where ${inSeason(sql`earlier.days[1]`, season)} and ${isCounted('earlier')} group by earlier.user_id)`
}
