import type { CompiledQuery, RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { ListFormat } from '#contract/core/list-files.ts'
import { readsPersonalLinks } from '#contract/core/permissions.ts'
import { shownDate, shownTime } from '#contract/core/plain-dates.ts'
import { certificateLink } from '#contract/counting/certificates/calls.ts'
import type { UnregisteredFilter } from '#contract/registrations/registration-lists/calls.ts'
import type { RegistrationFilter } from '#contract/registrations/registration-lists/rows.ts'
import {
  exportedColumns,
  moreExportedColumns,
  unregisteredColumns,
} from '#contract/registrations/registration-lists/rows.ts'
import { copiedRows } from '#server/core/db/copied-rows.ts'
import type { Cell } from '#server/core/files/list-cells.ts'
import { easternCell, easternClockOf, phoneCell } from '#server/core/files/list-cells.ts'
import type { ListFile } from '#server/core/files/list-file.ts'
import {
  findAnswerColumns,
  hasRegistrationQuestions,
  writtenAnswersOf,
} from '#server/events/event-questions/queries.ts'
import { joinUrlOf, selectSlots } from '#server/events/slots/queries.ts'
import { happened } from '#server/foundation/activities/activities.ts'
import type { Db, Services } from '#server/services.ts'
import type { Work } from '#server/work.ts'
import { findSlots, readFilter } from './registration-list-filter.ts'
import { orderBy, orderOf } from './registration-list-orders.ts'
import { unregisteredCondition } from './registration-list-unregistered.ts'

interface ExportFilter extends RegistrationFilter {
  columns?: 'all' | undefined
  format?: ListFormat | undefined
}

/** Records the export of a list and its filter in the history. */
export async function noteExport(work: Work, filter: ExportFilter | UnregisteredFilter, list: string) {
  const narrowed = Object.entries(filter).filter(
    ([name, value]) => value !== undefined && !/^(sort|order|format)$/.test(name),
  )
  const reason = narrowed.map(([name, value]) => `${name}: ${value}`).join(', ')
  await happened(work, [{ activity: 'exported', details: { reason: reason || list } }])
}

/** Exports the people without a registration of a filter, by name. */
export async function exportUnregistered(services: Services, filter: UnregisteredFilter): Promise<ListFile> {
  const condition = await unregisteredCondition(services, filter)
  const query = sql`
    select u.first_name, u.last_name, u.email, u.phone, u.country, u.company_name, u.state, u.zip,
      u.has_given_mailing_consent, ${easternClockOf('u.mailingConsentAt')}
    from users u where ${condition} order by lower(u.first_name || ' ' || u.last_name), u.user_id`
  const rows = await copiedRows(
    services.exportPool,
    query.compile(services.db),
    ([firstName, lastName, email, phone, country, company, state, zip, isGiven, givenAt]) => [
      `${firstName} ${lastName}`.trim(),
      email,
      phoneCell(phone, country),
      company,
      state,
      zip,
      country,
      consentCell(isGiven),
      easternCell(givenAt),
    ],
  )
  return { columns: unregisteredColumns, rows }
}

function consentCell(isGiven: string | undefined): Cell {
  return isGiven && (isGiven === 't' ? 'Yes' : 'No')
}

/** Exports the registrations of a filter. Its join URLs are 'Yes' for a caller who may not act for people. */
export async function exportRegistrations(
  services: Services,
  filter: ExportFilter,
  caller: Parameters<typeof readsPersonalLinks>[0],
): Promise<ListFile> {
  const { db, config, exportPool } = services
  const isWhole = filter.columns === 'all'
  const readsLinks = readsPersonalLinks(caller)
  const answers = await findAnswerCells(db, filter)
  const [query, slots] = await Promise.all([exportQuery(services, filter, answers), findSlotCells(db)])
  const rows = await copiedRows(
    exportPool,
    query,
    ([slotId, firstName, lastName, phone, country, code, ...row]) => {
      const [id, email, company, state, zip, registeredAt, hours, joinUrl, isGiven, givenAt, ...numbers] = row
      return [
        Number(id),
        `${firstName} ${lastName}`.trim(),
        email,
        phoneCell(phone, country),
        company,
        state,
        zip,
        country,
        ...(slots.get(Number(slotId)) ?? []),
        easternCell(registeredAt),
        Number(hours),
        readsLinks ? joinUrl : joinUrl && 'Yes',
        certificateLink(config.publicUrl, code || null),
        // After the three numbers of memberships, the answers.
        ...(isWhole
          ? [firstName, lastName, consentCell(isGiven), easternCell(givenAt), ...numbers]
          : numbers.slice(3)),
      ]
    },
  )
  const columns = isWhole ? [...exportedColumns, ...moreExportedColumns] : exportedColumns
  return { columns: [...columns, ...answers.map(({ column }) => column)], rows }
}

interface AnswerCells {
  column: string
  /** The cell of a registration `r`. */
  cell: RawBuilder<unknown>
}

/**
 * Returns the columns of answers at registration: one for each question if the list is of one event or slot. A
 * list of all columns of all events has one with all answers.
 */
async function findAnswerCells(db: Db, filter: ExportFilter): Promise<AnswerCells[]> {
  if (filter.eventName || filter.eventSlotId !== undefined) {
    const { slotIds = [] } = await findSlots(db, filter)
    const columns = await findAnswerColumns(db, slotIds)
    return columns.map(({ wording, questionIds }) => ({
      column: wording,
      cell: sql`(
        select string_agg(answer, '; ') from event_answers a
        where a.registration_id = r.registration_id and a.event_question_id = any(${sql.lit(`{${questionIds}}`)}::int[]))`,
    }))
  }
  if (filter.columns !== 'all' || !(await hasRegistrationQuestions(db))) return []
  return [{ column: 'Answers', cell: writtenAnswersOf('r') }]
}

/** Returns the query of the export, which the bench also copies. */
export async function exportQuery(
  services: Pick<Services, 'db' | 'config' | 'clock'>,
  filter: ExportFilter,
  answers: readonly AnswerCells[] = [],
): Promise<CompiledQuery> {
  const { condition } = await readFilter(services, filter)
  const query = sql`
    select r.event_slot_id, u.first_name, u.last_name, u.phone, u.country, r.certificate_code,
      r.registration_id, u.email, u.company_name, u.state, u.zip, ${easternClockOf('r.registeredAt')}, r.hours, ${joinUrlOf('r', 's')},
      u.has_given_mailing_consent, ${easternClockOf('u.mailingConsentAt')}, u.aopa_number, u.nbaa_number, u.vai_number
      ${filter.columns === 'all' ? writtenDays : sql``}${sql.join(
        answers.map(({ cell }) => sql`, ${cell}`),
        sql``,
      )}
    from registrations r join users u using (user_id) join event_slots s using (event_slot_id) join events e on e.event_id = s.event_id
    where r.cancelled_at is null and ${condition}
    ${orderBy(orderOf(filter))}`
  return query.compile(services.db)
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
