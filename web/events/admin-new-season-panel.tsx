import { Button, NumberInput, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { getActivities } from '#contract/activities/calls.ts'
import { seasonLabel } from '#contract/core/season.ts'
import { getDashboard } from '#contract/dashboard/calls.ts'
import {
  type CopyResult,
  copySeason,
  mostWeeks,
  weeksMessage,
  weeksOfYear,
} from '#contract/event-copies/calls.ts'
import { type AdminEvent, getEventsWithSlots } from '#contract/events/calls.ts'
import { useAct } from '#web/core/api/act.ts'
import { FormProblem } from '#web/core/ui/form-problem.tsx'
import type { DialogProps } from '#web/core/ui/later.tsx'
import { SidePanel, SidePanelFooter } from '#web/core/ui/side-panel.tsx'
import { AdminCopyResults } from './admin-copy-results.tsx'
import styles from './admin-new-season-panel.module.css'
import { AdminPlannedCopies } from './admin-planned-copies.tsx'
import { type PlannedCopy, plannedCopies } from './season-copies.ts'

interface Props extends DialogProps {
  events: AdminEvent[]
  year: number
}

/** Takes the events of a year over into drafts: which ones, by how many weeks, and what has become of each. */
export default function AdminNewSeasonPanel({ events, year, isOpen, onClose }: Props) {
  const [done, setDone] = useState<{ results: CopyResult[]; copies: PlannedCopy[] }>()
  return (
    <SidePanel
      isOpen={isOpen}
      onClose={onClose}
      title="New season"
      about={`From the events of ${seasonLabel(year)}`}
    >
      {done ? (
        <>
          <AdminCopyResults {...done} onLeave={onClose} />
          <SidePanelFooter>
            <Button onClick={onClose}>Close</Button>
          </SidePanelFooter>
        </>
      ) : (
        <Choosing events={events} onDone={(results, copies) => setDone({ results, copies })} />
      )}
    </SidePanel>
  )
}

interface ChoosingProps {
  events: AdminEvent[]
  /** What has become of those that were chosen, and what was planned for each. */
  onDone: (results: CopyResult[], copies: PlannedCopy[]) => void
}

function Choosing({ events, onDone }: ChoosingProps) {
  const [leftOut, setLeftOut] = useState<ReadonlySet<number>>(new Set())
  const [typed, setTyped] = useState<number | string>(weeksOfYear)
  const weeks = typeof typed === 'number' && typed >= 1 && typed <= mostWeeks ? typed : undefined
  const copies = plannedCopies(events, weeks ?? weeksOfYear)
  const eventIds = copies
    .filter(({ eventId, problem }) => !(problem || leftOut.has(eventId)))
    .map(({ eventId }) => eventId)
  const { act, isRunning, problem } = useAct(copySeason, {
    done: ({ results }) => onDone(results, copies),
    failed: 'The drafts could not be made. Please try again.',
    reloads: [getEventsWithSlots, getActivities, getDashboard],
  })

  return (
    <>
      <Stack gap="lg">
        <Text size="sm">
          Each draft has the time slots, speakers, sponsors, logo and description of its event, on the same
          weekdays. Registrations, webinar IDs, the course number and the recording stay behind.
        </Text>
        <NumberInput
          className={styles.weeks ?? ''}
          label="Weeks later"
          description="52 weeks are the same weekdays a year later."
          min={1}
          max={mostWeeks}
          allowDecimal={false}
          clampBehavior="none"
          value={typed}
          onChange={setTyped}
          error={weeks === undefined && weeksMessage}
        />
        <AdminPlannedCopies
          copies={copies}
          leftOut={leftOut}
          onToggle={(eventId) => setLeftOut(leftOut.symmetricDifference(new Set([eventId])))}
        />
      </Stack>
      <SidePanelFooter>
        <FormProblem text={problem} />
        <Text size="sm" c="dimmed" className={styles.hint ?? ''}>
          Nobody but administrators sees a draft until it is opened.
        </Text>
        <Button
          loading={isRunning}
          disabled={eventIds.length === 0 || weeks === undefined}
          onClick={() => void act({ body: { eventIds, weeks } })}
        >
          {eventIds.length === 1 ? 'Make 1 draft' : `Make ${eventIds.length} drafts`}
        </Button>
      </SidePanelFooter>
    </>
  )
}
