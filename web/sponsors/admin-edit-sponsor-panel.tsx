import { Button, Stack, Textarea, TextInput } from '@mantine/core'
import { getEventsWithSlots } from '#contract/events/calls.ts'
import { addSponsor, changeSponsor, deleteSponsor } from '#contract/sponsors/edits.ts'
import { call } from '#web/core/api/call.ts'
import { useData } from '#web/core/api/data.tsx'
import { Conflicts } from '#web/core/ui/conflicts.tsx'
import { FormProblem } from '#web/core/ui/form-problem.tsx'
import type { DialogProps } from '#web/core/ui/later.tsx'
import { PictureField } from '#web/core/ui/picture-field.tsx'
import { useRecordEditor } from '#web/core/ui/record-editor.ts'
import { SidePanel, SidePanelFooter } from '#web/core/ui/side-panel.tsx'
import { toastDone } from '#web/core/ui/toasts.tsx'
import { DeletePart } from '#web/events/delete-part.tsx'
import { showsEvents } from '#web/events/shows-events.ts'
import {
  type EditedSponsor,
  type KeptSponsor,
  keptSponsorName,
  noSponsor,
  sponsorErrors,
  sponsorLabels,
  sponsorValuesOf,
} from './sponsor-values.ts'

interface Props extends DialogProps, EditedSponsor {
  kept?: KeptSponsor
}

/** Everything of a sponsor. */
export default function AdminEditSponsorPanel({ isOpen, onClose, kept, ...edited }: Props) {
  return (
    <SidePanel
      isOpen={isOpen}
      onClose={onClose}
      title={edited.sponsorId === undefined ? 'Add sponsor' : 'Edit sponsor'}
      about={edited.eventName}
    >
      <SponsorForm edited={edited} kept={kept} onClose={onClose} />
    </SidePanel>
  )
}

interface FormProps {
  edited: EditedSponsor
  kept: KeptSponsor | undefined
  onClose: () => void
}

function SponsorForm({ edited, kept, onClose }: FormProps) {
  const { eventId, sponsorId } = edited
  const { data } = useData(getEventsWithSlots, { query: {} })
  const events = data?.years.flatMap((year) => year.events)
  const sponsors = events?.find((event) => event.eventId === eventId)?.sponsors
  const sponsor = sponsors?.find((each) => each.sponsorId === sponsorId)
  const { fields, formProps, hasDraft, isSending, ...editor } = useRecordEditor({
    newest: sponsor && sponsorValuesOf(sponsor),
    empty: noSponsor,
    kept,
    draft: { name: keptSponsorName, about: { edited } },
    labels: sponsorLabels,
    check: sponsorErrors,
    save: (values, version) =>
      sponsorId === undefined
        ? call(addSponsor, { body: { ...values, eventId } })
        : call(changeSponsor, { body: { ...values, sponsorId, version } }),
    reloads: showsEvents,
    onSaved: (values) => {
      toastDone(`${values.companyName} is saved`)
      onClose()
    },
    failed: 'The sponsor could not be saved. Please try again.',
  })
  return (
    <form {...formProps}>
      <Stack gap="md">
        <TextInput label="Company name" required {...fields.getInputProps('companyName')} />
        <PictureField label="Company logo" required {...fields.getInputProps('logo')} />
        <Textarea
          label="Description"
          autosize
          minRows={4}
          maxRows={14}
          {...fields.getInputProps('description')}
        />
        <TextInput
          label="Website"
          placeholder="example.com"
          inputMode="url"
          {...fields.getInputProps('website')}
        />
        <TextInput label="Email" type="email" {...fields.getInputProps('email')} />
      </Stack>
      <SidePanelFooter>
        <FormProblem text={editor.problem} />
        <Conflicts
          of="sponsor"
          conflicts={editor.conflicts}
          isGone={editor.isGone && data !== undefined}
          onChoose={editor.choose}
        />
        {sponsor && (
          <DeletePart
            of="sponsor"
            name={sponsor.companyName}
            onDelete={() =>
              call(deleteSponsor, { body: { sponsorId: sponsor.sponsorId, version: sponsor.version } })
            }
            onDeleted={onClose}
          />
        )}
        <Button
          type="submit"
          loading={isSending}
          disabled={(!editor.isNew && !hasDraft) || editor.conflicts.length > 0 || editor.isGone}
        >
          {sponsorId === undefined ? 'Add sponsor' : 'Save'}
        </Button>
      </SidePanelFooter>
    </form>
  )
}
