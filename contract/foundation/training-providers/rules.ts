import type { Provider } from './calls.ts'

/** Returns true if a training provider has the name and signatory that certificates need. */
export function isProviderComplete({
  name,
  signatoryName,
}: Pick<Provider, 'name' | 'signatoryName'>): boolean {
  return name.trim() !== '' && signatoryName.trim() !== ''
}
