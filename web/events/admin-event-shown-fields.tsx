import { NativeSelect, Switch, Textarea, TextInput } from '@mantine/core'
import { defaultFacts } from '#contract/events/facts.ts'
import type { Sponsor } from '#contract/sponsors/calls.ts'
import { PictureField } from '#web/core/ui/picture-field.tsx'
import { useSettled } from '#web/core/ui/settled.ts'
import { PanelSection } from '#web/core/ui/side-panel.tsx'
import { willBeInPerson } from './event-values.ts'
import type { useEventEditor } from './use-event-editor.ts'

interface Props {
  editor: ReturnType<typeof useEventEditor>
  /** Of whom one can be featured. */
  sponsors: Sponsor[]
}

/** What people see of an event besides its name and its slots. */
export function AdminEventShownFields({ editor, sponsors }: Props) {
  const { fields, values, problems, change } = editor
  const isSettled = useSettled()
  const isInPerson = willBeInPerson(values)
  const isTypeInPerson = willBeInPerson({ ...values, isInPerson: null })
  const usual = defaultFacts(isInPerson).join('\n')
  if (!isSettled) return null
  return (
    <PanelSection title="Shown with it">
      <PictureField
        label="Logo"
        description="Shown on the card of the event."
        {...fields.getInputProps('logo')}
      />
      {sponsors.length > 0 && (
        <NativeSelect
          label="Featured sponsor"
          description="Stands first on the card."
          value={values.featuredSponsorId ?? ''}
          onChange={({ currentTarget: { value } }) =>
            change((before) => ({ ...before, featuredSponsorId: value === '' ? null : Number(value) }))
          }
        >
          <option value="">None</option>
          {sponsors.map(({ sponsorId, companyName }) => (
            <option key={sponsorId} value={sponsorId}>
              {companyName}
            </option>
          ))}
        </NativeSelect>
      )}
      <TextInput
        label="Video link"
        description="The recording, once there is one."
        placeholder="https://"
        inputMode="url"
        {...fields.getInputProps('videoLink')}
        error={problems.videoLink}
      />
      <Switch
        label="Held in person"
        description="People come to a venue. An event that is not held in person is joined online."
        checked={isInPerson}
        onChange={({ currentTarget: { checked } }) =>
          change((before) => ({ ...before, isInPerson: checked === isTypeInPerson ? null : checked }))
        }
      />
      {isInPerson && (
        <TextInput
          label="Venue"
          description="Where it takes place: shown on the card, in emails and calendars."
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
          change((before) => ({ ...before, facts: value === usual ? null : value }))
        }
      />
    </PanelSection>
  )
}
