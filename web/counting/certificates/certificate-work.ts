import { useQueryClient } from '@tanstack/react-query'
import type { Data, Endpoint } from '#contract/core/endpoint.ts'
import { ended } from '#contract/core/names.ts'
import { refusals } from '#contract/core/refusals.ts'
import {
  certificateMessages,
  generateCertificate,
  getCertificatePdf,
  issueCertificate,
  sendCertificate,
} from '#contract/counting/certificates/calls.ts'
import { getRegistrationFinding, getSlotFindings } from '#contract/counting/credit-findings/calls.ts'
import { shownHours } from '#contract/events/events/facts.ts'
import type { SlotTime } from '#contract/events/slots/times.ts'
import { getEmailLogs } from '#contract/foundation/mails/calls.ts'
import { getAllRegisteredUsers } from '#contract/registrations/registration-lists/calls.ts'
import { useAct } from '#web/core/api/act.ts'
import { call } from '#web/core/api/call.ts'
import { useReload } from '#web/core/api/reload.ts'
import { askReason } from '#web/core/ui/dialogs.tsx'
import { saveFileOf } from '#web/core/ui/save-file.ts'
import { toastDone, toastError } from '#web/core/ui/toasts.tsx'
import type { HandAbout, HandHours } from '#web/ledger/credits/hand-hours.tsx'
import { sendByHand } from '#web/ledger/credits/hand-hours.tsx'

/** The fields of a registration that its certificate depends on. */
export interface Certified extends SlotTime {
  registrationId: number
  eventName: string
  hours: number
  /** The slot's hours of credit. */
  creditHours: number
  /** null without a manual credit. */
  ruleHours: number | null
  /** null without a valid certificate. */
  certificateLink: string | null
  version: number
}

/** The acts for one registration's certificate, one at a time. `name`: its holder's. */
export function useCertificateWork(name: string, registration: Certified) {
  const { registrationId, version } = registration
  const lane = `certificate of ${registrationId}`
  const about = { registrationId, who: `${name}, ${registration.eventName}` }
  const changeRows = useChangeData(getAllRegisteredUsers)
  const reload = useReload()
  const { notGenerated, generated, withdrawn, sent } = certificateMessages

  async function write({ hours, reason, ...hand }: HandHours) {
    const body = { registrationId, hours, version, ...(reason && { reason }), ...hand }
    const answer = await call(generateCertificate, { body })
    const now = {
      hours,
      version: answer.version,
      ruleHours: registration.ruleHours ?? registration.hours,
      certificateLink: hours === 0 ? null : answer.link || null,
    }
    changeRows((data) => ({
      ...data,
      registrations: data.registrations.map((row) =>
        row.registrationId === registrationId ? { ...row, ...now } : row,
      ),
    }))
    if (hours > 0 && !answer.link) toastError(refusals.NAME_NOT_PRINTABLE.message)
  }

  /** Reads the rows again, because another person may have changed the registration. */
  function tell(sentence: string) {
    toastError(sentence)
    void reload(getAllRegisteredUsers)
  }

  const credit = useAct(creditNow, {
    lane,
    done: (hours, { before }) => {
      if (hours === undefined) return
      toastDone(
        hours > 0
          ? [generated, `${name}, ${shownHours(hours)}`]
          : [before > 0 ? withdrawn : 'Set to 0 by you', name],
      )
    },
    failed: notGenerated,
    tell,
    reloads: [getSlotFindings, getRegistrationFinding],
  })
  const download = useAct(saveAgain, { lane, failed: notGenerated, tell })
  return {
    isBusy: credit.isBusy,
    isSaving: credit.isRunning || download.isRunning,
    /** The hours being written. */
    given: credit.given?.about.hours,
    /** Credits the hours. For 0 hours, asks for a reason and withdraws the certificate. */
    async choose(hours: number): Promise<void> {
      const reason = hours === 0 ? await askWithdrawal(name, registration) : ''
      if (reason === undefined) return
      await credit.act({ about: { ...about, hours }, before: registration.hours, reason, write })
    },
    /** Asks for each day's hours, and credits them. */
    chooseByDay: () =>
      credit.act({ about: { ...about, hours: undefined }, before: registration.hours, reason: '', write }),
    /** First issues the certificate again if its words changed, for example the name. */
    download: (fileName: string) => download.act({ registrationId, fileName }),
    send: useAct(sendCertificate, {
      lane,
      toast: [sent, name],
      tell: 'toast',
      reloads: [getEmailLogs],
    }),
  }
}

interface Work {
  about: HandAbout
  before: number
  reason: string
  write: (hours: HandHours) => Promise<void>
}

// Outside the component, so that a row that comes back still shows its running act.
/** Returns the credited hours; undefined if the person canceled. */
function creditNow({ about, reason, write }: Work) {
  return sendByHand(about, async (hand) => {
    await write({ reason, ...hand })
    return hand.hours
  })
}

async function saveAgain({ fileName, ...body }: { registrationId: number; fileName: string }) {
  const { link } = await call(issueCertificate, { body })
  const code = new URL(link, location.href).searchParams.get('certificate') ?? ''
  await saveFileOf(getCertificatePdf, { params: { code } }, fileName)
}

function askWithdrawal(name: string, { eventName, hours }: Certified) {
  const reason = { label: 'Reason', placeholder: 'Shown in the history' }
  if (hours === 0) {
    return askReason({
      title: 'Set to 0 hours?',
      message: `${name}, ${ended(eventName)} They get no hours by attendance until you choose “Use automatic hours”.`,
      confirmLabel: 'Set to 0 hours',
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

/** Changes an endpoint's data wherever it is shown, without reading it again. */
function useChangeData<E extends Endpoint>(endpoint: E): (change: (data: Data<E>) => Data<E>) => void {
  const client = useQueryClient()
  return (change) =>
    client.setQueriesData<Data<E>>({ queryKey: [endpoint.path] }, (data) => data && change(data))
}
