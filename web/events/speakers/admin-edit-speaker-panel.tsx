import { NativeSelect, SimpleGrid, TextInput } from '@mantine/core'
import type { Speaker } from '#contract/events/speakers/calls.ts'
import { addSpeaker, changeSpeaker, deleteSpeaker, SpeakerFields } from '#contract/events/speakers/edits.ts'
import { call } from '#web/core/api/call.ts'
import { schemaErrors } from '#web/core/ui/form.ts'
import type { DialogProps } from '#web/core/ui/later.tsx'
import { textRecord } from '#web/core/ui/record-kind.ts'
import { RichTextField } from '#web/core/ui/rich-text-field.tsx'
import { PanelSection } from '#web/core/ui/side-panel.tsx'
import type { EditedPart } from '#web/events/events/event-part-panel.tsx'
import { CompanyFields, companyLabels, EventPartPanel } from '#web/events/events/event-part-panel.tsx'
import { AdminCloneSpeaker, dayChoices, dayOf } from './admin-clone-speaker.tsx'

const labels = {
  ...companyLabels,
  day: 'Day',
  courseTitle: 'Course title',
  courseDetails: 'Course details',
  presenterName: 'Presenter',
  presenterDesignation: 'Designation',
  presenterDetails: 'About the presenter',
  videoLink: 'YouTube video link',
}
type SpeakerValues = Record<keyof typeof labels, string>
const speakerKind = textRecord<keyof SpeakerValues, Speaker>(labels, { day: '1' })

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
      check={(values) => schemaErrors(SpeakerFields, sentFields(values))}
      nameOf={({ courseTitle, companyName }) => courseTitle || companyName}
      save={(values, base) =>
        base
          ? call(changeSpeaker, {
              body: { ...sentFields(values), speakerId: base.speakerId, version: base.version },
            })
          : call(addSpeaker, { body: { ...sentFields(values), eventId } })
      }
      remove={({ speakerId, version }) => call(deleteSpeaker, { body: { speakerId, version } })}
    >
      {({ fields, part, events, hasChanges }) => (
        <>
          <PanelSection title="Course">
            <NativeSelect label={labels.day} data={dayChoices} {...fields.getInputProps('day')} />
            <TextInput label={labels.courseTitle} {...fields.getInputProps('courseTitle')} />
            <RichTextField label={labels.courseDetails} {...fields.getInputProps('courseDetails')} />
            <TextInput
              label={labels.videoLink}
              placeholder="https://"
              inputMode="url"
              {...fields.getInputProps('videoLink')}
            />
          </PanelSection>
          <PanelSection title="Presenter">
            <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
              <TextInput label={labels.presenterName} {...fields.getInputProps('presenterName')} />
              <TextInput
                label={labels.presenterDesignation}
                {...fields.getInputProps('presenterDesignation')}
              />
            </SimpleGrid>
            <RichTextField label={labels.presenterDetails} {...fields.getInputProps('presenterDetails')} />
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

function sentFields(values: SpeakerValues) {
  return { ...values, day: dayOf(values.day) }
}
