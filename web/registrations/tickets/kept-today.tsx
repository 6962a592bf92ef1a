import { easternDay } from '#contract/core/season.ts'
import { shownTimes } from '#contract/events/slots/times.ts'
import { readTickets } from './kept-tickets.ts'
import { ShowTicket } from './show-ticket.tsx'
import { WorksOffline } from './works-offline.tsx'

/** Today's stored ticket, for a page opened offline; nothing without one. */
export function KeptToday({
  className,
  buttonClass,
}: {
  className: string
  buttonClass: string | undefined
}) {
  const today = easternDay(new Date())
  const ticket = readTickets().find(({ startOn, endOn }) => startOn <= today && today <= endOn)
  if (!ticket) return null
  return (
    <section className={className} aria-label="Your next day">
      <div className="tight">
        <p className="strong anywhere">{ticket.eventName}</p>
        <p>Today, {shownTimes(ticket)}</p>
        <WorksOffline />
      </div>
      <ShowTicket registrationId={ticket.registrationId} className={buttonClass} />
    </section>
  )
}
