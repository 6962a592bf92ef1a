import { TextInput } from '@mantine/core'
import { useEffect } from 'react'
import { unitedStates } from '#contract/core/countries.ts'
import type { Fields } from '#web/core/ui/fields.ts'
import { PhoneField } from './phone-field.tsx'
import { CountryField, StateField } from './place-fields.tsx'
import styles from './profile-fields.module.css'
import type { ProfileValues } from './profile-values.ts'
import { expectProfile, withCountry, withDialCode } from './profile-values.ts'

export function ProfileFields({ fields }: { fields: Fields<ProfileValues> }) {
  const { country } = fields.values
  const isUnitedStates = country === unitedStates
  useEffect(expectProfile, [])

  const text = (
    name: 'firstName' | 'lastName' | 'zip' | 'companyName',
    label: string,
    autoComplete: string,
    inputMode: 'text' | 'numeric' = 'text',
  ) => (
    <TextInput
      required
      name={name}
      label={label}
      autoComplete={autoComplete}
      inputMode={inputMode}
      {...fields.getInputProps(name)}
    />
  )

  return (
    <div className={styles.grid}>
      {text('firstName', 'First name', 'given-name')}
      {text('lastName', 'Last name', 'family-name')}
      <CountryField
        {...fields.getInputProps('country')}
        onChange={(next: string) => {
          fields.setValues(withCountry(fields.getValues(), next))
          fields.clearFieldError('country')
        }}
      />
      <StateField isUnitedStates={isUnitedStates} {...fields.getInputProps('state')} />
      {text('zip', 'ZIP/Postal code', 'postal-code', isUnitedStates ? 'numeric' : 'text')}
      {text('companyName', 'Company name', 'organization')}
      <PhoneField
        values={fields.values}
        inputProps={fields.getInputProps('phone')}
        onDialCode={(next) => fields.setValues(withDialCode(fields.getValues(), next))}
      />
    </div>
  )
}
