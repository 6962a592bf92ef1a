import { describe, expect, test } from 'vitest'
import type { RefusalCode } from './refusals.ts'
import { refusalOfStatus, refusals } from './refusals.ts'

const all = Object.entries(refusals)

describe('every refusal', () => {
  test.each(all)('with the code %s has a name for programs and an HTTP status', (code, { status }) => {
    expect(code).toMatch(/^[A-Z]+(_[A-Z]+)*$/)
    expect([400, 401, 403, 404, 405, 409, 410, 413, 415, 422, 429, 500, 503]).toContain(status)
  })

  test.each(all)('with the code %s has a message that a person understands', (code, { message }) => {
    expect(message).toMatch(/^[A-Z].* .*[a-z.]$/)
    expect(message.length).toBeLessThanOrEqual(120)
    expect(message).not.toContain(code)
    expect(message).not.toMatch(/\b(null|undefined|SQL|exception|stack|HTTP|[45]\d\d|[A-Z]+_[A-Z]+)\b/)
  })

  test('has its own message', () => {
    const messages = all.map(([, { message }]) => message)
    expect(messages.filter((message, index) => messages.indexOf(message) !== index)).toEqual([])
  })
})

test.each<[RefusalCode, string]>([
  ['SIGNED_OUT', 'Please login first to continue'],
  ['NOT_ADMINISTRATOR', 'No admin access'],
  ['USER_NOT_FOUND', 'User not found'],
  ['WRONG_PASSWORD', 'Password mismatch'],
  ['EVENT_CLOSED', 'Registration closed'],
  ['HOURS_ZERO', 'Certificate cannot be generated'],
])("%s uses the specification's words", (code, message) => {
  expect(refusals[code].message).toBe(message)
})

test.each<[number, RefusalCode]>([
  [400, 'MALFORMED'],
  [401, 'SIGNED_OUT'],
  [403, 'NOT_ADMINISTRATOR'],
  [404, 'NOT_FOUND'],
  [405, 'METHOD_NOT_ALLOWED'],
  [413, 'TOO_LARGE'],
  [415, 'WRONG_MEDIA_TYPE'],
  [418, 'MALFORMED'],
  [422, 'INVALID_FIELDS'],
  [429, 'TOO_MANY'],
  [431, 'MALFORMED'],
  [500, 'BUG'],
  [502, 'BUG'],
  [503, 'NOT_READY'],
])('the status %i without a code means %s', (status, code) => {
  expect(refusalOfStatus(status)).toBe(code)
})
