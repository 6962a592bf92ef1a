import type { Readable } from 'node:stream'
import type { CompiledQuery } from 'kysely'
import { sql } from 'kysely'
import { countries } from '#contract/core/countries.ts'
import { paths } from '#contract/core/paths.ts'
import { defaultDialCode } from '#contract/core/phones.ts'
import { portalZone } from '#contract/core/season.ts'
import type { RegistrationFilter } from '#contract/registrations/rows.ts'
import { csvColumns, moreCsvColumns } from '#contract/registrations/rows.ts'
import { happened } from '#server/activities/activities.ts'
import { copiedCsv } from '#server/core/db/copied-csv.ts'
import type { Services } from '#server/services.ts'
import type { Work } from '#server/work.ts'
import { orderBy, orderOf } from './registration-orders.ts'
import { foundBy, keptBy, readSearch } from './registration-search.ts'
import { findSlots, inSlots } from './registration-slots.ts'

/** Tells in the history that somebody exports, and what. */
export async function noteExport(work: Work, filter: ExportFilter): Promise<void> {
  const narrowed = Object.entries(filter).filter(
    ([name, value]) => value !== undefined && !/^(sort|order)$/.test(name),
  )
  const reason = narrowed.map(([name, value]) => `${name}: ${value}`).join(', ')
  await happened(work, [{ activity: 'exported', details: { reason: reason || 'All registrations' } }])
}

interface ExportFilter extends RegistrationFilter {
  columns?: 'all' | undefined
}

/** The registrations of a filter as CSV. SQL writes the cells for people here, since the export's figure needs it. */
export async function exportRegistrations(services: Services, filter: ExportFilter): Promise<Readable> {
  const header = filter.columns === 'all' ? [...csvColumns, ...moreCsvColumns] : csvColumns
  return copiedCsv(services.exportPool, await exportQuery(services, filter), header)
}

/** The day of a column, as people read it everywhere: 09 Feb 2027. */
const day = (column: string) => sql`to_char(${sql.ref(column)}, 'DD Mon YYYY')`

const dates = sql`${day('startOn')} || case when end_on > start_on then ' - ' || ${day('endOn')} else '' end`
const times = sql`to_char(start_time, 'FMHH12:MI AM') || ' - ' || to_char(end_time, 'FMHH12:MI AM') || ' Eastern'`

/** The instant of a column on an Eastern calendar and clock. */
export const easternTime = (column: string) =>
  sql`to_char(${sql.ref(column)} at time zone ${sql.lit(portalZone)}, 'DD Mon YYYY FMHH12:MI AM') || ' Eastern'`

/** The query of it, which the bench copies by itself. */
export async function exportQuery(
  services: Pick<Services, 'db' | 'config' | 'clock'>,
  filter: ExportFilter,
): Promise<CompiledQuery> {
  const { db, config } = services
  const [slots, search] = await Promise.all([findSlots(db, filter), readSearch(services, filter)])
  const query = sql`
    with s as materialized (
      select event_slot_id, start_on, start_time, event_name,
        ${dates} as dates, ${times} as times
      from event_slots join events using (event_id)
    )
    select r.registration_id, trim(u.first_name || ' ' || u.last_name), u.email, ${phone},
      u.company_name, u.state, u.zip, u.country, s.event_name, s.dates, s.times,
      ${easternTime('r.registeredAt')}, r.hours, r.join_url,
      ${config.publicUrl + paths.certificate({ code: '' })} || r.certificate_code
      ${filter.columns === 'all' ? moreColumns : sql``}
    from registrations r join users u using (user_id) join s using (event_slot_id)
    where r.cancelled_at is null and ${inSlots(slots)} and ${foundBy(search)}
      and ${keptBy(search)} ${orderBy(orderOf(filter))}`
  return query.compile(db)
}

const moreColumns = sql`, u.first_name, u.last_name,
  case u.has_given_mailing_consent when true then 'Yes' when false then 'No' end, ${easternTime('u.mailingConsentAt')},
  u.aopa_number, u.nbaa_number, u.vai_number`

const dialCodes = JSON.stringify(Object.fromEntries(countries.map(({ name, dialCode }) => [name, dialCode])))

/** `(+1) 8035550100` of u users: nothing is lost, and no spreadsheet runs it. Stored without its dial code, it has its country's. */
export const phone = sql`
  case
    when u.phone like '%||%' then '(' || replace(u.phone, '||', ') ')
    when u.phone <> '' then '(' || coalesce(${dialCodes}::jsonb ->> u.country, ${defaultDialCode}) || ') ' || u.phone
  end`
