import { paths } from '#contract/core/paths.ts'
import type { SlotTime } from '#contract/events/slots/times.ts'
import { shownTimeslot } from '#contract/events/slots/times.ts'
import type { AutomationMode } from '#contract/office/automations/calls.ts'
import { isCrediting } from '#contract/office/automations/calls.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import type { MailContent } from '#server/core/mail/mail-layout.ts'
import { hasOpenCount } from '#server/counting/credit-findings/credit-finding-questions.ts'
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
 * Runs an event's automation after its last count. Starts the bulk job that credits everyone ready at a slot,
 * or emails the staff that people are ready. An anomaly blocks its slot, and the staff get an email. Credits
 * wait for a complete training provider, which certificates need. Locks the slots, so that it sees all of a
 * count or nothing. May run twice.
 */
export async function automate(work: Work, { eventId }: Jobs['automate']) {
  const { tx } = work
  const event = await lockEvent(tx, eventId).catch(unlessDeleted)
  if (!event) return
  const { mode } = await getAutomation(tx, eventId)
  if (mode === 'by-hand') return
  await findSlotsOfEvent(tx, eventId, { isLocked: true })
  // A due count knows more, and this job follows it again.
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
export async function resumeAutomations({ tx, addJobs }: Work) {
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

/** Emails the staff about a slot, once per occasion. */
async function tellStaff(
  work: Work,
  slot: SlotTime & { eventSlotId: number; eventName: string },
  occasion: 'ready' | 'settled' | 'held-up',
  mail: (about: { eventName: string; time: string; link: string }) => MailContent,
) {
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
