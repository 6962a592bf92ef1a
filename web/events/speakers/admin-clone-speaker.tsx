import { Button, Group, NativeSelect } from '@mantine/core'
import { useInputState } from '@mantine/hooks'
import { Copy } from 'lucide-react'
import type { AdminEvent } from '#contract/events/events/calls.ts'
import type { Speaker } from '#contract/events/speakers/calls.ts'
import { cloneSpeaker } from '#contract/events/speakers/edits.ts'
import { useAct } from '#web/core/api/act.ts'
import { FormProblem } from '#web/core/ui/form-problem.tsx'
import { Hint } from '#web/core/ui/hint.tsx'
import { PanelSection } from '#web/core/ui/side-panel.tsx'
import { toastDone } from '#web/core/ui/toasts.tsx'
import { showsEvents } from '#web/events/events/shows-events.ts'

export const dayChoices = [
  { value: '1', label: 'Day 1' },
  { value: '2', label: 'Day 2' },
]

export function dayOf(choice: string): 1 | 2 {
  return choice === '2' ? 2 : 1
}

interface Props {
  speaker: Speaker
  events: AdminEvent[]
  /** Unsaved changes would not be copied. */
  hasChanges: boolean
}

/** Copies a speaker to an event and a day. */
export function AdminCloneSpeaker({ speaker, events, hasChanges }: Props) {
  const { speakerId } = speaker
  const [eventId, setEventId] = useInputState('')
  const [day, setDay] = useInputState(String(speaker.day))
  const { act, isRunning, problem } = useAct(cloneSpeaker, {
    reloads: showsEvents,
    done: (_, { body }) => {
      const event = events.find((each) => each.eventId === body.eventId)
      toastDone(`Cloned to ${event?.eventName}, day ${body.day}`)
      setEventId('')
    },
    failed: "Couldn't clone the speaker. Try again.",
  })
  return (
    <PanelSection title="Clone">
      <Hint>Copies the saved version to another event or day.</Hint>
      <Group align="end" gap="xs">
        <NativeSelect
          label="To event"
          flex="1 1 220px"
          value={eventId}
          data={[
            { value: '', label: 'Please choose' },
            ...events.map((event) => ({ value: String(event.eventId), label: event.eventName })),
          ]}
          onChange={setEventId}
        />
        <NativeSelect label="On" w={110} value={day} data={dayChoices} onChange={setDay} />
        <Button
          variant="default"
          leftSection={<Copy size={15} />}
          disabled={eventId === '' || hasChanges}
          loading={isRunning}
          {...(hasChanges && { title: 'Save first' })}
          onClick={() => void act({ body: { speakerId, eventId: Number(eventId), day: dayOf(day) } })}
        >
          Clone
        </Button>
      </Group>
      <FormProblem text={problem} />
    </PanelSection>
  )
}
