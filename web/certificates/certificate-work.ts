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

/** A registration as far as its certificate is concerned. */
export interface Certified extends SlotTime {
  registrationId: number
  eventName: string
  hours: number
  /** null: there is none that stands. */
  certificateLink: string | null
  version: number
}

/** What an administrator can do for the certificate of one registration, one thing at a time. `name` is its holder's. */
export function useCertificateWork(name: string, registration: Certified) {
  const { registrationId, version } = registration
  const lane = `certificate of ${registrationId}`
  const changeRows = useChangeData(getAllRegisteredUsers)
  const reload = useReload()
  const { notGenerated, generated, withdrawn, sent } = certificateMessages

  /** Gives the link of the certificate. */
  async function credit(hours: number, reason?: string): Promise<string> {
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

  /** Somebody else may have changed it: what is shown is read again. */
  function tell(sentence: string): void {
    toastError(sentence)
    void reload(getAllRegisteredUsers)
  }

  const issue = useAct(creditNow, {
    lane,
    confirm: async ({ hours }) =>
      hasEnded(registration, new Date()) || confirmEarly(name, hours, registration),
    done: (_, { hours }) => toastDone([generated, `${name}, ${shownHours(hours)}`]),
    failed: notGenerated,
    tell,
  })
  const download = useAct(saveAnew, { lane, failed: notGenerated, tell })
  const withdraw = useAct(withdrawNow, {
    lane,
    done: () => toastDone([withdrawn, name]),
    failed: notGenerated,
    tell,
  })
  return {
    issue: { ...issue, given: issue.given?.hours, act: (hours: number) => issue.act({ hours, credit }) },
    withdraw: {
      ...withdraw,
      /** Asks for the reason first. */
      async ask(): Promise<void> {
        const reason = await askWithdrawal(name, registration)
        if (reason !== undefined) await withdraw.act({ reason, credit })
      },
    },
    download: {
      ...download,
      /** Issues it again first, if it would say something else by now: another name, for example. */
      act: (fileName: string) => download.act({ hours: registration.hours, credit, fileName }),
    },
    send: useAct(sendCertificate, {
      lane,
      done: () => toastDone([sent, name]),
      tell: toastError,
      reloads: [getEmailLogs],
    }),
  }
}

type Credit = (hours: number, reason?: string) => Promise<string>

// Outside of the component: what runs is shown as running also where its row has gone and come back.
function creditNow({ hours, credit }: { hours: number; credit: Credit }): Promise<string> {
  return credit(hours)
}

function withdrawNow({ reason, credit }: { reason: string; credit: Credit }): Promise<string> {
  return credit(0, reason)
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

function confirmEarly(
  name: string,
  hours: number,
  { eventName, endOn, endTime }: Certified,
): Promise<boolean> {
  return confirm({
    title: 'Issue before the event has ended?',
    message: `${name} attends ${eventName} until ${shownDate(endOn)}, ${shownTime(endTime)} Eastern. The certificate for ${shownHours(hours)} would stand from now on.`,
    confirmLabel: 'Issue now',
  })
}

interface Saving {
  hours: number
  credit: Credit
  fileName: string
}

async function saveAnew({ hours, credit, fileName }: Saving): Promise<void> {
  const link = await credit(hours)
  const code = new URL(link, location.href).searchParams.get('certificate') ?? ''
  saveFile(await callFile(getCertificatePdf, { params: { code } }), fileName)
}
