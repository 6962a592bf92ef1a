import { sql } from 'kysely'
import { slotDays } from '#contract/events/slots/times.ts'
import { joinLink } from '#contract/webinars/webinars/joins.ts'
import { writeMails } from '#server/foundation/mails/mails.ts'
import { findSender } from '#server/foundation/training-providers/queries.ts'
import { isDecided } from '#server/ledger/credits/queries.ts'
import type { Work } from '#server/work.ts'
import { admittedMail, deletedMakeUpMail } from './mails.ts'
import type { MakeUpRow } from './queries.ts'
import { selectMakeUps } from './queries.ts'

/**
 * Emails a slot's admitted people its time and their join link: a new make-up's person with its hours, or all
 * who don't know the slot's current time yet.
 */
export async function tellAdmitted(
  work: Work,
  eventSlotId: number,
  added?: { registrationId: number; hours: [name: string, when: string][] },
) {
  const { publicUrl } = work.config
  const rows = await selectMakeUps(work.tx)
    .select(isDecided(sql.ref('registrations.registrationId')).as('isDecided'))
    .where('makeUps.eventSlotId', '=', eventSlotId)
    // People who moved to the slot learn the time from their own registration's email.
    .whereRef('registrations.eventSlotId', '<>', 'makeUps.eventSlotId')
    .$if(added !== undefined, (makeUps) =>
      makeUps.where('makeUps.registrationId', '=', added?.registrationId ?? 0),
    )
    .execute()
  if (rows.length === 0) return
  const sender = await findSender(work)
  await writeMails(
    work,
    rows.map(({ makeUpId, schedule, isDecided, ...row }) => {
      const joinUrl = joinLink(publicUrl, row, eventSlotId)
      return {
        // One email per time of the slot.
        cause: `make-up:${makeUpId}:${schedule}`,
        registrationId: row.registrationId,
        to: row.email,
        isUrgent: true,
        content: admittedMail(row, { hours: added?.hours, isDecided, joinUrl, publicUrl, sender }),
        expiresAt: slotDays(row).at(-1)?.endAt as Date,
      }
    }),
  )
}

/** Emails people that the slot that admitted them was deleted. */
export async function tellDeleted(work: Work, makeUps: MakeUpRow[]) {
  if (makeUps.length === 0) return
  const sender = await findSender(work)
  await writeMails(
    work,
    makeUps.map((row) => ({
      cause: `make-up:${row.makeUpId}:deleted`,
      registrationId: row.registrationId,
      to: row.email,
      isUrgent: true,
      content: deletedMakeUpMail(row, { publicUrl: work.config.publicUrl, sender }),
    })),
  )
}
