import { NativeSelect, TextInput } from '@mantine/core'
import { inPersonFocusId } from '#contract/events.ts'
import type { Sponsor } from '#contract/sponsors.ts'
import { PictureField } from '#web/platform/ui/picture-field.tsx'
import { useSettled } from '#web/platform/ui/settled.ts'
import styles from './admin-event-form.module.css'
import type { useEventEditor } from './use-event-editor.ts'

interface Props {
  editor: ReturnType<typeof useEventEditor>
  /** Of whom one can be featured. */
  sponsors: Sponsor[]
}

/** What people see of an event besides its name and its slots. */
export function AdminEventShownFields({ editor, sponsors }: Props) {
  const { fields, draft, problems, change } = editor
  const isSettled = useSettled()
  const isInPerson = draft.slots.some(({ focusId }) => focusId === inPersonFocusId)
  if (!isSettled) return null
  return (
    <section aria-labelledby="edit-shown" className={styles.fields}>
      <h3 id="edit-shown" className={styles.heading}>
        Shown with it
      </h3>
      <div className={styles.wide}>
        <PictureField
          label="Logo"
          value={draft.logo}
          onChange={(logo) => change((before) => ({ ...before, logo }))}
          description="Shown on the card of the event."
        />
      </div>
      {sponsors.length > 0 && (
        <NativeSelect
          label="Featured sponsor"
          description="Stands first on the card."
          className={styles.wide ?? ''}
          value={draft.featuredSponsorId ?? ''}
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
        {...(!isInPerson && { className: styles.wide ?? '' })}
        {...fields.getInputProps('videoLink')}
        error={problems.videoLink}
      />
      {isInPerson && (
        <TextInput
          label="Venue"
          description="Where it takes place: shown on the card, in emails and calendars."
          {...fields.getInputProps('venue')}
        />
      )}
    </section>
  )
}
