import {
  certificateMessages,
  generateCertificate,
  getCertificatePdf,
  sendCertificate,
} from '#contract/certificates.ts'
import type { Input } from '#contract/endpoint.ts'
import { getEmailLogs } from '#contract/mails.ts'
import { shownDate, shownTime } from '#contract/plain-dates.ts'
import { getAllRegisteredUsers } from '#contract/registrations.ts'
import { hasEnded, type SlotTime } from '#contract/slots.ts'
import { useAct } from '#web/platform/api/act.ts'
import { callFile } from '#web/platform/api/call.ts'
import { useChangeData } from '#web/platform/api/change-data.ts'
import { confirm } from '#web/platform/ui/dialogs.tsx'
import { saveFile } from '#web/platform/ui/save-file.ts'
import { toastDone, toastError } from '#web/platform/ui/toasts.tsx'

/** Whose certificate it would be, and for which slot. */
export interface Certified {
  registrationId: number
  /** As people call them. */
  name: string
  slot: SlotTime
}

/** What an administrator can do for the certificate of one registration, one thing at a time. */
export function useCertificateWork({ registrationId, name, slot }: Certified) {
  const lane = `certificate of ${registrationId}`
  const changeRows = useChangeData(getAllRegisteredUsers)
  const { notGenerated, generated, withdrawn, sent } = certificateMessages

  function show({ link }: { link: string }, { body: { hours } }: Issue): void {
    const certificateLink = hours === 0 ? null : link
    changeRows((data) => ({
      ...data,
      registrations: data.registrations.map((row) =>
        row.registrationId === registrationId ? { ...row, hours, certificateLink } : row,
      ),
    }))
  }

  return {
    issue: useAct(generateCertificate, {
      lane,
      confirm: async ({ body }) => {
        if (body.hours === 0) return confirmWithdrawal(name)
        return hasEnded(slot, new Date()) || confirmEarly(name, slot)
      },
      done: (answer, given) => {
        show(answer, given)
        toastDone(given.body.hours === 0 ? withdrawn : generated)
      },
      failed: notGenerated,
      tell: toastError,
    }),
    download: useAct(saveCertificate, { lane, failed: notGenerated, tell: toastError }),
    send: useAct(sendCertificate, {
      lane,
      done: () => toastDone(sent),
      tell: toastError,
      reloads: [getEmailLogs],
    }),
  }
}

type Issue = Input<typeof generateCertificate>

function confirmWithdrawal(name: string): Promise<boolean> {
  return confirm({
    title: 'Withdraw this certificate?',
    message: `The certificate of ${name} stops counting at once: its link says that it was withdrawn.`,
    confirmLabel: 'Withdraw',
    tone: 'danger',
  })
}

function confirmEarly(name: string, slot: SlotTime): Promise<boolean> {
  return confirm({
    title: 'Issue before the event has ended?',
    message: `${name} attends until ${shownDate(slot.endOn)}, ${shownTime(slot.endTime)} Eastern. The certificate would stand from now on.`,
    confirmLabel: 'Issue now',
  })
}

async function saveCertificate({ link, fileName }: { link: string; fileName: string }): Promise<void> {
  const code = new URL(link, location.href).searchParams.get('certificate') ?? ''
  saveFile(await callFile(getCertificatePdf, { params: { code } }), fileName)
}
