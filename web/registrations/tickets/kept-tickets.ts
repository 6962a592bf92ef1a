import * as z from 'zod/mini'
import { hasEnded } from '#contract/events/slots/times.ts'
import { Ticket } from '#contract/registrations/tickets/calls.ts'
import { besideSession, sessionUser } from '#web/core/session/session.ts'

/** Cleared with the session. */
const ticketsKey = `${besideSession}tickets`

/** Returns this browser's stored tickets of the signed-in person, without those of past events. */
export function readTickets(now = new Date()): Ticket[] {
  const { userId, tickets = [] } = stored()
  if (userId === undefined || userId !== sessionUser()?.userId) return []
  return tickets
    .flatMap((each) => Ticket.safeParse(each).data ?? [])
    .filter((ticket) => !hasEnded(ticket, now))
}

/** Stores a ticket, to show it offline. `clearSession` removes all of them. */
export function keepTicket(ticket: Ticket, now = new Date()): void {
  const others = readTickets(now).filter(({ registrationId }) => registrationId !== ticket.registrationId)
  store([...others, ...(hasEnded(ticket, now) ? [] : [ticket])])
}

/** Deletes the stored tickets of all other registrations, and of past events. */
export function forgetOtherTickets(registrationIds: number[], now = new Date()): void {
  if (localStorage.getItem(ticketsKey) === null) return
  store(readTickets(now).filter(({ registrationId }) => registrationIds.includes(registrationId)))
}

function store(tickets: Ticket[]) {
  const userId = sessionUser()?.userId
  if (userId === undefined) return
  const text = JSON.stringify({ userId, tickets: tickets.map((each) => z.encode(Ticket, each)) })
  if (tickets.length > 0) localStorage.setItem(ticketsKey, text)
  else localStorage.removeItem(ticketsKey)
}

function stored(): { userId?: string; tickets?: unknown[] } {
  try {
    return JSON.parse(localStorage.getItem(ticketsKey) ?? '{}')
  } catch {
    return {}
  }
}
