import { Anchor, Button } from '@mantine/core'
import { FileDown } from 'lucide-react'
import { useEffect } from 'react'
import { shownBreak } from '#contract/events/slots/breaks.ts'
import { shownDays, shownTimes } from '#contract/events/slots/times.ts'
import type { Ticket } from '#contract/registrations/tickets/calls.ts'
import { getTicket, getTicketPdf, replaceOwnTicket } from '#contract/registrations/tickets/calls.ts'
import { useAct } from '#web/core/api/act.ts'
import { FormProblem } from '#web/core/ui/form-problem.tsx'
import { saveFileOf } from '#web/core/ui/save-file.ts'
import styles from './ticket-view.module.css'
import { WorksOffline } from './works-offline.tsx'

/** The QR code as large as the screen allows, with what a person at the door can read. Keeps the screen awake. */
export function TicketView({ ticket }: { ticket: Ticket }) {
  useEffect(keepAwake, [])
  const { registrationId, qrCode, name, eventName, venue } = ticket
  const download = useAct(savePdf, { failed: "Couldn't save the ticket. Try again." })
  const replace = useAct(replaceOwnTicket, {
    confirm: question,
    reloads: [getTicket],
    toast: 'You have a new ticket. We emailed it to you, too.',
    failed: "Couldn't replace the ticket. Try again.",
  })
  return (
    <div className="stack">
      <div className={styles.ticket}>
        <img
          className={styles.code}
          src={`data:image/svg+xml,${encodeURIComponent(qrCode)}`}
          alt="QR code of your ticket"
        />
        <p className={`strong anywhere ${styles.name}`}>{name}</p>
        <p className="strong anywhere">{eventName}</p>
        <p>
          {shownDays(ticket)}
          <br />
          {shownTimes(ticket)}
          {ticket.breaks.map((pause) => (
            <span key={pause.from} className="muted">
              <br />
              {shownBreak(pause)}
            </span>
          ))}
        </p>
        {venue && <p className="anywhere">{venue}</p>}
        <p>
          Check-in code: <strong className="figures">{registrationId}</strong>
        </p>
        <WorksOffline />
      </div>
      <FormProblem text={download.problem ?? replace.problem} />
      <div className={`row ${styles.buttons}`}>
        <Button leftSection={<FileDown size={17} />} {...download.button(registrationId)}>
          Download PDF
        </Button>
      </div>
      <p className={`muted small ${styles.rare}`}>
        Someone has a copy?{' '}
        <Anchor
          component="button"
          type="button"
          fz="inherit"
          aria-disabled={replace.isRunning}
          onClick={() => void replace.act({ body: { registrationId } })}
        >
          Replace ticket
        </Anchor>
      </p>
    </div>
  )
}

const question = {
  title: 'Replace this ticket?',
  message:
    "Do this if someone else has a copy of your ticket. The old ticket stops working, including printed copies. We'll email you the new one.",
  confirmLabel: 'Replace ticket',
}

async function savePdf(registrationId: number) {
  await saveFileOf(getTicketPdf, { params: { registrationId } }, `ticket-${registrationId}.pdf`)
}

/** Asks for a screen that stays on, also after another app was in front. Browsers may lack this, or refuse. */
function keepAwake(): () => void {
  let lock: Promise<WakeLockSentinel | undefined> = Promise.resolve(undefined)
  const ask = () => {
    if (document.visibilityState === 'visible')
      lock = navigator.wakeLock?.request('screen').catch(() => undefined) ?? lock
  }
  ask()
  document.addEventListener('visibilitychange', ask)
  return () => {
    document.removeEventListener('visibilitychange', ask)
    void lock.then((held) => held?.release())
  }
}
