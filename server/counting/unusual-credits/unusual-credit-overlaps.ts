import { sql } from 'kysely'
import { shownTimeslot } from '#contract/events/slots/times.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import { happened } from '#server/foundation/activities/activities.ts'
import type { Work } from '#server/work.ts'
import { findUnusualCredits } from './queries.ts'
import { findPairs } from './unusual-credit-pairs.ts'

/**
 * Names each pair of standing credits for the same time in the history, once. Ends the alarms of pairs that
 * don't overlap any more. May run twice.
 */
export async function nameOverlaps(work: Work) {
  const { tx, clock } = work
  const pairs = (await findPairs(tx, 'all'))
    .filter(({ kind }) => kind === 'overlap')
    .map(({ creditId, otherCreditId }) => ({ creditId, earlierCreditId: otherCreditId }))
  const { rows } = await sql<{ creditId: number; earlierCreditId: number; registrationId: number }>`
    insert into credit_overlaps (credit_id, earlier_credit_id, named_at)
    select "creditId", "earlierCreditId", ${clock()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(pairs)}) as row ("creditId" integer, "earlierCreditId" integer)
    order by 1, 2
    on conflict do nothing returning credit_id, earlier_credit_id,
      (select registration_id from credits where credits.credit_id = credit_overlaps.credit_id)`.execute(tx)
  await sql`
    update credit_overlaps set ended_at = ${clock()} where ended_at is null and not exists (
      select from jsonb_to_recordset(${JSON.stringify(pairs)}) as row ("creditId" integer, "earlierCreditId" integer)
      where "creditId" = credit_id and "earlierCreditId" = earlier_credit_id)`.execute(tx)
  const named = new Set(rows.map(({ creditId, earlierCreditId }) => `${creditId} ${earlierCreditId}`))
  const registrationIds = rows.map(({ registrationId }) => registrationId)
  const credits = await findUnusualCredits(tx, { registrationIds })
  await happened(
    work,
    credits.flatMap(({ kind, registrationId, creditId, other }) =>
      kind === 'overlap' && other && named.has(`${creditId} ${other.creditId}`)
        ? [
            {
              activity: 'overlap-named' as const,
              registrationId,
              details: { item: `${other.eventName}, ${shownTimeslot(other.slot)}` },
            },
          ]
        : [],
    ),
  )
}

/** Ends alarms about overlaps. Refuses with NOTHING_CHANGES if all are over. */
export async function seeOverlaps(work: Work, overlapIds: readonly number[]) {
  const { tx, clock, actingUserId } = work
  const { rows } = await sql<{ registrationId: number }>`
    update credit_overlaps set ended_at = ${clock()}, ended_by = ${actingUserId ?? null}
    from credits where credits.credit_id = credit_overlaps.credit_id and ended_at is null
      and credit_overlap_id = any(${[...overlapIds]}::integer[])
    returning registration_id`.execute(tx)
  if (rows.length === 0) throw new Refusal('NOTHING_CHANGES')
  const registrationIds = [...new Set(rows.map(({ registrationId }) => registrationId))]
  await happened(
    work,
    registrationIds.map((registrationId) => ({ activity: 'overlap-seen' as const, registrationId })),
  )
}
