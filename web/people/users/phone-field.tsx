import { Input, TextInput } from '@mantine/core'
import { useId } from 'react'
import type { Country } from '#contract/core/countries.ts'
import { countries } from '#contract/core/countries.ts'
import { longestPhone } from '#contract/core/phones.ts'
import type { InputProps } from '#web/core/ui/fields.ts'
import { SearchSelect } from '#web/core/ui/search-select.tsx'
import { findCountryOfDialCode } from './dial-codes.ts'
import { typedPhone } from './phone-values.ts'
import styles from './profile-fields.module.css'
import type { ProfileValues } from './profile-values.ts'
import { countryOfDialCode } from './profile-values.ts'

const choices = [...countries.filter(isMain), ...countries.filter((country) => !isMain(country))].map(
  ({ name, dialCode, code }) => ({
    value: name,
    label: dialCode,
    text: `${dialCode}  ${name}`,
    keywords: code,
  }),
)

interface Props {
  values: ProfileValues
  inputProps: InputProps<string>
  onDialCode: (country: string) => void
}

/** A dial code and the number after it. Both are optional. */
export function PhoneField({ values, inputProps, onDialCode }: Props) {
  const id = useId()
  const { error, onChange, ...props } = inputProps
  return (
    <Input.Wrapper label="Phone" id={id} error={error} errorProps={{ id: `${id}-error`, mt: 5 }}>
      <div className={styles.phone}>
        <SearchSelect
          aria-label="Country code"
          name="dialCode"
          autoComplete="tel-country-code"
          choices={choices}
          value={countryOfDialCode(values)}
          onChange={onDialCode}
        />
        <TextInput
          id={id}
          name="phone"
          type="tel"
          autoComplete="tel-national"
          inputMode="tel"
          placeholder="123 456 789"
          classNames={{ input: 'figures' }}
          maxLength={longestPhone}
          error={Boolean(error)}
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={(event) => onChange(typedPhone(event.currentTarget.value))}
          {...props}
        />
      </div>
    </Input.Wrapper>
  )
}

// The main country of a shared dial code comes first.
function isMain(country: Country) {
  return findCountryOfDialCode(country.dialCode) === country
}
