import { sql } from 'kysely'
import { paths } from '#contract/core/paths.ts'
import type { Services } from '#server/services.ts'
import type { Ids } from './registration-walks.ts'

/** The days and the time of a slot as people read them. */
const shownDates = sql`to_char(start_on, 'DD/MM/YYYY') || ' - ' || to_char(end_on, 'DD/MM/YYYY')`
const shownTimes = sql`to_char(start_time, 'HH24:MI') || ' - ' || to_char(end_time, 'HH24:MI')`

interface Rows {
  registrations: string
  found: number
}

/**
 * So many of these registrations, in their order, as an array of the contract's `RegistrationRow` in JSON, and how many `ids`
 * are. PostgreSQL writes it: read into objects, encoded and written again, a page of a hundred takes this process twice as long.
 */
export async function writeRows({ db, config }: Services, ids: Ids, limit: number): Promise<Rows> {
  const certificates = config.publicUrl + paths.certificate({ code: '' })
  const { rows } = await sql<Rows>`
    with found as materialized (select array(${ids}) as ids)
    select '[' || coalesce(string_agg(row_to_json(page)::text, ',' order by place), '') || ']' as registrations,
      (select cardinality(ids) from found) as found
    from found cross join unnest(ids[:${sql.lit(limit)}]) with ordinality page_ids (id, place) cross join lateral (
      select registration_id as "Reg Id", registration_id as "registrationId", user_id as "User Id", user_id as "userId",
        event_id as "eventId", event_slot_id as "eventSlotId", focus_id as "focusId",
        trim(first_name || ' ' || last_name) as "User Name", email as "User Email", phone as "User Phone",
        company_name as "User Company Name", state as "User State", zip as "User Zip", country as "User Country",
        event_name as "Event Name", ${shownDates} as "Event Date", ${shownTimes} as "Event Time",
        to_char(r.registered_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "Registration Date",
        hours as "Hours", join_url as "Join URL", ${certificates} || certificate_code as "Certificate", r.version
      from registrations r join users using (user_id) join event_slots using (event_id, event_slot_id) join events using (event_id)
      where registration_id = id
    ) page`.execute(db)
  return rows[0] as Rows
}
