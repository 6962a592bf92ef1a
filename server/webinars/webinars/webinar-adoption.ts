import { sql } from 'kysely'
import type { Registrant } from '#server/core/webinar-platform/webinar-platform.ts'
import type { Db } from '#server/services.ts'
import type { WebinarRegistrants } from '#server/tables.generated.ts'
import type { Work } from '#server/work.ts'
import { settledAs } from './webinar-registering.ts'

/** A row as read before asking the webinar platform. */
export interface KnownRegistrant {
  registrationId: number
  webinarId: string
  registrantId: string | null
  state: WebinarRegistrants['state']
  attempts: number
}

/** A webinar platform's answer about a registrant. */
export interface SaidRegistrant {
  registrantId: string
  /** undefined: not registered there any more. */
  found: Registrant | undefined
  platformName: string
}

/** The states without an open request of the portal. Only then is the webinar platform's state news. */
const settled: WebinarRegistrants['state'][] = ['registered', 'pending', 'refused', 'deferred']

/** Returns the registrations that a webhook is about. */
export function findChanged(
  db: Db,
  {
    webinarId,
    registrantId,
    email,
  }: { webinarId: string; registrantId: string | null; email: string | null },
): Promise<KnownRegistrant[]> {
  return (
    db
      .selectFrom('webinarRegistrants')
      .select(['registrationId', 'webinarId', 'registrantId', 'state', 'attempts'])
      // A slot may have it in groups: '992 8911 0036'.
      .where(sql`regexp_replace(webinar_id, '[\\s-]', '', 'g')`, '=', webinarId)
      .where((row) => row.or([row('registrantId', '=', registrantId), row('email', '=', email)]))
      .where('state', 'in', settled)
      .execute()
  )
}

/**
 * Adopts the webinar platform's state of a registrant, with its join URL. A registrant canceled there counts
 * as refused and is not added again automatically. Does nothing if the row has changed since it was read.
 */
export async function adoptRegistrant(
  { tx }: Work,
  row: KnownRegistrant,
  { registrantId, found, platformName }: SaidRegistrant,
) {
  if (!settled.includes(row.state)) return
  const isStale = row.registrantId !== registrantId && row.registrantId !== null
  // The person has a newer registrant, about which the older one's absence says nothing.
  if (isStale && found?.status !== 'approved') return
  const { registrationId, webinarId } = row
  const said = found ? settledAs(found, 'matched') : undefined
  await tx
    .updateTable('webinarRegistrants')
    .set({
      state: said?.state ?? 'refused',
      problem: said ? (said.problem ?? '') : `Canceled at ${platformName}.`,
      registrantId: found?.registrantId ?? null,
      joinUrl: found?.joinUrl ?? null,
      isAsked: found !== undefined,
      tryAt: null,
    })
    .where('registrationId', '=', registrationId)
    .where('webinarId', '=', webinarId)
    .where('attempts', '=', row.attempts)
    .where('state', '=', row.state)
    .execute()
}
