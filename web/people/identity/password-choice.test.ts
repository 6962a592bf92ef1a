import { expect, test } from 'vitest'
import { PasswordChoice } from './password-choice.ts'

const choice = { email: 'admin@example.com', password: 'twelve or more', repeated: 'twelve or more' }

test.each([
  ['an empty confirmation', { repeated: '' }, { repeated: 'Please confirm your password' }],
  ['another confirmation', { repeated: 'twelve or less' }, { repeated: "Password didn't match" }],
  [
    'a short password',
    { password: 'short', repeated: 'short' },
    { password: 'Please use at least 12 characters' },
  ],
  [
    'several fields at once',
    { email: 'nobody', repeated: 'other' },
    { email: 'Invalid Email', repeated: "Password didn't match" },
  ],
])('the form for a new password shows a message for %s', (_, change, messages) => {
  const { error } = PasswordChoice.safeParse({ ...choice, ...change })
  const found = (error?.issues ?? []).map(({ path, message }) => [path[0], message])
  expect(Object.fromEntries(found)).toEqual(messages)
})

test('the form for a new password accepts two equal entries', () => {
  expect(PasswordChoice.safeParse(choice).success).toBe(true)
})
