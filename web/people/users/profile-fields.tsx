import { TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useEffect } from 'react'
import { unitedStates } from '#contract/core/countries.ts'
import { PhoneField } from './phone-field.tsx'
import { CountryField, StateField } from './place-fields.tsx'
import styles from './profile-fields.module.css'
import type { ProfileValues } from './profile-values.ts'
import { expectProfile, withCountry, withDialCode } from './profile-values.ts'

export function ProfileFields<Values extends ProfileValues>({
  fields,
}: {
  fields: UseFormReturnType<Values>
}) {
  // A form with more fields has a profile's, too.
  const form = fields as unknown as UseFormReturnType<ProfileValues>
  const { country } = form.values
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
      {...form.getInputProps(name)}
    />
  )

  return (
    <div className={styles.grid}>
      {text('firstName', 'First name', 'given-name')}
      {text('lastName', 'Last name', 'family-name')}
      <CountryField
        {...form.getInputProps('country')}
        onChange={(next: string) => {
          form.setValues(withCountry(form.getValues(), next))
          form.clearFieldError('country')
        }}
      />
      <StateField isUnitedStates={isUnitedStates} {...form.getInputProps('state')} />
      {text('zip', 'ZIP/Postal code', 'postal-code', isUnitedStates ? 'numeric' : 'text')}
      {text('companyName', 'Company name', 'organization')}
      <PhoneField
        values={form.values}
        inputProps={form.getInputProps('phone')}
        onDialCode={(next) => form.setValues(withDialCode(form.getValues(), next))}
      />
    </div>
  )
}
