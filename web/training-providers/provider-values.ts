import { Provider, type SavedProvider } from '#contract/training-providers/calls.ts'
import { type FieldErrors, schemaErrors } from '#web/core/ui/form.ts'

/** The provider as the form holds it. */
export type ProviderValues = Record<keyof Provider, string>

export function providerValuesOf({
  name,
  contact,
  signatoryName,
  signatoryTitle,
  signature,
}: Provider): ProviderValues {
  return { name, contact, signatoryName, signatoryTitle, signature }
}

export function providerErrors(values: ProviderValues): FieldErrors {
  return schemaErrors(Provider, values)
}

export function isEdited(values: ProviderValues, base: Provider): boolean {
  return changedFields(values, base).length > 0
}

/** What was typed on top of an older version, on top of a newer one: what nobody typed is as it is by now. */
export function mergedValues(
  typed: ProviderValues,
  older: SavedProvider,
  newer: SavedProvider,
): ProviderValues {
  const kept = Object.fromEntries(changedFields(typed, older).map((field) => [field, typed[field]]))
  return { ...providerValuesOf(newer), ...kept }
}

function changedFields(values: ProviderValues, base: Provider): (keyof Provider)[] {
  const before = providerValuesOf(base)
  return (Object.keys(before) as (keyof Provider)[]).filter((field) => values[field] !== before[field])
}
