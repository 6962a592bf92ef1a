import type { Readable } from 'node:stream'
import type { CompiledQuery } from 'kysely'
import { sql } from 'kysely'
import { countries } from '#contract/countries.ts'
import { paths } from '#contract/paths.ts'
import { defaultDialCode } from '#contract/phones.ts'
import type { RegistrationFilter } from '#contract/registration-rows.ts'
import { csvColumns } from '#contract/registration-rows.ts'
import { happened } from '#server/activities/activities.ts'
import { copiedCsv } from '#server/platform/db/copied-csv.ts'
import type { Services } from '#server/services.ts'
import type { Work } from '#server/work.ts'
import { orderBy, orderOf } from './registration-orders.ts'
import { shownDates, shownTimes } from './registration-rows.ts'
import { foundBy, keptBy, readSearch } from './registration-search.ts'
import { findSlots, inSlots } from './registration-slots.ts'

/** Tells in the history that somebody exports, and what. */
export async function noteExport(work: Work, filter: RegistrationFilter): Promise<void> {
  const narrowed = Object.entries(filter).filter(
    ([name, value]) => value !== undefined && !/^(sort|order)$/.test(name),
  )
  const reason = narrowed.map(([name, value]) => `${name}: ${value}`).join(', ')
  await happened(work, [{ activity: 'exported', details: { reason: reason || 'All registrations' } }])
}

/** The registrations of a filter as CSV. SQL writes the cells for people here, since the export's figure needs it. */
export async function exportRegistrations(services: Services, filter: RegistrationFilter): Promise<Readable> {
  return copiedCsv(services.exportPool, await exportQuery(services, filter), csvColumns)
}

/** The query of it, which the bench copies by itself. */
export async function exportQuery(
  services: Pick<Services, 'db' | 'config' | 'clock'>,
  filter: RegistrationFilter,
): Promise<CompiledQuery> {
  const { db, config } = services
  const [slots, search] = await Promise.all([findSlots(db, filter), readSearch(services, filter)])
  const query = sql`
    with s as materialized (
      select event_slot_id, start_on, start_time, event_name,
        ${shownDates} as dates, ${shownTimes} as times
      from event_slots join events using (event_id)
    )
    select r.registration_id, trim(u.first_name || ' ' || u.last_name), u.email, ${phone},
      u.company_name, u.state, u.zip, u.country, s.event_name, s.dates, s.times,
      (r.registered_at at time zone 'UTC')::timestamp(0) || 'Z', r.hours, r.join_url,
      ${config.publicUrl + paths.certificate({ code: '' })} || r.certificate_code
    from registrations r join users u using (user_id) join s using (event_slot_id)
    where r.cancelled_at is null and ${inSlots(slots)} and ${foundBy(search)}
      and ${keptBy(search)} ${orderBy(orderOf(filter))}`
  return query.compile(db)
}

const dialCodes = JSON.stringify(Object.fromEntries(countries.map(({ name, dialCode }) => [name, dialCode])))

/** `(+1) 8035550100` of u users: nothing is lost, and no spreadsheet runs it. Stored without its dial code, it has its country's. */
export const phone = sql`
  case
    when u.phone like '%||%' then '(' || replace(u.phone, '||', ') ')
    when u.phone <> '' then '(' || coalesce(${dialCodes}::jsonb ->> u.country, ${defaultDialCode}) || ') ' || u.phone
  end`
