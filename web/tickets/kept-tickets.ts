import * as z from 'zod/mini'
import { hasEnded } from '#contract/slots/times.ts'
import { Ticket } from '#contract/tickets/calls.ts'
import { besideSession, sessionUser } from '#web/core/session/session.ts'

const ticketsKey = `${besideSession}tickets`

/** Returns the tickets that this browser has stored for the signed-in person. Forgets those of events that are over. */
export function readTickets(now = new Date()): Ticket[] {
  const { userId, tickets = [] } = stored()
  if (userId === undefined || userId !== sessionUser()?.userId) return []
  return tickets
    .flatMap((each) => Ticket.safeParse(each).data ?? [])
    .filter((ticket) => !hasEnded(ticket, now))
}

/** Stores a ticket, so that it can be shown without a network. `clearSession` removes all of them. */
export function keepTicket(ticket: Ticket, now = new Date()): void {
  const others = readTickets(now).filter(({ registrationId }) => registrationId !== ticket.registrationId)
  const tickets = [...others, ...(hasEnded(ticket, now) ? [] : [ticket])]
  const userId = sessionUser()?.userId
  const text = JSON.stringify({ userId, tickets: tickets.map((each) => z.encode(Ticket, each)) })
  localStorage.setItem(ticketsKey, text)
}

function stored(): { userId?: string; tickets?: unknown[] } {
  try {
    return JSON.parse(localStorage.getItem(ticketsKey) ?? '{}')
  } catch {
    return {}
  }
}
