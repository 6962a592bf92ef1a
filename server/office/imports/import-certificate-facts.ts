import { sql } from 'kysely'
import { keyOfCertificate } from '#server/counting/earlier-certificates/earlier-certificates.ts'
import type { Db, Tx } from '#server/services.ts'
import type { ImportedCertificate } from '#server/stored-json.ts'

type Certificate = Pick<ImportedCertificate, 'number' | 'issuer'>

/** A recorded certificate. */
export interface Known extends ImportedCertificate {
  id: number
}

const selectKnown = sql`
  select earlier_certificate_id as id, user_id, c.number, c.issuer, title, days, hours from earlier_certificates c`

/** Returns the recorded certificates with these numbers and issuers, by `keyOfCertificate`. */
export async function findKnown(db: Db, certificates: Certificate[]): Promise<Map<string, Known>> {
  const { rows: found } = await sql<Known>`${selectKnown}
    join jsonb_to_recordset(${JSON.stringify(certificates)}) as asked (number text, issuer text)
      on lower(c.number) = lower(asked.number) and lower(c.issuer) = lower(asked.issuer)`.execute(db)
  return new Map(found.map((each) => [keyOfCertificate(each), each]))
}

/** Locks recorded certificates, and returns them by id. */
export async function lockKnown(tx: Tx, ids: number[]): Promise<Map<number, Known>> {
  const { rows: found } = await sql<Known>`${selectKnown}
    where earlier_certificate_id = any(${ids}::integer[]) for update`.execute(tx)
  return new Map(found.map((each) => [each.id, each]))
}

/** Returns those numbers, in lower case, that are of the portal's own certificates. */
export async function findOwnSerials(db: Db, certificates: Certificate[]): Promise<Set<string>> {
  const numbers = certificates.flatMap(({ number }) => [number, number.toUpperCase()])
  const { rows: found } = await sql<{ serial: string }>`
    select lower(serial) as serial from certificates where serial = any(${numbers}::text[])`.execute(db)
  return new Set(found.map(({ serial }) => serial))
}

/** A day that counts already. */
export interface TakenDay {
  on: string
  /** The certificate of another training provider; null: the portal credits the day. */
  by: Certificate | null
}

/** Returns the days of these people that count already, by person. The portal's own come first. */
export async function findTakenDays(db: Db, userIds: string[]): Promise<Map<string, TakenDay[]>> {
  const { rows } = await sql<TakenDay & { userId: string }>`
    select user_id, day->>'on' as "on", null::jsonb as "by" from registrations, jsonb_array_elements(credited_days) day
    where user_id = any(${userIds}::uuid[]) and cancelled_at is null and hours > 0
    union all
    select user_id, day::date::text, null from registrations join event_slots using (event_slot_id),
      generate_series(start_on, end_on, '1 day') day
    where user_id = any(${userIds}::uuid[]) and cancelled_at is null and hours > 0 and credited_days is null
    union all
    select user_id, day::text, jsonb_build_object('number', number, 'issuer', issuer)
    from earlier_certificates, unnest(days) day where user_id = any(${userIds}::uuid[])
    order by "by" nulls first, "on"`.execute(db)
  return Map.groupBy(rows, ({ userId }) => userId)
}
