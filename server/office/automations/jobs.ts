import { paths } from '#contract/core/paths.ts'
import type { SlotTime } from '#contract/events/slots/times.ts'
import { shownTimeslot } from '#contract/events/slots/times.ts'
import type { AutomationMode } from '#contract/office/automations/calls.ts'
import { isCrediting } from '#contract/office/automations/calls.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import type { MailContent } from '#server/core/mail/mail-layout.ts'
import { hasOpenCount } from '#server/counting/credit-findings/credit-finding-waits.ts'
import { lockEvent } from '#server/events/events/lock-event.ts'
import { findSlotsOfEvent } from '#server/events/slots/queries.ts'
import { writeMails } from '#server/foundation/mails/mails.ts'
import { hasCompleteProvider } from '#server/foundation/training-providers/queries.ts'
import type { Jobs } from '#server/jobs.ts'
import { addJob } from '#server/office/bulk-jobs/bulk-jobs.ts'
import type { Work } from '#server/work.ts'
import { heldUpMail, readyMail } from './mails.ts'
import { findAutomated, findCountedSlots, findReady, getAutomation } from './queries.ts'

/**
 * Does after the last of all counts what an event's automation says: starts the bulk job that credits everybody who is ready at a slot, or tells the
 * staff that people are ready. An anomaly holds up its slot, and the staff are told. Credits wait until the training provider is
 * complete: certificates need it. Locks the slots, so that a count is seen whole or not at all. May run twice.
 */
export async function automate(work: Work, { eventId }: Jobs['automate']): Promise<void> {
  const { tx } = work
  const event = await lockEvent(tx, eventId).catch(unlessDeleted)
  if (!event) return
  const { mode } = await getAutomation(tx, eventId)
  if (mode === 'by-hand') return
  await findSlotsOfEvent(tx, eventId, { isLocked: true })
  // It knows what this does not, and this follows it again.
  if (await hasOpenCount(tx, eventId)) return
  const isWaiting = isCrediting(mode) && !(await hasCompleteProvider(tx))
  for (const slot of await findCountedSlots(tx, eventId)) {
    const ready = slot.isRunning ? [] : await findReady(tx, slot.eventSlotId, work.clock())
    if (ready.length === 0) continue
    if (slot.anomalies.length > 0) await tellStaff(work, slot, 'held-up', heldUpMail)
    else if (isWaiting) continue
    else if (isCrediting(mode)) await credit(work, slot.eventSlotId, mode, ready)
    else await tellStaff(work, slot, slot.isSettled ? 'settled' : 'ready', readyMail(ready.length))
  }
}

/** Adds the jobs that credit what waited for the training provider. */
export async function resumeAutomations({ tx, addJobs }: Work): Promise<void> {
  await addJobs('automate', await findAutomated(tx))
}

function unlessDeleted(problem: unknown): undefined {
  if (!(problem instanceof Refusal)) throw problem
}

function credit(
  work: Work,
  eventSlotId: number,
  mode: AutomationMode,
  ready: { registrationId: number; findingId: number }[],
): Promise<unknown> {
  const mailsCertificate = mode === 'credit-and-mail'
  const items = ready.map(({ registrationId, findingId }) => ({
    registrationId,
    outcome: null,
    trace: { findingId, mailsCertificate },
  }))
  return addJob(work, { action: { kind: 'credit', isFound: true, isAutomatic: true, eventSlotId }, items })
}

/** Emails the staff about a slot, once for each occasion. */
async function tellStaff(
  work: Work,
  slot: SlotTime & { eventSlotId: number; eventName: string },
  occasion: 'ready' | 'settled' | 'held-up',
  mail: (about: { eventName: string; time: string; link: string }) => MailContent,
): Promise<void> {
  const { eventSlotId, eventName } = slot
  const link = work.config.publicUrl + paths.attendance({ eventSlotId })
  const content = mail({ eventName, time: shownTimeslot(slot), link })
  await writeMails(
    work,
    work.config.mail.staff.map((to) => ({
      cause: `automation:${eventSlotId}:${occasion}:${to}`,
      to,
      content,
    })),
  )
}
