import type { Provider } from './calls.ts'

/** Tells whether a training provider has the name and the signatory that certificates need. */
export function isProviderComplete({
  name,
  signatoryName,
}: Pick<Provider, 'name' | 'signatoryName'>): boolean {
  return name.trim() !== '' && signatoryName.trim() !== ''
}
