import { expect, test } from 'vitest'
import { deletionRefusal } from './rules.ts'

test.each([
  ['user', 'pat@example.com', undefined],
  ['user', ' Pat@Example.com ', undefined],
  ['user', 'pat@example.org', 'EMAIL_DIFFERS'],
  ['user', '', 'EMAIL_DIFFERS'],
  ['admin', 'pat@example.com', 'ADMINISTRATOR_STAYS'],
  ['admin', 'pat@example.org', 'ADMINISTRATOR_STAYS'],
] as const)('a %s who types "%s" to delete the account gets the refusal %s', (role, typed, refusal) => {
  expect(deletionRefusal({ role, email: 'pat@example.com' }, typed)).toBe(refusal)
})
