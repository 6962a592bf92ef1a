import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import {
  certificateMessages,
  creditableHours,
  generateCertificate,
  getCertificate,
  issueRefusal,
} from './certificates.ts'

const issue = generateCertificate.body as z.ZodMiniType

test.each(creditableHours.map((hours) => [hours, hours === 0 ? 'HOURS_ZERO' : undefined]))(
  'issuing %i hours is refused with %s',
  (hours, refusal) => {
    expect(issueRefusal(Number(hours))).toBe(refusal)
  },
)

test('hours are whole numbers 0 to 8', () => {
  expect(creditableHours).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
  for (const hours of creditableHours) {
    expect(z.safeParse(issue, { registrationId: 1, hours }).success).toBe(true)
  }
})

test.each([-1, 9, 7.5, '8', null, undefined, true, 1e300])('%o hours are refused', (hours) => {
  const issues = z.safeParse(issue, { registrationId: 1, hours }).error?.issues
  const messages = new Set(issues?.map((issue) => `${issue.path}: ${issue.message}`))
  expect([...messages]).toEqual(['hours: Hours are a whole number from 0 to 8'])
})

test("the messages are the specification's", () => {
  expect(certificateMessages).toEqual({
    generated: 'Certificate generated successfully',
    notGenerated: 'Certificate cannot be generated',
    sent: 'Certificate sent successfully',
  })
})

test.each([
  ['VGhlIGNvZGUgb2YgYSBjZXJ0', true],
  ['a-_9'.repeat(8), true],
  ['cut-short', true],
  ['', false],
  ['../../etc/passwd', false],
  ['a\u0000', false],
  ['a'.repeat(1 << 20), false],
])('the code %j may be looked up: %s', (code, may) => {
  expect(z.safeParse(getCertificate.params as z.ZodMiniType, { code }).success).toBe(may)
})
