import { expect, test } from 'vitest'
import { joinLink, joinTime, ownJoinLink } from './joins.ts'

// The clocks change between the two days, on 14 March 2027 at 2:00 AM.
const slot = { startOn: '2027-03-13', endOn: '2027-03-14', startTime: '08:00', endTime: '12:00' } as const

test.each([
  ['a day before', '2027-03-12T13:00Z', 'before 2027-03-13T12:55'],
  ['a moment before the room opens', '2027-03-13T12:54:59Z', 'before 2027-03-13T12:55'],
  ['as the room opens, 5 minutes early', '2027-03-13T12:55Z', 'open until 2027-03-13T17:00'],
  ['a moment before the first day ends', '2027-03-13T16:59:59Z', 'open until 2027-03-13T17:00'],
  ['between the days, whose clocks differ', '2027-03-13T17:00Z', 'before 2027-03-14T11:55'],
  ['on the second day', '2027-03-14T11:55Z', 'open until 2027-03-14T16:00'],
  ['after the last day', '2027-03-14T16:00Z', 'over'],
])('%s (%s), a join link for a slot of two days shows the right state', (_, now, shown) => {
  const time = joinTime(slot, new Date(now))
  const minute = (instant: Date) => instant.toISOString().slice(0, 16)
  const told = {
    before: () => `before ${time.state === 'before' && minute(time.opensAt)}`,
    open: () => `open until ${time.state === 'open' && minute(time.endsAt)}`,
    over: () => 'over',
  }
  expect(told[time.state]()).toBe(shown)
})

test('the join link has the registration and its code, and an in-person event has none', () => {
  const registration = { registrationId: 7, joinCode: 'a-code' }
  const link = 'https://portal.example.com/join/7/a-code'
  expect(joinLink('https://portal.example.com', registration)).toBe(link)
  expect(ownJoinLink('https://portal.example.com', { ...registration, focusId: 2, isInPerson: null })).toBe(
    link,
  )
  expect(ownJoinLink('https://portal.example.com', { ...registration, focusId: 4, isInPerson: null })).toBe(
    null,
  )
})
