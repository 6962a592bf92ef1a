import { Provider, type SavedProvider } from '#contract/training-providers/calls.ts'
import { type FieldErrors, schemaErrors } from '#web/core/ui/form.ts'
import { plainRecord } from '#web/core/ui/record-kind.ts'

/** The provider as the form holds it. */
export type ProviderValues = Record<keyof Provider, string>

export const providerKind = plainRecord<SavedProvider, ProviderValues>(
  {
    name: 'Training provider',
    contact: 'Contact',
    signatoryName: 'Signed by',
    signatoryTitle: 'Title',
    signature: 'Signature',
  },
  {
    valuesOf: ({ name, contact, signatoryName, signatoryTitle, signature }) => ({
      name,
      contact,
      signatoryName,
      signatoryTitle,
      signature,
    }),
  },
)

export function providerErrors(values: ProviderValues): FieldErrors {
  return schemaErrors(Provider, values)
}
