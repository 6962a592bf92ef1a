import { Button, Stack, Switch, Text, TextInput } from '@mantine/core'
import { Eye, Plus } from 'lucide-react'
import { seasonOfDay, seasonYears } from '#contract/core/season.ts'
import type { AdminEvent } from '#contract/events/calls.ts'
import { currentSeason } from '#web/core/season.ts'
import { Conflicts } from '#web/core/ui/conflicts.tsx'
import { FormProblem } from '#web/core/ui/form-problem.tsx'
import { useSettled } from '#web/core/ui/settled.ts'
import { SidePanelFooter } from '#web/core/ui/side-panel.tsx'
import { StepProgress } from '#web/core/ui/step-progress.tsx'
import { toastDone } from '#web/core/ui/toasts.tsx'
import { AdminDeleteEvent } from './admin-delete-event.tsx'
import styles from './admin-event-form.module.css'
import { showEventPreview } from './admin-event-preview.tsx'
import { AdminEventShownFields } from './admin-event-shown-fields.tsx'
import { AdminSharedSlotFields } from './admin-shared-slot-fields.tsx'
import { AdminSlotRows } from './admin-slot-rows.tsx'
import { EventChecklist } from './event-checklist.tsx'
import { consequencesOf } from './event-consequences.ts'
import { isDraftInPerson, type SavedEvent, standingSlots, withNewSlot } from './event-draft.ts'
import { previewedDraft } from './event-preview.ts'
import { eventSeasonNote, slotSeasonNotes } from './event-seasons.ts'
import type { KeptEvent } from './kept-event.ts'
import { useEventEditor } from './use-event-editor.ts'

interface Props {
  newest: AdminEvent | undefined
  events: AdminEvent[]
  kept: KeptEvent | undefined
  onClose: () => void
}

/** The fields of an event, of all its slots, and of each; at the foot what saving them means. */
export function AdminEventForm({ newest, events, kept, onClose }: Props) {
  const editor = useEventEditor({
    events,
    newest,
    kept,
    onSaved: () => {
      toastDone('The event is saved')
      onClose()
    },
  })
  const { fields, formProps, draft, saved, steps, hasDraft, problems, change, isSending } = editor
  const isSettled = useSettled()

  return (
    <form {...formProps}>
      <Stack gap="xl">
        {newest && <EventChecklist event={newest} />}
        <section aria-labelledby="edit-event" className={styles.fields}>
          <h3 id="edit-event" className={styles.heading}>
            Event
          </h3>
          <TextInput
            label="Event name"
            required
            className={styles.wide ?? ''}
            {...fields.getInputProps('eventName')}
            error={problems.eventName}
          />
          <Switch
            className={styles.wide ?? ''}
            label="Open for registration"
            description={
              newest?.isDraft
                ? 'A draft: nobody but administrators sees it until this is on.'
                : 'People can register and cancel while it is on.'
            }
            {...fields.getInputProps('isEnabled', { type: 'checkbox' })}
          />
        </section>
        {isSettled && (
          <>
            <AdminSharedSlotFields draft={draft} problems={problems} onChange={change} />
            <section aria-labelledby="edit-slots">
              <h3 id="edit-slots" className={styles.heading}>
                Time slots
              </h3>
              <AdminSlotRows
                slots={draft.slots}
                saved={saved?.slots}
                hasWebinars={!isDraftInPerson(draft) && canHaveWebinars(saved)}
                problems={problems}
                notes={slotSeasonNotes(draft)}
                onChange={change}
              />
              <div className={styles.under}>
                <Button
                  variant="default"
                  size="xs"
                  leftSection={<Plus size={15} aria-hidden />}
                  onClick={() => change(withNewSlot)}
                >
                  Add slot
                </Button>
                {problems.slots && (
                  <p className={styles.problem} role="alert">
                    {problems.slots}
                  </p>
                )}
              </div>
            </section>
            <AdminEventShownFields editor={editor} sponsors={newest?.sponsors ?? []} />
          </>
        )}
      </Stack>
      <SidePanelFooter>
        <SeasonNote text={eventSeasonNote(draft, saved, currentSeason())} />
        <Consequences sentences={consequencesOf(draft, saved)} />
        {editor.progress && (
          <div className={styles.whole}>
            <StepProgress steps={editor.progress} />
          </div>
        )}
        <FormProblem
          text={editor.problem}
          {...(editor.isPartial && {
            title: 'Saved in part: the rest is still here, to be saved again',
          })}
        />
        <Conflicts of="event" conflicts={editor.conflicts} isGone={editor.isGone} onChoose={editor.choose} />
        {saved && <AdminDeleteEvent event={saved} onDeleted={onClose} />}
        <Button
          variant="default"
          leftSection={<Eye size={15} aria-hidden />}
          onClick={() => showEventPreview({ event: previewedDraft(draft, newest) })}
        >
          Preview
        </Button>
        <Text size="sm" c="dimmed" role="status" className={styles.summary ?? ''}>
          {hasDraft ? summaryOf(steps.length, standingSlots(draft).length) : saved && 'Nothing changed yet'}
        </Text>
        <Button
          type="submit"
          loading={isSending}
          disabled={(saved && !hasDraft) || editor.conflicts.length > 0 || editor.isGone}
        >
          {saved ? 'Save' : 'Add event'}
        </Button>
      </SidePanelFooter>
    </form>
  )
}

/** Webinars of long ago are over. */
function canHaveWebinars(saved: SavedEvent | undefined): boolean {
  const { slotEditorFrom } = seasonYears(currentSeason())
  return saved?.slots.some(({ startOn }) => seasonOfDay(startOn) >= slotEditorFrom) === true
}

/** Which renewal year saving puts the event into. */
function SeasonNote({ text }: { text: string | undefined }) {
  if (text === undefined) return null
  return (
    <p className={styles.consequences} role="status">
      {text} Every list and figure shows it there.
    </p>
  )
}

/** What saving means for those registered. */
function Consequences({ sentences }: { sentences: string[] }) {
  if (sentences.length === 0) return null
  return (
    <div className={styles.consequences} role="status">
      <strong>What saving means for those registered</strong>
      <ul>
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </div>
  )
}

/** '3 changes to be saved' */
function summaryOf(steps: number, slots: number): string {
  const changes = steps === 1 ? '1 change' : `${steps} changes`
  return `${changes} to be saved, ${slots === 1 ? '1 time slot' : `${slots} time slots`} in all`
}
