import { useEffect } from 'react'
import { getTicket } from '#contract/registrations/tickets/calls.ts'
import { useData } from '#web/core/api/data.tsx'
import { keepTicket, readTickets } from './kept-tickets.ts'

/** Reads a ticket and stores it in the browser. Offline, returns the stored one. */
export function useTicket(registrationId: number) {
  const read = useData(getTicket, { params: { registrationId } })
  const { data, error } = read
  useEffect(() => {
    if (data) keepTicket(data)
  }, [data])
  const isUnreachable = error?.status === 0
  const kept = isUnreachable
    ? readTickets().find((each) => each.registrationId === registrationId)
    : undefined
  return { ...read, data: data ?? kept }
}
