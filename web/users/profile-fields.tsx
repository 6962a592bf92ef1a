import { TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { unitedStates } from '#contract/core/countries.ts'
import { PhoneField } from './phone-field.tsx'
import { CountryField, StateField } from './place-fields.tsx'
import styles from './profile-fields.module.css'
import { type ProfileValues, withCountry, withDialCode } from './profile-values.ts'

export function ProfileFields<Values extends ProfileValues>({
  fields,
}: {
  fields: UseFormReturnType<Values>
}) {
  // A form with more fields has those of a profile, too.
  const form = fields as unknown as UseFormReturnType<ProfileValues>
  const { country } = form.values
  const isUnitedStates = country === unitedStates

  return (
    <div className={styles.grid}>
      <TextInput
        label="First name"
        name="firstName"
        autoComplete="given-name"
        required
        {...form.getInputProps('firstName')}
      />
      <TextInput
        label="Last name"
        name="lastName"
        autoComplete="family-name"
        required
        {...form.getInputProps('lastName')}
      />
      <CountryField
        {...form.getInputProps('country')}
        onChange={(next) => {
          form.setValues(withCountry(form.getValues(), next))
          form.clearFieldError('country')
        }}
      />
      <StateField isUnitedStates={isUnitedStates} {...form.getInputProps('state')} />
      <TextInput
        label="ZIP/Postal code"
        name="zip"
        autoComplete="postal-code"
        inputMode={isUnitedStates ? 'numeric' : 'text'}
        required
        {...form.getInputProps('zip')}
      />
      <TextInput
        label="Company name"
        name="companyName"
        autoComplete="organization"
        required
        {...form.getInputProps('companyName')}
      />
      <PhoneField
        values={form.values}
        inputProps={form.getInputProps('phone')}
        onDialCode={(next) => form.setValues(withDialCode(form.getValues(), next))}
      />
    </div>
  )
}
