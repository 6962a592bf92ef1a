import { Button, NativeSelect, Text, Title } from '@mantine/core'
import { Copy } from 'lucide-react'
import { useState } from 'react'
import type { AdminEvent } from '#contract/events/calls.ts'
import type { Speaker } from '#contract/speakers/calls.ts'
import { cloneSpeaker } from '#contract/speakers/edits.ts'
import { useAct } from '#web/core/api/act.ts'
import { FormProblem } from '#web/core/ui/form-problem.tsx'
import { toastDone } from '#web/core/ui/toasts.tsx'
import { showsEvents } from '#web/events/shows-events.ts'
import styles from './admin-clone-speaker.module.css'

interface Props {
  speaker: Speaker
  events: AdminEvent[]
  /** What is saved is copied, not what is being typed. */
  hasDraft: boolean
}

/** Copies a speaker to an event and a day. */
export function AdminCloneSpeaker({ speaker, events, hasDraft }: Props) {
  const [eventId, setEventId] = useState('')
  const [day, setDay] = useState(String(speaker.day))
  const { act, isRunning, problem } = useAct(cloneSpeaker, {
    reloads: showsEvents,
    done: (_, { body }) => {
      const event = events.find((each) => each.eventId === body.eventId)
      toastDone(`Cloned to ${event?.eventName}, day ${body.day}`)
      setEventId('')
    },
    failed: 'The speaker could not be cloned. Please try again.',
  })
  return (
    <section aria-labelledby="speaker-clone">
      <Title order={3} id="speaker-clone">
        Clone
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        Copies this speaker, as saved, to another event or day.
      </Text>
      <div className={styles.fields}>
        <NativeSelect
          label="To event"
          value={eventId}
          onChange={({ currentTarget }) => setEventId(currentTarget.value)}
        >
          <option value="">Please choose</option>
          {events.map((event) => (
            <option key={event.eventId} value={event.eventId}>
              {event.eventName}
            </option>
          ))}
        </NativeSelect>
        <NativeSelect
          label="On"
          value={day}
          data={[
            { value: '1', label: 'Day 1' },
            { value: '2', label: 'Day 2' },
          ]}
          onChange={({ currentTarget }) => setDay(currentTarget.value)}
        />
        <Button
          variant="default"
          leftSection={<Copy size={15} aria-hidden />}
          disabled={eventId === '' || hasDraft}
          loading={isRunning}
          {...(hasDraft && { title: 'Save it first' })}
          onClick={() =>
            void act({
              body: {
                speakerId: speaker.speakerId,
                eventId: Number(eventId),
                day: day === '2' ? 2 : 1,
              },
            })
          }
        >
          Clone
        </Button>
      </div>
      <FormProblem text={problem} />
    </section>
  )
}
