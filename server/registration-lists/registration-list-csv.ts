import type { Readable } from 'node:stream'
import type { CompiledQuery } from 'kysely'
import { sql } from 'kysely'
import { certificateLink } from '#contract/certificates/calls.ts'
import { readsPersonalLinks } from '#contract/core/permissions.ts'
import { shownDate, shownTime } from '#contract/core/plain-dates.ts'
import type { UnregisteredFilter } from '#contract/registration-lists/calls.ts'
import type { RegistrationFilter } from '#contract/registration-lists/rows.ts'
import { csvColumns, moreCsvColumns, unregisteredCsvColumns } from '#contract/registration-lists/rows.ts'
import { happened } from '#server/activities/activities.ts'
import { copiedCsv } from '#server/core/db/copied-csv.ts'
import type { Cell } from '#server/core/db/csv-cells.ts'
import { easternCell, easternClockOf, phoneCell } from '#server/core/db/csv-cells.ts'
import type { Db, Services } from '#server/services.ts'
import { joinUrlOf, selectSlots } from '#server/slots/queries.ts'
import type { Work } from '#server/work.ts'
import { orderBy, orderOf } from './registration-list-orders.ts'
import { foundBy, keptBy, readSearch } from './registration-list-search.ts'
import { findSlots, inSlots } from './registration-list-slots.ts'
import { unregisteredCondition } from './registration-list-unregistered.ts'

interface ExportFilter extends RegistrationFilter {
  columns?: 'all' | undefined
}

/** Records the export of a list and its filter in the history. */
export async function noteExport(
  work: Work,
  filter: ExportFilter | UnregisteredFilter,
  list: string,
): Promise<void> {
  const narrowed = Object.entries(filter).filter(
    ([name, value]) => value !== undefined && !/^(sort|order)$/.test(name),
  )
  const reason = narrowed.map(([name, value]) => `${name}: ${value}`).join(', ')
  await happened(work, [{ activity: 'exported', details: { reason: reason || list } }])
}

/** Streams the people without a registration of a filter as CSV, by name. */
export async function exportUnregistered(services: Services, filter: UnregisteredFilter): Promise<Readable> {
  const condition = await unregisteredCondition(services, filter)
  const query = sql`
    select u.first_name, u.last_name, u.email, u.phone, u.country, u.company_name, u.state, u.zip,
      u.has_given_mailing_consent, ${easternClockOf('u.mailingConsentAt')}
    from users u where ${condition} order by lower(u.first_name || ' ' || u.last_name), u.user_id`
  return copiedCsv(
    services.exportPool,
    query.compile(services.db),
    unregisteredCsvColumns,
    ([firstName, lastName, email, phone, country, company, state, zip, isGiven, givenAt]) => [
      ...[`${firstName} ${lastName}`.trim(), email, phoneCell(phone, country), company, state, zip, country],
      ...[consentCell(isGiven), easternCell(givenAt)],
    ],
  )
}

function consentCell(isGiven: Cell): Cell {
  return isGiven && (isGiven === 't' ? 'Yes' : 'No')
}

/** Streams the registrations of a filter as CSV. Its join URLs are 'Yes' for a caller who may not act for people. */
export async function exportRegistrations(
  services: Services,
  filter: ExportFilter,
  caller: Parameters<typeof readsPersonalLinks>[0],
): Promise<Readable> {
  const { db, config, exportPool } = services
  const isWhole = filter.columns === 'all'
  const readsLinks = readsPersonalLinks(caller)
  const [query, slots] = await Promise.all([exportQuery(services, filter), findSlotCells(db)])
  const header = isWhole ? [...csvColumns, ...moreCsvColumns] : csvColumns
  return copiedCsv(
    exportPool,
    query,
    header,
    ([slotId, firstName, lastName, phone, country, code, ...row]) => {
      const [id, email, company, state, zip, registeredAt, hours, joinUrl, isGiven, givenAt, ...numbers] = row
      return [
        id,
        `${firstName} ${lastName}`.trim(),
        email,
        phoneCell(phone, country),
        company,
        state,
        zip,
        country,
        ...(slots.get(Number(slotId)) ?? []),
        easternCell(registeredAt),
        hours,
        readsLinks ? joinUrl : joinUrl && 'Yes',
        certificateLink(config.publicUrl, code || null),
        ...(isWhole ? [firstName, lastName, consentCell(isGiven), easternCell(givenAt), ...numbers] : []),
      ]
    },
  )
}

/** Returns the query of the export, which the bench also copies. */
export async function exportQuery(
  services: Pick<Services, 'db' | 'config' | 'clock'>,
  filter: ExportFilter,
): Promise<CompiledQuery> {
  const { db } = services
  const [slots, search] = await Promise.all([findSlots(db, filter), readSearch(services, filter)])
  const query = sql`
    select r.event_slot_id, u.first_name, u.last_name, u.phone, u.country, r.certificate_code,
      r.registration_id, u.email, u.company_name, u.state, u.zip, ${easternClockOf('r.registeredAt')}, r.hours, ${joinUrlOf('r', 's')},
      u.has_given_mailing_consent, ${easternClockOf('u.mailingConsentAt')}, u.aopa_number, u.nbaa_number, u.vai_number
      ${filter.columns === 'all' ? writtenDays : sql``}
    from registrations r join users u using (user_id) join event_slots s using (event_slot_id) join events e on e.event_id = s.event_id
    where r.cancelled_at is null and ${inSlots(slots)} and ${foundBy(search)} and ${keptBy(search)}
    ${orderBy(orderOf(filter))}`
  return query.compile(db)
}

/** The days of the hours, as `writtenByDay` in the contract. */
const writtenDays = sql`, (
  select string_agg(format('%s: %s', day->>'on', day->>'hours'), '; ' order by place)
  from jsonb_array_elements(r.credited_days) with ordinality days (day, place))`

/** Returns the event, dates and times of each slot. */
async function findSlotCells(db: Db): Promise<Map<number, string[]>> {
  const slots = await selectSlots(db).execute()
  return new Map(
    slots.map(({ eventSlotId, eventName, startOn, endOn, startTime, endTime }) => [
      eventSlotId,
      [
        eventName,
        startOn === endOn ? shownDate(startOn) : `${shownDate(startOn)} - ${shownDate(endOn)}`,
        `${shownTime(startTime)} - ${shownTime(endTime)} Eastern`,
      ],
    ]),
  )
}
