import { Button, NativeSelect, Stack, TextInput, Title } from '@mantine/core'
import { getEventsWithSlots } from '#contract/events/calls.ts'
import { addSpeaker, changeSpeaker, deleteSpeaker } from '#contract/speakers/edits.ts'
import { call } from '#web/core/api/call.ts'
import { useData } from '#web/core/api/data.tsx'
import { Conflicts } from '#web/core/ui/conflicts.tsx'
import { FormProblem } from '#web/core/ui/form-problem.tsx'
import type { DialogProps } from '#web/core/ui/later.tsx'
import { PictureField } from '#web/core/ui/picture-field.tsx'
import { useRecordEditor } from '#web/core/ui/record-editor.ts'
import { RichTextField } from '#web/core/ui/rich-text-field.tsx'
import { SidePanel, SidePanelFooter } from '#web/core/ui/side-panel.tsx'
import { toastDone } from '#web/core/ui/toasts.tsx'
import { DeletePart } from '#web/events/delete-part.tsx'
import { showsEvents } from '#web/events/shows-events.ts'
import { AdminCloneSpeaker } from './admin-clone-speaker.tsx'
import {
  type EditedSpeaker,
  type KeptSpeaker,
  keptSpeakerName,
  noSpeaker,
  speakerErrors,
  speakerLabels,
  speakerOf,
  speakerValuesOf,
} from './speaker-values.ts'

interface Props extends DialogProps, EditedSpeaker {
  kept?: KeptSpeaker
}

/** Everything of a course, its presenter and their company. */
export default function AdminEditSpeakerPanel({ isOpen, onClose, kept, ...edited }: Props) {
  return (
    <SidePanel
      isOpen={isOpen}
      onClose={onClose}
      size={760}
      title={edited.speakerId === undefined ? 'Add speaker' : 'Edit speaker'}
      about={edited.eventName}
    >
      <SpeakerForm edited={edited} kept={kept} onClose={onClose} />
    </SidePanel>
  )
}

interface FormProps {
  edited: EditedSpeaker
  kept: KeptSpeaker | undefined
  onClose: () => void
}

function SpeakerForm({ edited, kept, onClose }: FormProps) {
  const { eventId, speakerId } = edited
  const { data } = useData(getEventsWithSlots, { query: {} })
  const events = data?.years.flatMap((year) => year.events) ?? []
  const speakers = events.find((event) => event.eventId === eventId)?.speakers
  const speaker = speakers?.find((each) => each.speakerId === speakerId)
  const { fields, formProps, hasDraft, isSending, ...editor } = useRecordEditor({
    newest: speaker && speakerValuesOf(speaker),
    empty: noSpeaker,
    kept,
    draft: { name: keptSpeakerName, about: { edited } },
    labels: speakerLabels,
    check: speakerErrors,
    save: (values, version) =>
      speakerId === undefined
        ? call(addSpeaker, { body: { ...speakerOf(values), eventId } })
        : call(changeSpeaker, { body: { ...speakerOf(values), speakerId, version } }),
    reloads: showsEvents,
    onSaved: (values) => {
      toastDone(`${values.courseTitle || values.companyName} is saved`)
      onClose()
    },
    failed: 'The speaker could not be saved. Please try again.',
  })
  const { values, setFieldValue, errors } = fields
  return (
    <form {...formProps}>
      <Stack gap="xl">
        <Stack gap="md" component="section" aria-labelledby="speaker-course">
          <Title order={3} id="speaker-course">
            Course
          </Title>
          <NativeSelect
            label="Day"
            data={[
              { value: '1', label: 'Day 1' },
              { value: '2', label: 'Day 2' },
            ]}
            {...fields.getInputProps('day')}
          />
          <TextInput label="Course title" {...fields.getInputProps('courseTitle')} />
          <RichTextField
            label="Course details"
            value={values.courseDetails}
            error={errors.courseDetails}
            onChange={(html) => setFieldValue('courseDetails', html)}
          />
          <TextInput
            label="YouTube video link"
            placeholder="https://"
            inputMode="url"
            {...fields.getInputProps('videoLink')}
          />
        </Stack>
        <Stack gap="md" component="section" aria-labelledby="speaker-presenter">
          <Title order={3} id="speaker-presenter">
            Presenter
          </Title>
          <TextInput label="Presenter" {...fields.getInputProps('presenterName')} />
          <TextInput label="Designation" {...fields.getInputProps('presenterDesignation')} />
          <RichTextField
            label="About the presenter"
            value={values.presenterDetails}
            error={errors.presenterDetails}
            onChange={(html) => setFieldValue('presenterDetails', html)}
          />
        </Stack>
        <Stack gap="md" component="section" aria-labelledby="speaker-company">
          <Title order={3} id="speaker-company">
            Company
          </Title>
          <TextInput label="Company name" required {...fields.getInputProps('companyName')} />
          <PictureField label="Company logo" required {...fields.getInputProps('logo')} />
          <TextInput
            label="Website"
            placeholder="example.com"
            inputMode="url"
            {...fields.getInputProps('website')}
          />
          <TextInput label="Email" type="email" {...fields.getInputProps('email')} />
        </Stack>
        {speaker && <AdminCloneSpeaker speaker={speaker} events={events} hasDraft={hasDraft} />}
      </Stack>
      <SidePanelFooter>
        <FormProblem text={editor.problem} />
        <Conflicts
          of="speaker"
          conflicts={editor.conflicts}
          isGone={editor.isGone && data !== undefined}
          onChoose={editor.choose}
        />
        {speaker && (
          <DeletePart
            of="speaker"
            name={speaker.courseTitle || speaker.companyName}
            onDelete={() =>
              call(deleteSpeaker, { body: { speakerId: speaker.speakerId, version: speaker.version } })
            }
            onDeleted={onClose}
          />
        )}
        <Button
          type="submit"
          loading={isSending}
          disabled={(!editor.isNew && !hasDraft) || editor.conflicts.length > 0 || editor.isGone}
        >
          {speakerId === undefined ? 'Add speaker' : 'Save'}
        </Button>
      </SidePanelFooter>
    </form>
  )
}
