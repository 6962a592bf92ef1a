import { CloseButton, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { longest } from '#contract/core/fields.ts'
import type { MembershipValues } from './membership-values.ts'
import { numberFields, skipFields } from './membership-values.ts'
import type { Association } from './memberships.ts'
import { associations } from './memberships.ts'
import styles from './profile-fields.module.css'

const names: Record<Association, string> = {
  AOPA: 'Aircraft Owners and Pilots Association',
  NBAA: 'National Business Aviation Association',
  VAI: 'Vertical Aviation International',
}

/** The three optional membership numbers. Typing one clears its skip; the clear button clears both. */
export function MembershipFields<Values extends MembershipValues>({
  fields,
}: {
  fields: UseFormReturnType<Values>
}) {
  const form = fields as unknown as UseFormReturnType<MembershipValues>
  return (
    <div className={styles.grid}>
      {associations.map((association) => {
        const number = numberFields[association]
        const skip = skipFields[association]
        const { onChange, ...props } = form.getInputProps(number)
        return (
          <TextInput
            key={association}
            label={`${association} number`}
            description={names[association]}
            name={number}
            placeholder={form.values[skip] ? 'Not a member / prefer not to provide' : 'Optional'}
            autoComplete="off"
            maxLength={longest.membership}
            onChange={(event) => {
              onChange(event)
              form.setFieldValue(skip, false)
            }}
            rightSection={
              (form.values[number] !== '' || form.values[skip]) && (
                <CloseButton
                  size="sm"
                  aria-label={`Clear the ${association} number`}
                  onClick={() => {
                    form.setFieldValue(number, '')
                    form.setFieldValue(skip, false)
                  }}
                />
              )
            }
            {...props}
          />
        )
      })}
    </div>
  )
}
