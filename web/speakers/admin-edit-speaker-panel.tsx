import { NativeSelect, TextInput } from '@mantine/core'
import { addSpeaker, changeSpeaker, deleteSpeaker } from '#contract/speakers/edits.ts'
import { call } from '#web/core/api/call.ts'
import type { DialogProps } from '#web/core/ui/later.tsx'
import { RichTextField } from '#web/core/ui/rich-text-field.tsx'
import { PanelSection } from '#web/core/ui/side-panel.tsx'
import { CompanyFields, type EditedPart, EventPartPanel } from '#web/events/event-part-panel.tsx'
import { AdminCloneSpeaker } from './admin-clone-speaker.tsx'
import { dayChoices, speakerErrors, speakerKind, speakerOf } from './speaker-values.ts'

/** Edits a course of an event, its presenter and their company. */
export default function AdminEditSpeakerPanel(props: EditedPart & DialogProps) {
  const { eventId } = props
  return (
    <EventPartPanel
      {...props}
      of="speaker"
      size={760}
      kind={speakerKind}
      find={({ speakers }, partId) => speakers.find(({ speakerId }) => speakerId === partId)}
      check={speakerErrors}
      nameOf={({ courseTitle, companyName }) => courseTitle || companyName}
      save={(values, base) =>
        base
          ? call(changeSpeaker, {
              body: { ...speakerOf(values), speakerId: base.speakerId, version: base.version },
            })
          : call(addSpeaker, { body: { ...speakerOf(values), eventId } })
      }
      remove={({ speakerId, version }) => call(deleteSpeaker, { body: { speakerId, version } })}
    >
      {({ fields, part, events, hasChanges }) => (
        <>
          <PanelSection title="Course">
            <NativeSelect label="Day" data={dayChoices} {...fields.getInputProps('day')} />
            <TextInput label="Course title" {...fields.getInputProps('courseTitle')} />
            <RichTextField label="Course details" {...fields.getInputProps('courseDetails')} />
            <TextInput
              label="YouTube video link"
              placeholder="https://"
              inputMode="url"
              {...fields.getInputProps('videoLink')}
            />
          </PanelSection>
          <PanelSection title="Presenter">
            <TextInput label="Presenter" {...fields.getInputProps('presenterName')} />
            <TextInput label="Designation" {...fields.getInputProps('presenterDesignation')} />
            <RichTextField label="About the presenter" {...fields.getInputProps('presenterDetails')} />
          </PanelSection>
          <PanelSection title="Company">
            <CompanyFields fields={fields} />
          </PanelSection>
          {part && <AdminCloneSpeaker speaker={part} events={events} hasChanges={hasChanges} />}
        </>
      )}
    </EventPartPanel>
  )
}
