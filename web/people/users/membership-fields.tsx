import { CloseButton, TextInput } from '@mantine/core'
import { longest } from '#contract/core/fields.ts'
import type { Fields } from '#web/core/ui/fields.ts'
import { membershipPreview } from './dialog-sections.ts'
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
export function MembershipFields({ fields }: { fields: Fields<MembershipValues> }) {
  return (
    <div className={styles.grid}>
      {associations.map((association) => {
        const number = numberFields[association]
        const skip = skipFields[association]
        const { onChange, ...props } = fields.getInputProps(number)
        return (
          <TextInput
            key={association}
            label={`${association} number`}
            description={names[association]}
            name={number}
            placeholder={fields.values[skip] ? membershipPreview(association, { number: '' }) : 'Optional'}
            autoComplete="off"
            maxLength={longest.membership}
            onChange={(event) => {
              onChange(event)
              fields.setFieldValue(skip, false)
            }}
            rightSection={
              (fields.values[number] !== '' || fields.values[skip]) && (
                <CloseButton
                  size="sm"
                  aria-label={`Clear the ${association} number`}
                  onClick={() => {
                    fields.setFieldValue(number, '')
                    fields.setFieldValue(skip, false)
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
