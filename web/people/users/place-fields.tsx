import { TextInput } from '@mantine/core'
import { countries, territories } from '#contract/core/countries.ts'
import { usStates } from '#contract/core/us-states.ts'
import type { InputProps } from '#web/core/ui/fields.ts'
import { SearchSelect } from '#web/core/ui/search-select.tsx'

const countryChoices = countries.map(({ name, code }) => ({ value: name, label: name, keywords: code }))
// A chosen territory is refused with words that say where it is.
const stateChoices = [
  ...usStates.map(({ name, abbreviation }) => ({ value: name, label: name, keywords: abbreviation })),
  ...territories.map(({ name, code }) => ({ value: name, label: name, keywords: code })),
]

type CountryProps = Omit<InputProps<string>, 'onChange'> & { onChange: (country: string) => void }

export function CountryField(props: CountryProps) {
  return (
    <SearchSelect
      label="Country"
      name="country"
      autoComplete="country-name"
      placeholder="Type country name or code to search"
      choices={countryChoices}
      required
      {...props}
    />
  )
}

/** A list in the United States, free text elsewhere. */
export function StateField({ isUnitedStates, ...props }: InputProps<string> & { isUnitedStates: boolean }) {
  if (!isUnitedStates) {
    return <TextInput label="State" name="state" autoComplete="address-level1" required {...props} />
  }
  return (
    <SearchSelect
      label="State/Province"
      name="state"
      autoComplete="address-level1"
      placeholder="Search states"
      choices={stateChoices}
      required
      {...props}
    />
  )
}
