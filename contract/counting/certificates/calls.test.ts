import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { Certificate, certificateMessages, getCertificate } from './calls.ts'

test("the messages are the specification's, with one of ours for an unknown certificate", () => {
  expect(certificateMessages).toEqual({
    generated: 'Certificate generated successfully',
    notGenerated: 'Certificate cannot be generated',
    sent: 'Certificate sent successfully',
    withdrawn: 'Certificate withdrawn',
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
])('a lookup of the code %j is allowed: %s', (code, may) => {
  expect(z.safeParse(getCertificate.params as z.ZodMiniType, { code }).success).toBe(may)
})

test('a valid certificate has no withdrawal date, and its instants are ISO 8601 on the wire', () => {
  const sent = {
    valid: true,
    name: "Pat O'Brien",
    event: 'Piston IA Renewal Series 2027',
    focus: 'Piston',
    date: '09 Feb 2027 – 10 Feb 2027',
    hours: 8,
    days: [
      { on: '2027-02-09', hours: 4 },
      { on: '2027-02-10', hours: 4 },
    ],
    issuedAt: '2027-02-11T15:00:00.000Z',
    serial: 'IA2027-000042',
    withdrawnAt: null,
    replaced: [],
    hasCredential: true,
  }
  const read = z.parse(Certificate, sent)
  expect(read).toEqual({ ...sent, issuedAt: new Date(sent.issuedAt) })
  expect(z.encode(Certificate, read)).toEqual(sent)
  const withdrawn = { ...sent, valid: false, withdrawnAt: '2027-03-01T00:00:00.000Z' }
  expect(z.encode(Certificate, z.parse(Certificate, withdrawn))).toEqual(withdrawn)
})
