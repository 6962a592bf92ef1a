import type { Readable } from 'node:stream'
import { sql } from 'kysely'
import { countries } from '#contract/countries.ts'
import { paths } from '#contract/paths.ts'
import { defaultDialCode } from '#contract/phones.ts'
import type { RegistrationFilter } from '#contract/registration-rows.ts'
import { csvColumns } from '#contract/registration-rows.ts'
import { copiedCsv } from '#server/platform/db/copied-csv.ts'
import type { Services } from '#server/services.ts'
import { findSlotIds, orderOf, registrationsOf, slots } from './registration-list.ts'

/** The registrations of a filter as CSV. SQL writes the cells for people here, since the export's figure needs it. */
export async function exportRegistrations(
  { db, exportPool, config }: Services,
  filter: RegistrationFilter,
): Promise<Readable> {
  const query = sql`
    ${slots}
    select r.registration_id, trim(u.first_name || ' ' || u.last_name), u.email, ${phone},
      u.company_name, u.state, u.zip, u.country, s.event_name, s.dates, s.times,
      (r.registered_at at time zone 'UTC')::timestamp(0) || 'Z', r.hours, r.join_url,
      ${config.publicUrl + paths.certificate({ code: '' })} || r.certificate_code
    ${registrationsOf(filter, await findSlotIds(db, filter))} ${orderOf(filter)}`
  return copiedCsv(exportPool, query.compile(db), csvColumns)
}

const dialCodes = JSON.stringify(Object.fromEntries(countries.map(({ name, dialCode }) => [name, dialCode])))

/** `(+1) 8035550100` of u users: nothing is lost, and no spreadsheet runs it. Stored without its dial code, it has its country's. */
export const phone = sql`
  case
    when u.phone like '%||%' then '(' || replace(u.phone, '||', ') ')
    when u.phone <> '' then '(' || coalesce(${dialCodes}::jsonb ->> u.country, ${defaultDialCode}) || ') ' || u.phone
  end`
