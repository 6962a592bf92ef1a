import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/core/endpoint.ts'
import { SupportRequest } from '#contract/foundation/support/calls.ts'
import {
  resetPassword,
  sendPasswordReset,
  sendSignInLink,
  signInWithLink,
  signInWithPassword,
} from './calls.ts'

const email = 'ada@example.com'
const code = '12345678'

function messagesOf(body: Endpoint['body'], value: unknown): unknown[] {
  const issues = z.safeParse(body as z.ZodMiniType, value).error?.issues ?? []
  return issues.map((issue) => [issue.path[0], issue.message])
}

test.each([sendSignInLink, sendPasswordReset, signInWithLink, signInWithPassword, resetPassword])(
  "$path refuses a wrong email with 'Invalid Email'",
  ({ body }) => {
    const messages = messagesOf(body, { email: 'ada', code, password: 'long enough a password' })
    expect(messages).toEqual([['email', 'Invalid Email']])
  },
)

describe('the password', () => {
  test.each([undefined, null, 12345, '', '1234'])('is refused at sign-in if it is %o', (password) => {
    expect(messagesOf(signInWithPassword.body, { email, password })).toEqual([
      ['password', 'Please provide a password'],
    ])
  })

  test('needs 5 characters at sign-in, whatever they are', () => {
    expect(messagesOf(signInWithPassword.body, { email, password: ' 🔑\u0000  ' })).toEqual([])
  })

  test('needs 12 characters when a new one is chosen', () => {
    expect(messagesOf(resetPassword.body, { email, code, password: 'eleven char' })).toEqual([
      ['password', 'Please use at least 12 characters'],
    ])
    expect(messagesOf(resetPassword.body, { email, code, password: 'twelve chars' })).toEqual([])
  })

  test.each([signInWithPassword, resetPassword])('has 200 characters at most for $path', ({ body }) => {
    expect(messagesOf(body, { email, code, password: 'x'.repeat(201) })).toEqual([
      ['password', 'Please use 200 characters at most'],
    ])
  })
})

test.each([
  [undefined, 'The link or code is missing'],
  [123456, 'The link or code is missing'],
  ['', 'The link or code is incomplete'],
  ['1234567', 'The link or code is incomplete'],
  ['x'.repeat(1 << 20), 'The link or code is too long'],
])('the sign-in code %o is refused', (wrong, message) => {
  expect(messagesOf(signInWithLink.body, { email, code: wrong })).toEqual([['code', message]])
})

test("the support form refuses with the specification's messages", () => {
  const issues = z.safeParse(SupportRequest, { name: ' ', email: '', message: '' }).error?.issues
  expect(issues?.map((issue) => issue.message)).toEqual([
    'Please provide your name',
    'Please provide your email',
    'Please enter message',
  ])
})
