import { ended } from '#contract/core/names.ts'
import { restorableDays } from '#contract/core/refusals.ts'
import { getRegistrationFinding, getSlotFindings } from '#contract/counting/credit-findings/calls.ts'
import { shownHours } from '#contract/events/events/facts.ts'
import { getActivities } from '#contract/foundation/activities/calls.ts'
import { releaseHours } from '#contract/ledger/credits/calls.ts'
import { getAllRegisteredUsers } from '#contract/registrations/registration-lists/calls.ts'
import type { RegistrationRow } from '#contract/registrations/registration-lists/rows.ts'
import {
  deleteRegistration,
  restoreRegistration,
  sendConfirmationEmail,
} from '#contract/registrations/registrations/changes.ts'
import { replaceTicket } from '#contract/registrations/tickets/calls.ts'
import { useAct } from '#web/core/api/act.ts'
import { call } from '#web/core/api/call.ts'
import { askReason, confirm } from '#web/core/ui/dialogs.tsx'
import { orOverbook } from '#web/core/ui/overbook.ts'
import { toastDone } from '#web/core/ui/toasts.tsx'

/** Returns the registered person's name, or their email. */
export function personOf({ userName, email }: Pick<RegistrationRow, 'userName' | 'email'>): string {
  return userName.trim() || email
}

type Releasable = Pick<
  RegistrationRow,
  | 'registrationId'
  | 'version'
  | 'userName'
  | 'email'
  | 'eventName'
  | 'hours'
  | 'ruleHours'
  | 'certificateLink'
>

/** The acts for a listed registration, besides its certificate. */
export function useRegistrationActions() {
  const reloads = [getAllRegisteredUsers, getActivities, getSlotFindings, getRegistrationFinding]
  const restore = useAct(
    async (row: RegistrationRow) => {
      const { registrationId } = row
      await orOverbook(
        (overbooks) => call(restoreRegistration, { body: { registrationId, overbooks } }),
        'Restore anyway',
      )
    },
    {
      reloads,
      tell: 'toast',
      toast: (_, row) => `${personOf(row)} is registered for ${row.eventName} again`,
    },
  )
  const remove = useAct(
    async ({ row, reason }: { row: RegistrationRow; reason: string }) => {
      const { registrationId, version } = row
      await call(deleteRegistration, { body: { registrationId, version, reason } })
    },
    {
      reloads,
      tell: 'toast',
      done: (_, { row }) =>
        toastDone(`The registration of ${personOf(row)} for ${row.eventName} is deleted`, {
          label: 'Undo',
          act: () => void restore.act(row),
        }),
    },
  )
  const release = useAct(
    ({ row: { registrationId, version }, reason }: { row: Releasable; reason: string }) =>
      call(releaseHours, { body: { registrationId, version, reason } }),
    {
      reloads,
      tell: 'toast',
      toast: ({ hours }, { row }) => ['Automatic hours in use', `${personOf(row)}, ${shownHours(hours)}`],
    },
  )
  const sendConfirmation = useAct(
    async (row: RegistrationRow) => {
      await call(sendConfirmationEmail, { body: { registrationId: row.registrationId } })
    },
    {
      tell: 'toast',
      toast: (_, row) => `Confirmation sent to ${personOf(row)} (${row.email})`,
    },
  )
  const replace = useAct(
    ({ registrationId }: RegistrationRow) => call(replaceTicket, { body: { registrationId } }),
    {
      confirm: (row) => ({
        title: 'Replace this ticket?',
        message: `${personOf(row)}, ${ended(row.eventName)} The old ticket stops working, including printed copies. We'll email the new one.`,
        confirmLabel: 'Replace ticket',
      }),
      reloads: [getActivities],
      tell: 'toast',
      toast: (_, row) => `New ticket sent to ${personOf(row)} (${row.email})`,
    },
  )
  return {
    async remove(row: RegistrationRow): Promise<void> {
      const reason = await askDeletion(row)
      if (reason !== undefined) await remove.act({ row, reason })
    },
    async release(row: Releasable): Promise<void> {
      const reason = await askRelease(row)
      if (reason !== undefined) await release.act({ row, reason })
    },
    /** Ends an undo, so that the rule may credit them again. */
    async giveBack(row: Releasable): Promise<void> {
      const reason = await askReason({
        title: 'Use automatic hours for them?',
        message: `${personOf(row)}, ${ended(row.eventName)} Their automatic hours were removed. From now on, attendance can give them hours again.`,
        confirmLabel: 'Use automatic hours',
        reason: { label: 'Reason', placeholder: 'Shown in the history' },
      })
      if (reason !== undefined) await release.act({ row, reason })
    },
    sendConfirmation: sendConfirmation.act,
    replaceTicket: replace.act,
  }
}

function askRelease(row: Releasable) {
  const { hours, certificateLink } = row
  const ruleHours = row.ruleHours ?? 0
  const withdrawal =
    certificateLink === null || ruleHours > 0
      ? ''
      : ' Their certificate is withdrawn immediately. If we emailed it to them, they get an email in about a minute.'
  return askReason({
    title: 'Use automatic hours?',
    message: `${personOf(row)}, ${ended(row.eventName)} Set manually: ${shownHours(hours)}. Attendance gives ${shownHours(ruleHours)}, which will count from now on.${withdrawal}`,
    confirmLabel: 'Use automatic hours',
    ...(withdrawal && { tone: 'danger' }),
    reason: { label: 'Reason', placeholder: 'Shown in the history' },
  })
}

const restorable = `It can be restored for ${restorableDays} days.`

/** Asks before a deletion. Returns the reason, '' if none is needed, undefined if declined. */
async function askDeletion(row: RegistrationRow) {
  const title = 'Are you sure to delete the selected registration?'
  const about = `${personOf(row)}, ${ended(row.eventName)}`
  if (row.certificateLink === null) {
    const message = `${about} They'll get an email in about a minute. ${restorable}`
    return (await confirm({ title, message, confirmLabel: 'Delete', tone: 'danger' })) ? '' : undefined
  }
  return askReason({
    title,
    message: `${about} Their certificate for ${row.hours} hours is withdrawn immediately. ${restorable}`,
    confirmLabel: 'Delete and withdraw',
    tone: 'danger',
    reason: { label: 'Reason', placeholder: 'Shown in the history' },
  })
}
