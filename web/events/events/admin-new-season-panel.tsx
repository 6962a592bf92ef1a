import { Button, NumberInput, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { seasonLabel } from '#contract/core/season.ts'
import type { CopyResult } from '#contract/events/event-copies/calls.ts'
import { copySeason, mostWeeks, weeksMessage, weeksOfYear } from '#contract/events/event-copies/calls.ts'
import type { AdminEvent } from '#contract/events/events/calls.ts'
import { getEventsWithSlots } from '#contract/events/events/calls.ts'
import { getActivities } from '#contract/foundation/activities/calls.ts'
import { getDashboard } from '#contract/office/dashboard/calls.ts'
import { useAct } from '#web/core/api/act.ts'
import { counted } from '#web/core/texts/counts.ts'
import { FormProblem } from '#web/core/ui/form-problem.tsx'
import { Hint } from '#web/core/ui/hint.tsx'
import type { DialogProps } from '#web/core/ui/later.tsx'
import { SidePanel, SidePanelFooter } from '#web/core/ui/side-panel.tsx'
import { AdminCopyResults, AdminPlannedCopies } from './admin-season-copies.tsx'
import type { PlannedCopy } from './season-copies.ts'
import { plannedCopies } from './season-copies.ts'

interface Props extends DialogProps {
  events: AdminEvent[]
  year: number
  onEdit: (eventId: number) => void
}

/** Copies a year's events into unpublished events: which ones, how many weeks later, and the results. */
export default function AdminNewSeasonPanel({ events, year, isOpen, onClose, onEdit }: Props) {
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
          <AdminCopyResults
            {...done}
            onEdit={(eventId) => {
              onClose()
              onEdit(eventId)
            }}
          />
          <SidePanelFooter>
            <Button onClick={onClose}>Close</Button>
          </SidePanelFooter>
        </>
      ) : (
        <Choosing
          events={events}
          onClose={onClose}
          onDone={(results, copies) => setDone({ results, copies })}
        />
      )}
    </SidePanel>
  )
}

interface ChoosingProps {
  events: AdminEvent[]
  onClose: () => void
  onDone: (results: CopyResult[], copies: PlannedCopy[]) => void
}

function Choosing({ events, onClose, onDone }: ChoosingProps) {
  const [leftOut, setLeftOut] = useState<ReadonlySet<number>>(new Set())
  const [typed, setTyped] = useState<number | string>(weeksOfYear)
  const weeks = typeof typed === 'number' && typed >= 1 && typed <= mostWeeks ? typed : undefined
  const copies = plannedCopies(events, weeks ?? weeksOfYear)
  const eventIds = copies
    .filter(({ eventId, problem }) => !(problem || leftOut.has(eventId)))
    .map(({ eventId }) => eventId)
  const { button, problem } = useAct(copySeason, {
    done: ({ results }) => onDone(results, copies),
    failed: "Couldn't copy the events. Try again.",
    reloads: [getEventsWithSlots, getActivities, getDashboard],
  })

  return (
    <>
      <Stack gap="lg">
        <Text size="sm">
          Each copy has the time slots, speakers, sponsors, logo and description of its event, on the same
          weekdays. Registrations, webinar IDs, the course number and the recording aren't copied.
        </Text>
        <NumberInput
          maw={320}
          label="Shift by (weeks)"
          description="52 weeks later has the same weekdays, about the same dates."
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
        <Hint mr="auto">Only administrators see the copies until you publish them.</Hint>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button
          {...button({ body: { eventIds, weeks } })}
          disabled={eventIds.length === 0 || weeks === undefined}
        >
          Copy {counted(eventIds.length, 'event')}
        </Button>
      </SidePanelFooter>
    </>
  )
}
