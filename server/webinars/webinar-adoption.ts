import type { Registrant } from '#server/core/webinar-platform/webinar-platform.ts'
import { giveJoinUrls } from '#server/registrations/registration-join-urls.ts'
import type { Db } from '#server/services.ts'
import type { WebinarRegistrants } from '#server/tables.generated.ts'
import type { Work } from '#server/work.ts'
import { settledAs } from './webinar-registering.ts'

/** A row as it was read before the platform was asked. */
export interface KnownRegistrant {
  registrationId: number
  webinarId: string
  registrantId: string | null
  state: WebinarRegistrants['state']
  attempts: number
}

/** What the platform says of the registrant whom it was asked for; `platform` as sentences name it. */
export interface SaidRegistrant {
  registrantId: string
  /** undefined: they are not registered there any more. */
  found: Registrant | undefined
  platform: string
}

/** Where nothing is under way with the platform, what it says by itself is the news. */
const settled: WebinarRegistrants['state'][] = ['registered', 'pending', 'refused', 'deferred']

/** Finds the registrations here that a webhook of the platform is about. */
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
      // As a slot has it, which may be in groups: '992 8911 0036'.
      .where((row) =>
        row(
          row.fn('regexp_replace', ['webinarId', row.val('[\\s-]'), row.val(''), row.val('g')]),
          '=',
          webinarId,
        ),
      )
      .where((row) => row.or([row('registrantId', '=', registrantId), row('email', '=', email)]))
      .where('state', 'in', settled)
      .execute()
  )
}

/**
 * Takes over what the platform says of somebody by itself: the join URL comes or goes with it. Whoever was canceled there is not
 * added again by itself, and counts as refused until somebody wants them again. A row that has changed meanwhile is left as it is.
 */
export async function adoptRegistrant(
  work: Work,
  row: KnownRegistrant,
  { registrantId, found, platform }: SaidRegistrant,
): Promise<void> {
  if (!settled.includes(row.state)) return
  const isStale = row.registrantId !== registrantId && row.registrantId !== null
  // They were registered anew since: that the older one is gone says nothing of them.
  if (isStale && found?.status !== 'approved') return
  const { registrationId, webinarId } = row
  const joinUrl = found?.joinUrl ?? null
  const said = found ? settledAs(found, 'matched') : undefined
  const adopted = await work.tx
    .updateTable('webinarRegistrants')
    .set({
      state: said?.state ?? 'refused',
      problem: said ? (said.problem ?? '') : `Canceled at ${platform}.`,
      registrantId: found?.registrantId ?? null,
      joinUrl,
      isAsked: found !== undefined,
      tryAt: null,
    })
    .where('registrationId', '=', registrationId)
    .where('webinarId', '=', webinarId)
    .where('attempts', '=', row.attempts)
    .where('state', '=', row.state)
    .returning('registrationId')
    .executeTakeFirst()
  if (adopted) await giveJoinUrls(work, webinarId, [{ registrationId, joinUrl }])
}
