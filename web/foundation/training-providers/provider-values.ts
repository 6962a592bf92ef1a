import type { SavedProvider } from '#contract/foundation/training-providers/calls.ts'
import { Provider } from '#contract/foundation/training-providers/calls.ts'
import type { FieldErrors } from '#web/core/ui/form.ts'
import { schemaErrors } from '#web/core/ui/form.ts'
import { textRecord } from '#web/core/ui/record-kind.ts'

export type ProviderValues = Record<keyof Provider, string>

export const providerKind = textRecord<keyof Provider, SavedProvider>({
  name: 'Training provider',
  contact: 'Contact',
  postalAddress: 'Postal address',
  signatoryName: 'Signed by',
  signatoryTitle: 'Title',
  signature: 'Signature',
})

export function providerErrors(values: ProviderValues): FieldErrors {
  return schemaErrors(Provider, values)
}
