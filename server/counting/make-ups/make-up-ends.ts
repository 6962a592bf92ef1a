import { sql } from 'kysely'
import { happened, ofSlot } from '#server/foundation/activities/activities.ts'
import type { Jobs } from '#server/jobs.ts'
import type { Merge } from '#server/personal.ts'
import type { Work } from '#server/work.ts'
import { tellAdmitted, tellDeleted } from './make-up-mails.ts'
import type { MakeUpRow } from './queries.ts'
import { lockOwnRegistration, selectMakeUps } from './queries.ts'

/** Ends a person's admission to another slot. Does nothing if not admitted. Refuses with REGISTRATION_NOT_FOUND. */
export async function giveUpMakeUp(
  work: Work,
  userId: string,
  { registrationId, eventSlotId }: { registrationId: number; eventSlotId: number },
) {
  await lockOwnRegistration(work.tx, userId, registrationId)
  const current = await selectMakeUps(work.tx)
    .where('makeUps.registrationId', '=', registrationId)
    .where('makeUps.eventSlotId', '=', eventSlotId)
    .execute()
  await end(work, current)
}

/** Ends all make-ups of locked registrations, because their person leaves. */
export async function endMakeUps(work: Work, registrationIds: number[]) {
  const current = await selectMakeUps(work.tx)
    .where(sql<boolean>`make_ups.registration_id = any(${registrationIds}::int[])`)
    .execute()
  await end(work, current)
}

/** Emails a slot's admitted people its changed time. If it was deleted, ends their make-ups and emails them that. */
export async function updateMakeUps(work: Work, { eventSlotId }: Jobs['update-make-ups']) {
  const deleted = await selectMakeUps(work.tx)
    .where('makeUps.eventSlotId', '=', eventSlotId)
    .where('eventSlots.deletedAt', 'is not', null)
    .forUpdate('makeUps')
    .execute()
  await end(work, deleted, 'The time slot was deleted')
  await tellDeleted(work, deleted)
  await tellAdmitted(work, eventSlotId)
}

/**
 * Hands over the make-ups of registrations that ended in a merge to the person's other registration for the
 * event. The ended registration also keeps them, in case the merge is undone.
 */
export async function handOverMakeUps(work: Work, { ending, to }: Merge) {
  const { rows } = await sql<{ makeUpId: number }>`
    insert into make_ups (registration_id, event_slot_id, made_at)
    select kept.registration_id, m.event_slot_id, m.made_at
    from make_ups m join registrations gone using (registration_id)
    join registrations kept on kept.event_id = gone.event_id and kept.user_id = ${to} and kept.cancelled_at is null
    where m.registration_id = any(${ending}::int[]) and m.ended_at is null and kept.event_slot_id <> m.event_slot_id
    on conflict (registration_id, event_slot_id) where ended_at is null do nothing
    returning make_up_id`.execute(work.tx)
  const ids = rows.map(({ makeUpId }) => makeUpId)
  const handedOver = await selectMakeUps(work.tx)
    .where(sql<boolean>`make_up_id = any(${ids}::int[])`)
    .execute()
  await happened(
    work,
    handedOver.map((row) => {
      const reason = 'Two accounts were merged'
      return { activity: 'make-up-admitted', registrationId: row.registrationId, ...ofSlot(row, { reason }) }
    }),
  )
}

async function end(work: Work, makeUps: MakeUpRow[], reason?: string) {
  if (makeUps.length === 0) return
  await work.tx
    .updateTable('makeUps')
    .set({ endedAt: work.clock() })
    .where(
      'makeUpId',
      'in',
      makeUps.map(({ makeUpId }) => makeUpId),
    )
    .execute()
  await happened(
    work,
    makeUps.map((row) => {
      const { registrationId } = row
      return {
        activity: 'make-up-ended',
        registrationId,
        ...ofSlot(row, reason === undefined ? {} : { reason }),
      }
    }),
  )
}
