import type { Input } from '#contract/core/endpoint.ts'
import type { Automation, setAutomation as setAutomationCall } from '#contract/office/automations/calls.ts'
import { automationModes } from '#contract/office/automations/calls.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import { lockEvent } from '#server/events/events/lock-event.ts'
import { findSlotsOfEvent } from '#server/events/slots/queries.ts'
import { happened } from '#server/foundation/activities/activities.ts'
import { sendCertificatesInBulk } from '#server/office/bulk-jobs/bulk-job-mails.ts'
import { stopBulkJob } from '#server/office/bulk-jobs/bulk-jobs.ts'
import type { Work } from '#server/work.ts'
import { findRunning, getAutomation } from './queries.ts'

/**
 * Sets an event's level of automatic hours. Stops running automatic credits; a job starts what the mode asks
 * for. `mailsIssued` also emails the certificates issued before. Refuses with EVENT_NOT_FOUND, and with NOTHING_CHANGES if already set.
 */
export async function setAutomation(
  work: Work,
  { eventId, mode, mailsIssued }: Input<typeof setAutomationCall>['body'],
): Promise<Automation> {
  const { tx, clock, actingUserId } = work
  await lockEvent(tx, eventId)
  const before = await getAutomation(tx, eventId)
  if (before.mode === mode) throw new Refusal('NOTHING_CHANGES')
  const row = { mode, setBy: actingUserId ?? null, setAt: clock() }
  await tx
    .insertInto('eventAutomations')
    .values({ eventId, ...row })
    .onConflict((conflict) => conflict.column('eventId').doUpdateSet(row))
    .execute()
  if (mailsIssued && before.unmailed > 0) {
    for (const { eventSlotId } of await findSlotsOfEvent(tx, eventId))
      await sendCertificatesInBulk(work, eventSlotId, true)
  }
  for (const bulkJobId of await findRunning(tx, eventId)) await stopBulkJob(work, bulkJobId)
  const changes = { automation: [automationModes[before.mode], automationModes[mode]] as [string, string] }
  await happened(work, [{ activity: 'automation-changed', eventId, details: { changes } }])
  return getAutomation(tx, eventId)
}
