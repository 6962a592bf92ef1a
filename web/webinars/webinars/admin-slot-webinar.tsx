import { Anchor, Button, Group, Loader, Text, TextInput } from '@mantine/core'
import { useDebouncedValue, useInputState } from '@mantine/hooks'
import type { KeyboardEvent } from 'react'
import { paths } from '#contract/core/paths.ts'
import { getEventsWithSlots } from '#contract/events/events/calls.ts'
import { changeSlot, getSlotsOfWebinar } from '#contract/events/slots/calls.ts'
import { hasEnded, shortTimeslot } from '#contract/events/slots/times.ts'
import { getActivities } from '#contract/foundation/activities/calls.ts'
import { getWebinarComparison } from '#contract/webinars/webinar-comparisons/calls.ts'
import { getWebinarStats } from '#contract/webinars/webinars/calls.ts'
import { useAct } from '#web/core/api/act.ts'
import { useData } from '#web/core/api/data.tsx'
import { shownCount } from '#web/core/texts/counts.ts'
import { Loaded } from '#web/core/ui/loaded.tsx'
import { toastDone, toastError } from '#web/core/ui/toasts.tsx'
import type { SavedSlot } from '#web/events/slots/slot-values.ts'
import { AdminSlotWebinarTime } from '#web/webinars/webinar-comparisons/admin-webinar-time.tsx'
import styles from './admin-slot-webinar.module.css'
import { AdminWebinarSync } from './admin-webinar-sync.tsx'

/** A slot's webinar: its ID, which has its own button to save it, the registrations, and their sync. */
export default function AdminSlotWebinar({ slot }: { slot: SavedSlot }) {
  const stats = useData(getWebinarStats, { query: { eventSlotId: slot.eventSlotId } })
  return (
    <Group className={styles.webinar ?? ''} align="start" gap="10px 28px">
      <Loaded of={stats} loading={<Loader size="xs" aria-label="Loading the webinar" />}>
        {({ webinarId, registrations, withJoinUrl }) => (
          <>
            <WebinarId key={webinarId} slot={slot} webinarId={webinarId ?? ''} />
            <Group component="dl" className="small">
              <div>
                <dt>Registrations</dt>
                <dd className="strong figures">{shownCount(registrations)}</dd>
              </div>
              <div>
                <dt>With join URL</dt>
                <dd className="strong figures">{shownCount(withJoinUrl)}</dd>
              </div>
            </Group>
            {webinarId !== null && <AdminSlotWebinarTime eventSlotId={slot.eventSlotId} />}
            {webinarId !== null && (
              <AdminWebinarSync
                isOver={hasEnded(slot, new Date())}
                eventSlotId={slot.eventSlotId}
                registrations={registrations}
                withJoinUrl={withJoinUrl}
              />
            )}
          </>
        )}
      </Loaded>
    </Group>
  )
}

function WebinarId({ slot, webinarId }: { slot: SavedSlot; webinarId: string }) {
  const [typed, type] = useInputState(webinarId)
  const { act, isRunning, problem } = useAct(changeSlot, {
    done: ({ webinarNotice }) => {
      toastDone('Webinar ID updated successfully!')
      if (webinarNotice) toastError(webinarNotice)
    },
    failed: 'Failed to update Webinar ID. Please try again.',
    reloads: [getSlotsOfWebinar, getWebinarStats, getEventsWithSlots, getActivities, getWebinarComparison],
  })
  const { registrations: _, ...saved } = slot
  const update = () => void act({ body: { ...saved, webinarId: typed.trim() } })

  function onKeyDown(press: KeyboardEvent) {
    if (press.key !== 'Enter') return
    // Enter would submit the form of the event.
    press.preventDefault()
    if (typed.trim() !== webinarId) update()
  }

  return (
    <div className={styles.id}>
      <Group gap="xs" align="start" wrap="nowrap">
        <TextInput
          label="Webinar ID"
          description="Saved separately."
          descriptionProps={{ fz: 13 }}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          size="xs"
          value={typed}
          error={problem}
          onChange={type}
          onKeyDown={onKeyDown}
        />
        <Button
          size="xs"
          variant="default"
          loading={isRunning}
          disabled={typed.trim() === webinarId}
          onClick={update}
        >
          Update
        </Button>
      </Group>
      <SameWebinar eventSlotId={slot.eventSlotId} webinarId={typed.trim()} />
    </div>
  )
}

const pauseMs = 400

/** The other slots with the typed ID, each as a link that keeps the typed text. */
function SameWebinar({ eventSlotId, webinarId }: { eventSlotId: number; webinarId: string }) {
  const [asked] = useDebouncedValue(webinarId, pauseMs)
  const { data } = useData(getSlotsOfWebinar, { query: { webinarId: asked } }, { isEnabled: asked !== '' })
  const others = asked === '' ? [] : (data?.slots ?? []).filter((slot) => slot.eventSlotId !== eventSlotId)
  return (
    <div aria-live="polite" className="tight">
      {others.map((slot) => (
        <Text key={slot.eventSlotId} size="sm" c="var(--warn)" className="anywhere">
          {'Used by '}
          <Anchor href={paths.manageEvents(slot)} target="_blank" size="sm" underline="always">
            {slot.eventName}, {shortTimeslot(slot)}
          </Anchor>
          , too. Time slots may share a webinar.
        </Text>
      ))}
    </div>
  )
}
