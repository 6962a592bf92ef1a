import { expect, test } from 'vitest'
import type { SavedProvider } from '#contract/foundation/training-providers/calls.ts'
import { providerErrors, providerKind } from './provider-values.ts'

const saved: SavedProvider = {
  name: 'Example Aviation Training',
  contact: 'training@example.com',
  postalAddress: '',
  signatoryName: 'Sample Signatory',
  signatoryTitle: 'Director of Training',
  signature: '',
  version: 3,
  savedAt: new Date('2026-11-01T12:00:00Z'),
  savedBy: 'Somebody',
}
const values = providerKind.valuesOf(saved)
const newer = { ...saved, contact: 'newer@example.com', signatoryTitle: 'Newer title', version: 4 }

test('a training provider that was only opened has no changes', () => {
  expect(providerKind.isChanged({ ...values }, values)).toBe(false)
  expect(providerKind.isChanged({ ...values, signature: '/api/files/1' }, values)).toBe(true)
})

test.each([
  ['an untouched field gets the newer value', {}, { contact: 'newer@example.com' }, []],
  ['a typed field is kept', { name: 'Mine' }, { name: 'Mine', contact: 'newer@example.com' }, []],
  [
    'a field that both changed is a conflict',
    { contact: 'mine@example.com' },
    { contact: 'mine@example.com' },
    ['mine@example.com'],
  ],
  [
    'an emptied field is a conflict, too',
    { contact: '' },
    { contact: '', signatoryTitle: 'Newer title' },
    ['nothing'],
  ],
])('in a merge with a newer version, %s', (_, typed, expected, mine) => {
  const sides = { typed: { ...values, ...typed }, older: values, base: saved, newest: newer }
  const merged = providerKind.merge(sides, new Map())
  expect(merged.values).toEqual({ ...providerKind.valuesOf(newer), ...expected })
  expect(merged.conflicts.map((conflict) => conflict.mine)).toEqual(mine)
})

test('each blank field has a message', () => {
  const blank = {
    name: ' ',
    contact: '',
    postalAddress: '',
    signatoryName: '',
    signatoryTitle: '',
    signature: '',
  }
  expect(providerErrors(blank)).toEqual({
    name: 'Please give the name of the training provider',
    contact: 'Please say how to reach the training provider',
    signatoryName: 'Please say who signs the certificates',
    signatoryTitle: 'Please give the title of the signatory',
  })
})
