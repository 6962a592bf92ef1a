import { expect, test } from 'vitest'
import type { SavedProvider } from '#contract/training-providers/calls.ts'
import { providerErrors, providerKind } from './provider-values.ts'

const saved: SavedProvider = {
  name: 'Example Aviation Training',
  contact: 'training@example.com',
  signatoryName: 'Sample Signatory',
  signatoryTitle: 'Director of Training',
  signature: '',
  version: 3,
  savedAt: new Date('2026-11-01T12:00:00Z'),
  savedBy: 'Somebody',
}
const values = providerKind.valuesOf(saved)
const newer = { ...saved, contact: 'newer@example.com', signatoryTitle: 'Newer title', version: 4 }

test('a provider that was only looked at is not edited', () => {
  expect(providerKind.isChanged({ ...values }, values)).toBe(false)
  expect(providerKind.isChanged({ ...values, signature: '/api/files/1' }, values)).toBe(true)
})

test.each([
  ['what nobody typed is as it is by now', {}, { contact: 'newer@example.com' }, []],
  ['what was typed is kept', { name: 'Mine' }, { name: 'Mine', contact: 'newer@example.com' }, []],
  [
    'what both have changed is asked about',
    { contact: 'mine@example.com' },
    { contact: 'mine@example.com' },
    ['mine@example.com'],
  ],
  [
    'also where it was taken away',
    { contact: '' },
    { contact: '', signatoryTitle: 'Newer title' },
    ['nothing'],
  ],
])('on top of a newer version %s', (_, typed, expected, mine) => {
  const sides = { typed: { ...values, ...typed }, older: values, base: saved, newest: newer }
  const merged = providerKind.merge(sides, new Map())
  expect(merged.values).toEqual({ ...providerKind.valuesOf(newer), ...expected })
  expect(merged.conflicts.map((conflict) => conflict.mine)).toEqual(mine)
})

test('each blank field has a message', () => {
  const blank = { name: ' ', contact: '', signatoryName: '', signatoryTitle: '', signature: '' }
  expect(providerErrors(blank)).toEqual({
    name: 'Please give the name of the training provider',
    contact: 'Please say how to reach the training provider',
    signatoryName: 'Please say who signs the certificates',
    signatoryTitle: 'Please give the title of the signatory',
  })
})
