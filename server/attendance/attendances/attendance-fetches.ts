import { getSlotWithWebinar } from '#server/events/slots/queries.ts'
import { happened, ofSlot } from '#server/foundation/activities/activities.ts'
import type { Work } from '#server/work.ts'

/** Fetches a slot's report immediately, by a job. Refuses with SLOT_NOT_FOUND and WEBINAR_MISSING. */
export async function fetchAttendance(work: Work, eventSlotId: number) {
  const { tx, clock } = work
  const slot = await getSlotWithWebinar(tx, eventSlotId)
  const wantedAt = clock()
  await tx
    .insertInto('attendanceFetches')
    .values({ eventSlotId, wantedAt })
    .onConflict((conflict) =>
      conflict.column('eventSlotId').doUpdateSet({ wantedAt, tryAt: null, problem: '' }),
    )
    .execute()
  await happened(work, [{ activity: 'attendance-asked', ...ofSlot(slot) }])
}

/** A fetch's result. `askedAt`: its time, if no other fetch is needed. */
export interface Asked {
  askedAt?: Date
  problem?: string
  tryAt?: Date
}

export async function noteAsked({ tx }: Work, eventSlotId: number, { askedAt, problem = '', tryAt }: Asked) {
  const noted = { problem, tryAt: tryAt ?? null, ...(askedAt && { askedAt }) }
  await tx
    .insertInto('attendanceFetches')
    .values({ eventSlotId, ...noted })
    .onConflict((conflict) => conflict.column('eventSlotId').doUpdateSet(noted))
    .execute()
}
