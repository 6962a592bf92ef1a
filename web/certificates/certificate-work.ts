import {
  certificateMessages,
  generateCertificate,
  getCertificatePdf,
  sendCertificate,
} from '#contract/certificates/calls.ts'
import { shownDate, shownTime } from '#contract/core/plain-dates.ts'
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

  /** Returns the link of the certificate. */
  async function write(hours: number, reason?: string): Promise<string> {
    const body = { registrationId, hours, version, ...(reason && { reason }) }
    const answer = await call(generateCertificate, { body })
    const now = { hours, version: answer.version, certificateLink: hours === 0 ? null : answer.link }
    changeRows((data) => ({
      ...data,
      registrations: data.registrations.map((row) =>
        row.registrationId === registrationId ? { ...row, ...now } : row,
      ),
    }))
    return answer.link
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
    done: (_, { hours }) =>
      toastDone(hours === 0 ? [withdrawn, name] : [generated, `${name}, ${shownHours(hours)}`]),
    failed: notGenerated,
    tell,
  })
  const download = useAct(saveAgain, { lane, failed: notGenerated, tell })
  return {
    isBusy: credit.isBusy,
    isSaving: credit.isRunning || download.isRunning,
    /** The hours that are being written. */
    given: credit.given?.hours,
    /** Credits the hours. For 0 hours, asks for a reason and withdraws the certificate. */
    async choose(hours: number): Promise<void> {
      if (hours === registration.hours) return
      const reason = hours === 0 ? await askWithdrawal(name, registration) : ''
      if (reason !== undefined) await credit.act({ hours, reason, write })
    },
    /** First issues the certificate again if it would say something else now, for example another name. */
    download: (fileName: string) => download.act({ hours: registration.hours, write, fileName }),
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
  write: (hours: number, reason?: string) => Promise<string>
}

// These are outside of the component, so that a row that comes back still shows its running act.
function creditNow({ hours, reason, write }: Work & { reason: string }): Promise<string> {
  return write(hours, reason)
}

async function saveAgain({ hours, write, fileName }: Work & { fileName: string }): Promise<void> {
  const link = await write(hours)
  const code = new URL(link, location.href).searchParams.get('certificate') ?? ''
  saveFile(await callFile(getCertificatePdf, { params: { code } }), fileName)
}

function askWithdrawal(name: string, { eventName, hours }: Certified): Promise<string | undefined> {
  return askReason({
    title: 'Withdraw this certificate?',
    message: `${name}, ${eventName}, ${shownHours(hours)}. It stops counting at once, and its link says that it was withdrawn. If we emailed it to them, we tell them by email a minute later.`,
    confirmLabel: 'Withdraw',
    tone: 'danger',
    reason: { label: 'Reason', placeholder: 'Shown in the history' },
  })
}

function confirmEarly(name: string, hours: number, slot: Certified): Promise<boolean> {
  const { eventName, endOn, endTime } = slot
  return confirm({
    title: 'Issue before the event has ended?',
    message: `${name} attends ${eventName} until ${shownDate(endOn)}, ${shownTime(endTime)} Eastern. The certificate for ${shownHours(hours)} would be valid from now on.`,
    confirmLabel: 'Issue now',
  })
}
