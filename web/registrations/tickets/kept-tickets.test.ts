// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import type { Ticket } from '#contract/registrations/tickets/calls.ts'
import { clearSession, useSession } from '#web/core/session/session.ts'
import type { SessionUser } from '#web/core/session/session-user.ts'
import { forgetOtherTickets, keepTicket, readTickets } from './kept-tickets.ts'

const ticket: Ticket = {
  registrationId: 7,
  qrCode: '<svg></svg>',
  name: 'Pat Example',
  eventName: 'Seminar',
  venue: null,
  startOn: '2027-02-09',
  endOn: '2027-02-10',
  startTime: '08:00',
  endTime: '16:00',
  breaks: [{ from: '12:00', to: '13:00', name: 'Lunch' }],
}
const before = new Date('2027-02-10T20:59Z')
const after = new Date('2027-02-10T21:00Z')

beforeEach(() => {
  localStorage.clear()
  signIn('pat')
})

test('a stored ticket is there until its event is over', () => {
  keepTicket(ticket, before)
  expect(readTickets(before)).toEqual([ticket])
  expect(readTickets(after)).toEqual([])
  forgetOtherTickets([7], before)
  expect(readTickets(before)).toEqual([ticket])
  forgetOtherTickets([7], after)
  expect(localStorage.length).toBe(0)
})

test('a ticket that was stored before slots had breaks is shown', () => {
  keepTicket(ticket, before)
  const text = JSON.stringify({ ...localStorage })
  for (const [key, value] of Object.entries(JSON.parse(text) as Record<string, string>)) {
    localStorage.setItem(key, value.replace(/"breaks":\[.*?\],?/, ''))
  }
  expect(readTickets(before)).toEqual([{ ...ticket, breaks: [] }])
})

test('the stored ticket of a canceled registration is deleted', () => {
  keepTicket(ticket, before)
  keepTicket({ ...ticket, registrationId: 8 }, before)
  forgetOtherTickets([8, 9], before)
  expect(readTickets(before).map(({ registrationId }) => registrationId)).toEqual([8])
  forgetOtherTickets([], before)
  expect(localStorage.length).toBe(0)
})

test('the newest ticket of a registration replaces the stored one', () => {
  keepTicket(ticket, before)
  keepTicket({ ...ticket, registrationId: 8 }, before)
  keepTicket({ ...ticket, qrCode: '<svg>new</svg>' }, before)
  expect(readTickets(before).map(({ registrationId, qrCode }) => `${registrationId} ${qrCode}`)).toEqual([
    '8 <svg></svg>',
    '7 <svg>new</svg>',
  ])
})

test("nobody finds another person's tickets, and a sign-out deletes them", () => {
  keepTicket(ticket, before)
  signIn('sam')
  expect(readTickets(before)).toEqual([])
  signIn('pat')
  clearSession()
  expect(localStorage.length).toBe(0)
  keepTicket(ticket, before)
  expect(localStorage.length).toBe(0)
})

test('what an older portal stored is ignored', () => {
  localStorage.setItem('root:tickets', '{"userId":"pat","tickets":[{"registrationId":7}]}')
  expect(readTickets(before)).toEqual([])
  localStorage.setItem('root:tickets', 'not JSON')
  expect(readTickets(before)).toEqual([])
})

function signIn(userId: string): void {
  useSession.setState({ userData: { userId } as SessionUser })
}
