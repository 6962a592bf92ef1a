import { sql } from 'kysely'
import type {
  Added,
  DifferentTotal,
  OtherName,
  People,
} from '#contract/attendance/attendance-uploads/comparison-words.ts'
import { countingReports } from '#contract/attendance/attendances/reports.ts'
import { agendaDays, nightsBetween } from '#contract/events/slots/agendas.ts'
import { reachOf } from '#contract/events/slots/hour-times.ts'
import { chosenReports, isSetAside } from '#server/attendance/attendances/attendance-choice.ts'
import type { StoredReport } from '#server/attendance/attendances/attendance-evidence.ts'
import { findReports } from '#server/attendance/attendances/queries.ts'
import type { Slot } from '#server/events/slots/queries.ts'
import { getSlotHours } from '#server/events/slots/slot-hours.ts'
import type { Db } from '#server/services.ts'
import type { Known } from './attendance-upload-known.ts'
import { emailKey, findKnown, findOtherNames } from './attendance-upload-known.ts'

/**
 * An earlier counting report in which some people have more time than in a later one. Or it has people whom
 * the later one lacks.
 */
interface LessThan {
  report: StoredReport
  fewer: People
  missing: People
  /** The number of people in the earlier report, on the days that both cover. */
  people: number
}

/** A report, compared with those that counted before it. */
export interface Comparison {
  report: StoredReport
  added: Added
  /** Newest first. */
  less: LessThan[]
  totals: { first: DifferentTotal; count: number } | undefined
  /** The people who joined with another name. */
  otherNames: OtherName[]
}

/** Fewer seconds are no difference, because webinar platforms round. */
const leastSeconds = 60

/** As many names as a sentence may need. */
const mostNames = 2

/** Compares a stored report with the reports that counted before it. */
export async function compareReport(db: Db, slot: Slot, reportId: number): Promise<Comparison | undefined> {
  const reports = await findReports(db, slot.eventSlotId)
  const report = reports.find((each) => each.reportId === reportId)
  if (!report) return undefined
  const before = countingReports(chosenReports(reports.filter((each) => each.reportId < reportId)))
  const known = await findKnown(db, slot)
  const pieces = await piecesOf(db, slot, report, { before, known })
  const { less, ...added } = await compareVisits(db, pieces, report)
  const byReading = new Map(before.map((each) => [each.readingId, each]))
  return {
    report,
    added: { ...added, answers: await findAddedAnswers(db, pieces, report) },
    totals: await findDifferentTotals(db, report),
    otherNames: await findOtherNames(db, known, report.readingId),
    less: less.flatMap(({ readingId, ...counts }) => {
      const earlier = byReading.get(readingId)
      return earlier ? [{ ...counts, report: earlier }] : []
    }),
  }
}

/**
 * Returns who is in which report and when, as expressions to select from. Ignores rows far outside the hours.
 * Joins nothing large with anything large: PostgreSQL has no statistics of new rows, and would compare each
 * with each.
 */
async function piecesOf(
  db: Db,
  slot: Slot,
  report: StoredReport,
  { before, known }: { before: readonly StoredReport[]; known: Known },
) {
  const { agenda, rule } = await getSlotHours(db, slot.eventSlotId)
  const days = agendaDays(agenda)
  const nights = nightsBetween(days)
  const windows = [report, ...before].flatMap(({ readingId, setAside }) =>
    days.flatMap((day, place) => {
      const [from, to] = reachOf(rule.figures, day)
      const of = { readingId, on: day.on, isNew: readingId === report.readingId }
      const isOut = (part: 'visits' | 'answers') => !of.isNew && isSetAside(setAside, { on: day.on, part })
      return [
        ...(isOut('visits') ? [] : [{ ...of, part: 'visits', from: from * 1000, to: to * 1000 }]),
        ...(isOut('answers')
          ? []
          : [{ ...of, part: 'answers', from: nights[place - 1] ?? null, to: nights[place] ?? null }]),
      ]
    }),
  )
  const readingIds = [...new Set(windows.map(({ readingId }) => readingId))]
  const names = sql`known as materialized (
      select ${JSON.stringify(known)}::jsonb as people
    ), windows as materialized (
      select "readingId" as reading_id, "on", "isNew" as is_new, part, to_timestamp("from" / 1000) as start_at, to_timestamp("to" / 1000) as end_at
      from jsonb_to_recordset(${JSON.stringify(windows)})
        as row ("readingId" integer, "on" date, "isNew" boolean, part text, "from" float, "to" float)
    )`
  // A comparison by bytes sorts people quickly.
  const people = sql`people as (
      select rows.*, coalesce(by_id ->> 'person', by_email ->> 'person', email, 'id ' || id, 'name ' || lower(trim(name))) collate "C" as person,
        coalesce(by_id ->> 'name', by_email ->> 'name', nullif(name, ''), email) collate "C" as called
      from (
        select *, (select people from known) -> ('id ' || id) as by_id, (select people from known) -> email as by_email from found
      ) rows
    )`
  const visits = sql`${names}, found as (
      select reading_id, "on", is_new, ${emailKey} as email, nullif(registrant_id, '') as id, name,
        greatest(joined_at, start_at) as joined_at, least(left_at, end_at) as left_at
      from attendance_visits visit join windows on visit.attendance_reading_id = windows.reading_id and part = 'visits'
        and joined_at < end_at and left_at > start_at and joined_at < left_at
      where visit.attendance_reading_id = any(${readingIds}::integer[]) and role <> 'host' and status = 'present'
    ), ${people}, stays as (
      select reading_id, "on", is_new, person, min(called) as name, range_agg(tstzrange(joined_at, left_at)) as there,
        count(*) as rows, min(joined_at) as joined_at, max(left_at) as left_at
      from people group by 1, 2, 3, 4
    ), pieces as materialized (
      select reading_id, "on", is_new, person, name, there,
        case rows when 1 then extract(epoch from left_at - joined_at) else ${secondsIn(sql`there`)} end::float as seconds
      from stays
    )`
  const answers = sql`${names}, found as (
      select is_new, ${emailKey} as email, nullif(registrant_id, '') as id, name,
        question || ' ' || coalesce(date_trunc('second', answered_at)::text, concat(answered_on, ' ', session, ' ', nth)) as said
      from attendance_answers answer join windows on answer.attendance_reading_id = windows.reading_id and part = 'answers'
        and (answered_at is null or answered_at >= coalesce(start_at, '-infinity') and answered_at < coalesce(end_at, 'infinity'))
      where answer.attendance_reading_id = any(${readingIds}::integer[]) and question <> '' and answer.answer <> ''
    ), ${people}, pieces as (
      select person, min(called) as name, said, bool_and(is_new) as is_new from people group by 1, 3
    )`
  return { visits, answers }
}

type Pieces = Awaited<ReturnType<typeof piecesOf>>

interface Less extends Omit<LessThan, 'report'> {
  readingId: number
}

interface ComparedVisits extends Pick<Added, 'people' | 'more'> {
  less: Less[]
}

/**
 * Returns the people and minutes that a report adds, and compares it with each earlier report. Compares only
 * days that both cover, at about the same time: in the second part of a restarted webinar, nobody has less.
 */
async function compareVisits(
  db: Db,
  { visits }: Pieces,
  { visits: count }: StoredReport,
): Promise<ComparedVisits> {
  const names = (which: ReturnType<typeof sql>) =>
    sql`coalesce((array_agg(name order by seconds - now_seconds desc, name) filter (where ${which}))[1:${sql.lit(mostNames)}], '{}')`
  const isFewer = sql`now_seconds > 0 and seconds - now_seconds >= ${leastSeconds}`
  const isMissing = sql`now_seconds = 0 and seconds >= ${leastSeconds}`
  const result =
    count > 0 &&
    (await sql<{
      added: { isMore: boolean; count: number; seconds: number; names: string[] }[]
      less: Less[]
    }>`
    with ${visits}, merged as (
      select person, min(name) filter (where is_new) as name, bool_or(not is_new) as is_more, sum(seconds) filter (where is_new) as seconds,
        range_agg(there) filter (where is_new) as fresh, range_agg(there) filter (where not is_new) as before
      from pieces group by person having bool_or(is_new)
    ), added as materialized (
      select name, is_more, case when before && fresh then ${secondsIn(sql`fresh - before`)} else seconds end::float as seconds from merged
    ), added_words as (
      select is_more as "isMore", count(*) as count, sum(seconds) as seconds,
        (array_agg(name order by seconds desc, name))[1:${sql.lit(mostNames)}] as names
      from added where seconds >= ${leastSeconds} group by 1
    ), spans as (
      select reading_id, "on", is_new, tstzrange(min(lower(there)), max(upper(there))) as span from pieces group by 1, 2, 3
    ), lengths as (
      select *, extract(epoch from upper(span) - lower(span)) as seconds from spans
    ), common as materialized (
      select earlier.reading_id, "on" from lengths later join lengths earlier using ("on")
      where later.is_new and not earlier.is_new
        and extract(epoch from upper(later.span * earlier.span) - lower(later.span * earlier.span)) * 2 >= least(later.seconds, earlier.seconds)
    ), compared as (
      select common.reading_id, person, min(name) filter (where not is_new) as name,
        coalesce(sum(seconds) filter (where not is_new), 0) as seconds, coalesce(sum(seconds) filter (where is_new), 0) as now_seconds
      from pieces join common on common."on" = pieces."on" and (is_new or common.reading_id = pieces.reading_id)
      group by 1, 2 having bool_or(not is_new)
    ), less as (
      select reading_id as "readingId", count(*) as people,
        jsonb_build_object('count', count(*) filter (where ${isFewer}), 'names', ${names(isFewer)}) as fewer,
        jsonb_build_object('count', count(*) filter (where ${isMissing}), 'names', ${names(isMissing)}) as missing
      from compared group by 1
    )
    select coalesce((select jsonb_agg(added_words) from added_words), '[]') as added,
      coalesce((select jsonb_agg(less order by "readingId" desc) from less), '[]') as less`.execute(db))
  const [{ added, less } = { added: [], less: [] }] = result ? result.rows : []
  const some = (isMore: boolean) => {
    const { count = 0, seconds = 0, names = [] } = added.find((row) => row.isMore === isMore) ?? {}
    return { count, names, minutes: Math.round(seconds / 60) }
  }
  return {
    people: some(false),
    more: some(true),
    less: less.filter(({ fewer, missing }) => fewer.count + missing.count > 0),
  }
}

function secondsIn(ranges: ReturnType<typeof sql>) {
  return sql`coalesce((select sum(extract(epoch from upper(r) - lower(r))) from unnest(${ranges}) r), 0)`
}

async function findAddedAnswers(
  db: Db,
  { answers }: Pieces,
  report: StoredReport,
): Promise<Added['answers']> {
  const none = { count: 0, answers: 0, names: [] }
  if (report.answers === 0) return none
  const { rows } = await sql<Added['answers']>`
    with ${answers}, added as (
      select min(name) as name, count(*) as answers from pieces where is_new group by person
    )
    select count(*)::int as count, coalesce(sum(answers), 0)::int as answers,
      coalesce((array_agg(name order by answers desc, name))[1:${sql.lit(mostNames)}], '{}') as names
    from added`.execute(db)
  return rows[0] ?? none
}

/** The most seconds that a total may be off; `totalDiffers` says the same. */
const mostSecondsOff = 600

async function findDifferentTotals(db: Db, { readingId }: StoredReport): Promise<Comparison['totals']> {
  const key = sql`case when coalesce(registrant_id, email, '') = '' then ' ' || name
    else concat(registrant_id, ' ', lower(regexp_replace(coalesce(email, ''), '[^!-~]', '', 'g') collate "C")) end collate "C"`
  const { rows } = await sql<DifferentTotal & { count: number }>`
    with total as materialized (
      select "registrantId" as registrant_id, email, name, minutes from attendance_readings,
        jsonb_to_recordset(totals) as total ("registrantId" text, email text, name text, minutes float)
      where attendance_reading_id = ${readingId}
    ), spans as (
      select distinct ${key} as key, date_trunc('second', joined_at) as joined_at, date_trunc('second', left_at) as left_at
      from attendance_visits where attendance_reading_id = ${readingId} and status = 'present' and joined_at < left_at
        and exists (select from total)
    ), merged as (
      select minutes, name, sum(seconds) over (partition by key) as seconds from (
        select ${key} as key, minutes, coalesce(nullif(name, ''), email, 'Unknown person') as name, 0 as seconds from total
        union all
        select key, null, null, extract(epoch from left_at - joined_at) from spans
      ) rows
    ), off as (
      select * from merged where abs(seconds - minutes * 60) > ${mostSecondsOff}
    )
    select name, round(minutes)::int as stated, round(seconds / 60)::int as rows, (count(*) over ())::int as count
    from off order by abs(seconds - minutes * 60) desc, name limit 1`.execute(db)
  return rows.map(({ count, ...first }) => ({ first, count }))[0]
}
