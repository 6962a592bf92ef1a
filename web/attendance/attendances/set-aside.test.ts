import { expect, test } from 'vitest'
import { fewerWords } from './set-aside.ts'

const person = (name: string, hours: number, hoursThen: number) => ({
  registrationId: 1,
  eventSlotId: 1,
  name,
  email: `${name}@example.com`,
  hours,
  hoursThen,
})

test.each([
  ['No one would get fewer hours.', [person('Ada Rivet', 2, 4)], 0],
  ['Ben Cowling would get 1 hour instead of 4.', [person('Ben Cowling', 4, 1), person('Ada', 2, 4)], 1],
  [
    'Ben Cowling would get 0 hours instead of 4, Eve 2 hours instead of 4, Pat 3 hours instead of 4, and 12 more people fewer.',
    [person('Ben Cowling', 4, 0), person('Eve', 4, 2), person('Pat', 4, 3), person('Kim', 4, 3)],
    15,
  ],
])('before a report is set aside: %s', (words, people, fewer) => {
  expect(fewerWords({ people, fewer })).toBe(words)
})
