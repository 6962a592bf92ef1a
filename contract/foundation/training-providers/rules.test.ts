import { expect, test } from 'vitest'
import { isProviderComplete } from './rules.ts'

test.each([
  ['Example Aviation Training', 'Sample Signatory', true],
  ['Example Aviation Training', '', false],
  ['', 'Sample Signatory', false],
  ['Example Aviation Training', ' \t', false],
  ['', '', false],
])(
  'a training provider with the name %o and the signatory %o is complete: %s',
  (name, signatoryName, expected) => {
    expect(isProviderComplete({ name, signatoryName })).toBe(expected)
  },
)
