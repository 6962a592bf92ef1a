import {
  certificateMessages,
  generateCertificate,
  getCertificatePdf,
  issueCertificate,
  sendCertificate,
} from '#contract/certificates/calls.ts'
import { shownDate, shownTime } from '#contract/core/plain-dates.ts'
import { getRegistrationFinding, getSlotFindings } from '#contract/credit-findings/calls.ts'
import { shownHours } from '#contract/events/facts.ts'
import { getEmailLogs } from '#contract/mails/calls.ts'
import { getAllRegisteredUsers } from '#contract/registration-lists/calls.ts'
import { hasEnded, type SlotTime } from '#contract/slots/times.ts'
import { useAct } from '#web/core/api/act.ts'
import { call, callFile } from '#web/core/api/call.ts'
import { useChangeData } from '#web/core/api/change-data.ts'
import { useReload } from '#web/core/api/reload.ts'
import { askReason, confirm } from '#web/core/ui/dialogs.tsx'
import { saveFile } from '#web/core/ui/save-file.ts'
import { toastDone, toastError } from '#web/core/ui/toasts.tsx'

/** The fields of a registration that its certificate depends on. */
export interface Certified extends SlotTime {
  registrationId: number
  eventName: string
  hours: number
  /** The hours that its slot gives. */
  creditHours: number
  /** null if no decision of a person stands. */
  ruleHours: number | null
  /** null if there is no valid certificate. */
  certificateLink: string | null
  version: number
}

/** The acts for the certificate of one registration. One runs at a time. `name` is its holder's. */
export function useCertificateWork(name: string, registration: Certified) {
  const { registrationId, version } = registration
  const lane = `certificate of ${registrationId}`
  const changeRows = useChangeData(getAllRegisteredUsers)
  const reload = useReload()
  const { notGenerated, generated, withdrawn, sent } = certificateMessages

  async function write(hours: number, reason?: string): Promise<void> {
    const body = { registrationId, hours, version, ...(reason && { reason }) }
    const answer = await call(generateCertificate, { body })
    const now = {
      ...{ hours, version: answer.version, ruleHours: registration.ruleHours ?? registration.hours },
      certificateLink: hours === 0 ? null : answer.link,
    }
    changeRows((data) => ({
      ...data,
      registrations: data.registrations.map((row) =>
        row.registrationId === registrationId ? { ...row, ...now } : row,
      ),
    }))
  }

  /** Reads the rows again, since somebody else may have changed the registration. */
  function tell(sentence: string): void {
    toastError(sentence)
    void reload(getAllRegisteredUsers)
  }

  const credit = useAct(creditNow, {
    lane,
    confirm: async ({ hours }) =>
      hours === 0 || hasEnded(registration, new Date()) || confirmEarly(name, hours, registration),
    done: (_, { hours, before }) =>
      toastDone(
        hours > 0
          ? [generated, `${name}, ${shownHours(hours)}`]
          : [before > 0 ? withdrawn : 'You decided 0 hours', name],
      ),
    failed: notGenerated,
    tell,
    reloads: [getSlotFindings, getRegistrationFinding],
  })
  const download = useAct(saveAgain, { lane, failed: notGenerated, tell })
  return {
    isBusy: credit.isBusy,
    isSaving: credit.isRunning || download.isRunning,
    /** The hours that are being written. */
    given: credit.given?.hours,
    /** Credits the hours. For 0 hours, asks for a reason and withdraws the certificate. */
    async choose(hours: number): Promise<void> {
      const reason = hours === 0 ? await askWithdrawal(name, registration) : ''
      if (reason !== undefined) await credit.act({ hours, before: registration.hours, reason, write })
    },
    /** First issues the certificate again if it would say something else now, for example another name. */
    download: (fileName: string) => download.act({ registrationId, fileName }),
    send: useAct(sendCertificate, {
      lane,
      done: () => toastDone([sent, name]),
      tell: toastError,
      reloads: [getEmailLogs],
    }),
  }
}

interface Work {
  hours: number
  before: number
  reason: string
  write: (hours: number, reason?: string) => Promise<void>
}

// These are outside of the component, so that a row that comes back still shows its running act.
function creditNow({ hours, reason, write }: Work): Promise<void> {
  return write(hours, reason)
}

async function saveAgain({ fileName, ...body }: { registrationId: number; fileName: string }): Promise<void> {
  const { link } = await call(issueCertificate, { body })
  const code = new URL(link, location.href).searchParams.get('certificate') ?? ''
  saveFile(await callFile(getCertificatePdf, { params: { code } }), fileName)
}

function askWithdrawal(name: string, { eventName, hours }: Certified): Promise<string | undefined> {
  const reason = { label: 'Reason', placeholder: 'Shown in the history' }
  if (hours === 0) {
    return askReason({
      title: 'Decide 0 hours?',
      message: `${name}, ${eventName}. They get no hours by attendance until you release them to the rule.`,
      confirmLabel: 'Decide 0 hours',
      reason,
    })
  }
  return askReason({
    title: 'Withdraw this certificate?',
    message: `${name}, ${eventName}, ${shownHours(hours)}. It becomes invalid immediately, and its link will say so. If we emailed it to them, they get an email in about a minute.`,
    confirmLabel: 'Withdraw',
    tone: 'danger',
    reason,
  })
}

function confirmEarly(name: string, hours: number, slot: Certified): Promise<boolean> {
  const { eventName, endOn, endTime } = slot
  return confirm({
    title: 'Issue before the event has ended?',
    message: `${name} attends ${eventName} until ${shownDate(endOn)}, ${shownTime(endTime)} Eastern. The certificate for ${shownHours(hours)} will be valid immediately.`,
    confirmLabel: 'Issue now',
    tone: 'danger',
  })
}
