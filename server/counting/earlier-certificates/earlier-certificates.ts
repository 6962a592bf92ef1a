import { sql } from 'kysely'
import { happened } from '#server/foundation/activities/activities.ts'
import type { Merge } from '#server/personal.ts'
import type { ImportedCertificate } from '#server/stored-json.ts'
import type { Work } from '#server/work.ts'

/**
 * Records certificates of other training providers, with the actor who vouches for them. Returns their ids in
 * order; undefined for a number that its issuer already has.
 */
export async function recordEarlierCertificates(
  work: Work,
  certificates: ImportedCertificate[],
): Promise<(number | undefined)[]> {
  const { rows } = await sql<{ id: number; key: string }>`
    insert into earlier_certificates (user_id, number, issuer, title, days, hours, recorded_by, recorded_at)
    select "userId", number, issuer, title, days, hours, ${work.actingUserId ?? null}, ${work.clock()}
    from jsonb_to_recordset(${JSON.stringify(certificates)})
      as row ("userId" uuid, number text, issuer text, title text, days date[], hours integer)
    order by lower(number), lower(issuer)
    on conflict do nothing
    returning earlier_certificate_id as id, lower(number) || chr(10) || lower(issuer) as key`.execute(work.tx)
  const ids = new Map(rows.map(({ key, id }) => [key, id]))
  const recorded = certificates.map((each) => ids.get(keyOfCertificate(each)))
  await happened(
    work,
    certificates.flatMap((each, place) =>
      recorded[place] === undefined ? [] : [activityOf('earlier-certificate-recorded', each)],
    ),
  )
  return recorded
}

interface Change {
  id: number
  certificate: ImportedCertificate
}

/** Changes recorded certificates of other training providers. */
export async function changeEarlierCertificates(work: Work, changes: Change[]) {
  const rows = changes.map(({ id, certificate }) => ({ id, ...certificate }))
  await sql`
    update earlier_certificates set title = row.title, days = row.days, hours = row.hours
    from jsonb_to_recordset(${JSON.stringify(rows)}) as row (id integer, title text, days date[], hours integer)
    where earlier_certificate_id = id`.execute(work.tx)
  await happened(
    work,
    changes.map(({ certificate }) => activityOf('earlier-certificate-changed', certificate)),
  )
}

/** Deletes recorded certificates of other training providers. */
export async function removeEarlierCertificates(work: Work, changes: Change[]) {
  const ids = changes.map(({ id }) => id)
  await work.tx
    .deleteFrom('earlierCertificates')
    .where(sql<boolean>`earlier_certificate_id = any(${ids}::integer[])`)
    .execute()
  await happened(
    work,
    changes.map(({ certificate }) => activityOf('earlier-certificate-removed', certificate)),
  )
}

/** Hands over certificates to another account, all or only these. Returns their ids. */
export async function handOverEarlierCertificates(
  { tx }: Work,
  { from, to }: Pick<Merge, 'from' | 'to'>,
  only?: number[],
): Promise<number[]> {
  const rows = await tx
    .updateTable('earlierCertificates')
    .set({ userId: to })
    .where('userId', '=', from)
    .$if(only !== undefined, (certificates) =>
      certificates.where(sql<boolean>`earlier_certificate_id = any(${only}::integer[])`),
    )
    .returning('earlierCertificateId')
    .execute()
  return rows.map(({ earlierCertificateId }) => earlierCertificateId)
}

/** Returns what names a certificate: its number and its issuer, in lower case. */
export function keyOfCertificate({ number, issuer }: Pick<ImportedCertificate, 'number' | 'issuer'>): string {
  return `${number}\n${issuer}`.toLowerCase()
}

function activityOf(
  activity: 'earlier-certificate-recorded' | 'earlier-certificate-changed' | 'earlier-certificate-removed',
  { userId, number, issuer, hours }: ImportedCertificate,
) {
  return {
    activity,
    userId,
    details: { item: `${number} of ${issuer}: ${hours === 1 ? '1 hour' : `${hours} hours`}` },
  }
}
