import { Alert, Button, Group, Input, List, Stack, Switch, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { Eye, Plus } from 'lucide-react'
import { useCallback, useRef, useState } from 'react'
import { paths } from '#contract/core/paths.ts'
import { seasonOfDay, seasonYears } from '#contract/core/season.ts'
import type { AdminEvent } from '#contract/events/events/calls.ts'
import type { CheckedEvent } from '#contract/events/events/checklist.ts'
import { eventChecklist } from '#contract/events/events/checklist.ts'
import { deleteEvent } from '#contract/events/events/edits.ts'
import { saveEventPlan } from '#contract/events/events/plans.ts'
import { registeredRefusal } from '#contract/events/slots/rules.ts'
import { getDashboard } from '#contract/office/dashboard/calls.ts'
import { getSlotProgress } from '#contract/office/dashboard/slot-progress.ts'
import { getAllRegisteredUsers } from '#contract/registrations/registration-lists/calls.ts'
import { call } from '#web/core/api/call.ts'
import { currentSeason } from '#web/core/season.ts'
import { counted } from '#web/core/texts/counts.ts'
import { confirm } from '#web/core/ui/dialogs.tsx'
import { Hint } from '#web/core/ui/hint.tsx'
import { useRecordEditor } from '#web/core/ui/record-editor.ts'
import { SaveButton, SaveProblems } from '#web/core/ui/save-record.tsx'
import { useSettled } from '#web/core/ui/settled.ts'
import { PanelSection, SidePanelFooter } from '#web/core/ui/side-panel.tsx'
import { SmallButton } from '#web/core/ui/small-button.tsx'
import { toastDone } from '#web/core/ui/toasts.tsx'
import { AdminSharedSlotFields } from '#web/events/slots/admin-shared-slot-fields.tsx'
import { AdminSlotRows } from '#web/events/slots/admin-slot-rows.tsx'
import { keptSlots, withNewSlot } from '#web/events/slots/slot-values.ts'
import { eventPreview } from './admin-event-preview.tsx'
import { AdminEventShownFields } from './admin-event-shown-fields.tsx'
import { DeleteRecord } from './delete-record.tsx'
import { EventChecklist } from './event-checklist.tsx'
import { consequencesOf } from './event-consequences.ts'
import { eventKind } from './event-merge.ts'
import { checkedValues, previewedValues } from './event-preview.ts'
import { eventSeasonNote, slotSeasonNotes } from './event-seasons.ts'
import type { EventValues, SavedEvent } from './event-values.ts'
import { countChanges, planOf, problemsOf, willBeInPerson } from './event-values.ts'
import { showsEvents } from './shows-events.ts'

interface Props {
  isNew: boolean
  newest: AdminEvent | undefined
  onClose: () => void
}

/** An event's form with its slots. The footer says what saving means. */
export function AdminEventForm({ isNew, newest, onClose }: Props) {
  const [hasTried, setTried] = useState(false)
  const isPublishing = useRef(false)
  const isUnpublished = isNew || newest?.isDraft === true
  const editor = useRecordEditor({
    kind: eventKind,
    isNew,
    newest,
    check: (typed) => {
      setTried(true)
      return problemsOf(typed)
    },
    checksOnlyOnSubmit: true,
    save: (typed, base) => {
      const isEnabled = isUnpublished ? isPublishing.current : typed.isEnabled
      return call(saveEventPlan, { body: planOf({ ...typed, isEnabled }, base) })
    },
    // Lists of registrations show the times of slots.
    reloads: [...showsEvents, getAllRegisteredUsers, getDashboard, getSlotProgress],
    onSaved: () => {
      toastDone(isPublishing.current ? 'Event published' : 'Event saved')
      onClose()
    },
    failed: "Couldn't save the event. Try again.",
  })
  const { fields, formProps, base: saved, hasChanges } = editor
  const { values, getValues, setValues } = fields
  const change = useCallback(
    (changed: (values: EventValues) => EventValues) => setValues(changed(getValues())),
    [getValues, setValues],
  )
  // Problems appear after the first try to save.
  const problems = hasTried ? problemsOf(values) : {}
  const isSettled = useSettled()

  async function publish() {
    const isValid = Object.keys(problemsOf(values)).length === 0
    if (isValid && !(await confirmPublishing(checkedValues(values, newest)))) return
    isPublishing.current = true
    // Shows the problems, or saves.
    formProps.ref.current?.requestSubmit()
  }

  return (
    <form {...formProps}>
      <Stack gap="xl">
        {newest && <EventChecklist event={newest} />}
        <PanelSection title="Event">
          <TextInput
            label="Event name"
            required
            {...fields.getInputProps('eventName')}
            error={problems.eventName}
          />
          {isUnpublished ? (
            <Hint>
              {isNew ? 'Only administrators see a draft.' : 'This event is unpublished.'} People see the event
              and can register once you publish it.
            </Hint>
          ) : (
            <Switch
              label="Open for registration"
              description="People can register and cancel while this is on."
              {...fields.getCheckboxProps('isEnabled')}
            />
          )}
        </PanelSection>
        {isSettled && (
          <>
            <AdminSharedSlotFields values={values} problems={problems} onChange={change} />
            <PanelSection title="Time slots">
              <AdminSlotRows
                slots={values.slots}
                saved={saved?.slots}
                isInPerson={values.isInPerson}
                hasWebinars={!willBeInPerson(values) && canHaveWebinars(saved)}
                problems={problems}
                notes={slotSeasonNotes(values)}
                onChange={change}
              />
              <Group gap="sm">
                <SmallButton icon={Plus} onClick={() => change(withNewSlot)}>
                  Add slot
                </SmallButton>
                {problems.slots && <Input.Error role="alert">{problems.slots}</Input.Error>}
              </Group>
            </PanelSection>
            <AdminEventShownFields
              fields={fields}
              problems={problems}
              sponsors={newest?.sponsors ?? []}
              onChange={change}
            />
          </>
        )}
      </Stack>
      <SidePanelFooter>
        <SeasonNote text={eventSeasonNote(values, saved, currentSeason())} />
        <Consequences sentences={consequencesOf(values, saved)} />
        <SaveProblems editor={editor} of="event" />
        {saved && <DeleteEvent event={saved} onDeleted={onClose} />}
        <Button
          variant="default"
          leftSection={<Eye size={15} />}
          onClick={() => eventPreview.show({ event: previewedValues(values, newest) })}
        >
          Preview
        </Button>
        <Hint role="status" ml="auto">
          {hasChanges
            ? summaryOf(countChanges(values, saved), keptSlots(values).length)
            : saved && 'No changes yet'}
        </Hint>
        <SaveButton
          editor={editor}
          of="event"
          onCancel={onClose}
          variant={isUnpublished ? 'default' : 'filled'}
          onClick={() => {
            isPublishing.current = false
          }}
        >
          {isNew ? 'Save as draft' : 'Save'}
        </SaveButton>
        {isUnpublished && (
          <Button disabled={editor.isBlocked} loading={editor.isSending} onClick={() => void publish()}>
            Publish
          </Button>
        )}
      </SidePanelFooter>
    </form>
  )
}

/** Deletes an event without registrations. Its own page is gone then, so the list follows. */
function DeleteEvent({ event, onDeleted }: { event: SavedEvent; onDeleted: () => void }) {
  const { eventId, eventName, version, slots } = event
  const navigate = useNavigate()
  const registrations = slots.reduce((sum, slot) => sum + slot.registrations, 0)
  return (
    <DeleteRecord
      of="event"
      name={`'${eventName}'`}
      question={{
        title: 'Are you sure you want to delete this event?',
        message: `This also deletes the time slots, speakers and sponsors of '${eventName}'.`,
      }}
      refusal={registrations > 0 ? registeredRefusal(registrations, 'event') : undefined}
      onDelete={() => call(deleteEvent, { body: { eventId, version } })}
      onDeleted={() => {
        onDeleted()
        void navigate({ to: paths.manageEvents(), replace: true })
      }}
    />
  )
}

/** Returns true if a slot is recent enough for a webinar. */
function canHaveWebinars(saved: SavedEvent | undefined) {
  const { slotEditorFrom } = seasonYears(currentSeason())
  return saved?.slots.some(({ startOn }) => seasonOfDay(startOn) >= slotEditorFrom) === true
}

/** A note in a line of its own in the footer. */
const note = {
  color: 'yellow',
  p: 'xs',
  role: 'status',
  flex: '1 1 100%',
  mah: '30vh',
  style: { overflowY: 'auto' },
} as const

function SeasonNote({ text }: { text: string | undefined }) {
  return text && <Alert {...note}>{text} All lists and charts show it there.</Alert>
}

function Consequences({ sentences }: { sentences: string[] }) {
  if (sentences.length === 0) return null
  return (
    <Alert {...note} title="What registrants will see">
      <List size="sm">
        {sentences.map((sentence) => (
          <List.Item key={sentence}>{sentence}</List.Item>
        ))}
      </List>
    </Alert>
  )
}

/** Returns '3 unsaved changes, 2 time slots'. */
function summaryOf(changes: number, slots: number) {
  return `${counted(changes, 'unsaved change')}, ${counted(slots, 'time slot')}`
}

/** Shows the checklist of an event and asks whether to publish it. */
function confirmPublishing(event: CheckedEvent) {
  const isComplete = eventChecklist(event, new Date()).every(({ isDone }) => isDone)
  return confirm({
    title: 'Publish this event?',
    message: isComplete
      ? 'People can see it and register right away.'
      : 'People can see it and register right away. You can add what is missing later.',
    details: <EventChecklist event={event} />,
    confirmLabel: isComplete ? 'Publish' : 'Publish anyway',
    cancelLabel: 'Keep editing',
  })
}
