import { NativeSelect, Switch, Textarea, TextInput } from '@mantine/core'
import { defaultFacts } from '#contract/events/events/facts.ts'
import type { Sponsor } from '#contract/events/sponsors/calls.ts'
import type { Fields } from '#web/core/ui/fields.ts'
import type { FieldErrors } from '#web/core/ui/form.ts'
import { PictureField } from '#web/core/ui/picture-field.tsx'
import { useSettled } from '#web/core/ui/settled.ts'
import { PanelSection } from '#web/core/ui/side-panel.tsx'
import type { EventValues } from './event-values.ts'
import { willBeInPerson } from './event-values.ts'

interface Props {
  fields: Fields<EventValues>
  problems: FieldErrors
  /** The candidates for the featured sponsor. */
  sponsors: Sponsor[]
  onChange: (changed: (values: EventValues) => EventValues) => void
}

/** The fields of an event that people see, besides its name and slots. */
export function AdminEventShownFields({ fields, problems, sponsors, onChange }: Props) {
  const { values } = fields
  const isSettled = useSettled()
  const isInPerson = willBeInPerson(values)
  const isTypeInPerson = willBeInPerson({ ...values, isInPerson: null })
  const usual = defaultFacts(isInPerson).join('\n')
  if (!isSettled) return null
  return (
    <PanelSection title="Shown to people">
      <PictureField
        label="Logo"
        description="Shown on the card of the event."
        {...fields.getInputProps('logo')}
      />
      {sponsors.length > 0 && (
        <NativeSelect
          label="Featured sponsor"
          description="Shown first."
          value={values.featuredSponsorId ?? ''}
          data={[
            { value: '', label: 'None' },
            ...sponsors.map(({ sponsorId, companyName }) => ({
              value: String(sponsorId),
              label: companyName,
            })),
          ]}
          onChange={({ currentTarget: { value } }) =>
            onChange((before) => ({ ...before, featuredSponsorId: value === '' ? null : Number(value) }))
          }
        />
      )}
      <TextInput
        label="Video link"
        description="Link to the recording."
        placeholder="https://"
        inputMode="url"
        {...fields.getInputProps('videoLink')}
        error={problems.videoLink}
      />
      <Switch
        label="Held in person"
        description="People come to a venue. Otherwise, they join online."
        checked={isInPerson}
        onChange={({ currentTarget: { checked } }) =>
          onChange((before) => ({ ...before, isInPerson: checked === isTypeInPerson ? null : checked }))
        }
      />
      {isInPerson && (
        <TextInput
          label="Venue"
          description="Shown on the card, in emails and in calendars."
          {...fields.getInputProps('venue')}
        />
      )}
      <Textarea
        label="Facts"
        description="One per line, shown in the details and in emails. The hours come from the time slots."
        autosize
        minRows={3}
        value={values.facts ?? usual}
        error={problems.facts}
        onChange={({ currentTarget: { value } }) =>
          onChange((before) => ({ ...before, facts: value === usual ? null : value }))
        }
      />
    </PanelSection>
  )
}
