import { describe, expect, test } from 'vitest'
import type { InspectionLink, InspectionSummary } from '#contract/office/inspections/calls.ts'
import { contentWords, isValid, linkWords } from './inspection-words.ts'

const summary: InspectionSummary = {
  people: 1200,
  credited: 980,
  hours: 7840,
  certificates: 980,
  reports: 3,
  findings: 1200,
  files: 4000,
}
const one = { people: 1, credited: 1, hours: 1, certificates: 1, reports: 1, findings: 1, files: 20 }

test.each([
  [summary, '1,200 registrations · 7,840 hours for 980 of them · 980 certificates · 3 attendance reports'],
  [one, '1 registration · 1 hour for 1 of them · 1 certificate · 1 attendance report'],
])('tells what is in a pack: %#', (given, words) => {
  expect(contentWords(given)).toBe(words)
})

describe('a link of an inspector', () => {
  const at = (text: string) => new Date(`2027-03-${text}:00Z`)
  const link: InspectionLink = {
    linkId: 1,
    createdBy: 'A',
    createdAt: at('01T15:00'),
    expiresAt: at('15T15:00'),
    revokedAt: null,
    openings: 0,
    lastOpenedAt: null,
  }
  const opened = { openings: 1, lastOpenedAt: at('02T15:00') }
  test.each([
    ['02T00:00', {}, true, 'Valid until 15 Mar 2027, 11:00 AM Eastern, not opened yet'],
    [
      '02T16:00',
      opened,
      true,
      'Valid until 15 Mar 2027, 11:00 AM Eastern, opened 1 time, last 02 Mar 2027, 10:00 AM Eastern',
    ],
    ['15T15:00', {}, false, 'Expired 15 Mar 2027, 11:00 AM Eastern, not opened yet'],
    [
      '20T00:00',
      { revokedAt: at('03T15:00') },
      false,
      'Revoked 03 Mar 2027, 10:00 AM Eastern, not opened yet',
    ],
  ])('at %s with %o is valid: %s', (now, more, works, words) => {
    const given = { ...link, ...more }
    expect(isValid(given, at(now).getTime())).toBe(works)
    expect(linkWords(given, at(now).getTime())).toBe(words)
  })
})
