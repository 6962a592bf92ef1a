import { expect, test } from 'vitest'
import type { SavedProvider } from '#contract/training-providers/calls.ts'
import { isEdited, mergedValues, providerErrors, providerValuesOf } from './provider-values.ts'

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
const newer = { ...saved, contact: 'newer@example.com', signatoryTitle: 'Newer title', version: 4 }

test('a provider that was only looked at is not edited', () => {
  expect(isEdited(providerValuesOf(saved), saved)).toBe(false)
  expect(isEdited({ ...providerValuesOf(saved), signature: '/api/files/1' }, saved)).toBe(true)
})

test.each([
  ['what nobody typed is as it is by now', {}, { contact: 'newer@example.com' }],
  ['what was typed is kept', { name: 'Mine' }, { name: 'Mine', contact: 'newer@example.com' }],
  ['also where both have changed the same', { contact: 'mine@example.com' }, { contact: 'mine@example.com' }],
  ['also where it was taken away', { contact: '' }, { contact: '', signatoryTitle: 'Newer title' }],
])('on top of a newer version %s', (_, typed, expected) => {
  expect(mergedValues({ ...providerValuesOf(saved), ...typed }, saved, newer)).toEqual({
    ...providerValuesOf(newer),
    ...expected,
  })
})

test('each field that is blank is told', () => {
  const blank = { name: ' ', contact: '', signatoryName: '', signatoryTitle: '', signature: '' }
  expect(providerErrors(blank)).toEqual({
    name: 'Please give the name of the training provider',
    contact: 'Please say how the provider is reached',
    signatoryName: 'Please say who signs the certificates',
    signatoryTitle: 'Please give the title of whoever signs',
  })
})
