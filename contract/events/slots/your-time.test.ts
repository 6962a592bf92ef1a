import { expect, test } from 'vitest'
import { yourTime, yourTimes } from './your-time.ts'

const morning = { startTime: '08:00', endTime: '12:00' } as const

test.each([
  ['America/New_York', '2027-02-09', '2027-02-10', undefined],
  ['America/Toronto', '2027-02-09', '2027-02-10', undefined],
  ['America/Denver', '2027-02-09', '2027-02-10', '6:00 AM – 10:00 AM your time'],
  ['Europe/Berlin', '2027-02-09', '2027-02-09', '2:00 PM – 6:00 PM your time'],
  ['Asia/Kathmandu', '2027-02-09', '2027-02-09', '6:45 PM – 10:45 PM your time'],
  ['Asia/Tokyo', '2027-02-09', '2027-02-10', '10:00 PM – 2:00 AM your time'],
  ['Pacific/Auckland', '2027-02-09', '2027-02-10', '2:00 AM – 6:00 AM your time (next day)'],
  // On the second day the clocks go forward in New York. They never do in Phoenix.
  [
    'America/Phoenix',
    '2027-03-13',
    '2027-03-14',
    '6:00 AM – 10:00 AM your time on Sat 13 Mar 2027, 5:00 AM – 9:00 AM on Sun 14 Mar 2027',
  ],
  // Europe and America are an hour closer between their clock changes.
  ['Europe/Berlin', '2027-03-20', '2027-03-20', '1:00 PM – 5:00 PM your time'],
] as const)('in %s a slot from %s to %s at 8 AM Eastern reads %s', (zone, startOn, endOn, shown) => {
  expect(yourTimes({ ...morning, startOn, endOn }, zone)).toBe(shown)
})

test('an evening slot is in the afternoon of the same day in Honolulu', () => {
  const evening = {
    startOn: '2027-02-09',
    endOn: '2027-02-09',
    startTime: '18:00',
    endTime: '22:00',
  } as const
  expect(yourTimes(evening, 'Pacific/Honolulu')).toBe('1:00 PM – 5:00 PM your time')
})

test('shortly after midnight Eastern it is still the day before in the west', () => {
  const night = { startOn: '2027-02-09', endOn: '2027-02-09', startTime: '00:30', endTime: '02:00' } as const
  expect(yourTimes(night, 'America/Denver')).toBe('10:30 PM – 12:00 AM your time (previous day)')
})

test('an unknown time zone shows no time of its own', () => {
  expect(
    yourTimes({ ...morning, startOn: '2027-02-09', endOn: '2027-02-09' }, 'Mars/Olympus'),
  ).toBeUndefined()
})

test.each([
  ['America/New_York', undefined],
  ['America/Denver', '10:25 PM your time (previous day)'],
  ['Europe/Berlin', '6:25 AM your time'],
  ['Asia/Tokyo', '2:25 PM your time'],
  ['Pacific/Honolulu', '7:25 PM your time (previous day)'],
  ['Mars/Olympus', undefined],
])('in %s it is %s when it is 0:25 AM Eastern', (zone, shown) => {
  expect(yourTime(new Date('2027-02-09T05:25:00Z'), zone)).toBe(shown)
})

test('in the evening Eastern it is the day after farther east', () => {
  expect(yourTime(new Date('2027-02-09T23:00:00Z'), 'Pacific/Auckland')).toBe('12:00 PM your time (next day)')
})
