import { expect, test } from 'vitest'
import { zoneOffBy } from './zones.ts'

const winter = new Date('2027-02-09T13:00Z')
const summer = new Date('2027-07-09T13:00Z')

test.each([
  ['America/Los_Angeles', 3, winter, 'America/New_York'],
  ['America/New_York', -3, winter, 'America/Los_Angeles'],
  ['UTC', -5, winter, 'America/New_York'],
  ['UTC', -4, summer, 'America/New_York'],
  ['America/New_York', 5, winter, 'UTC'],
  ['America/New_York', 9, winter, 'America/New_York'],
])('times of %s that are %i hours late are of zone %s', (zone, hours, at, meant) => {
  expect(zoneOffBy(zone, hours, at)).toBe(meant)
})
