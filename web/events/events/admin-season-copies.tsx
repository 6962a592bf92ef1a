import { Button, Checkbox, Group, Stack, Text, VisuallyHidden } from '@mantine/core'
import { ArrowRight, CircleAlert, CircleCheck, CircleSlash } from 'lucide-react'
import type { CopyResult } from '#contract/events/event-copies/calls.ts'
import { counted } from '#web/core/texts/counts.ts'
import type { PlannedCopy } from './season-copies.ts'

interface PlannedProps {
  copies: PlannedCopy[]
  leftOut: ReadonlySet<number>
  onToggle: (eventId: number) => void
}

/** The events to choose, each with its copy's name and days. */
export function AdminPlannedCopies({ copies, leftOut, onToggle }: PlannedProps) {
  return (
    <ul className="card lines" aria-label="Events to copy">
      {copies.map((copy) => (
        <li key={copy.eventId} className="pad">
          <Checkbox
            checked={!(copy.problem || leftOut.has(copy.eventId))}
            disabled={copy.problem !== undefined}
            onChange={() => onToggle(copy.eventId)}
            label={<span className="strong anywhere">{copy.eventName}</span>}
            description={<Planned copy={copy} />}
          />
        </li>
      ))}
    </ul>
  )
}

function Planned({ copy: { eventName, days, newName, newDays, problem } }: { copy: PlannedCopy }) {
  if (problem) {
    return (
      <Text span inherit c="var(--mantine-color-error)">
        Cannot be copied: {problem}
      </Text>
    )
  }
  return (
    <span className="tight small">
      <Group component="span" gap={6}>
        {days}
        <ArrowRight size={14} />
        <VisuallyHidden>becomes</VisuallyHidden>
        <Text span inherit c="black">
          {newDays}
        </Text>
      </Group>
      {newName === eventName ? 'Name unchanged (no year in it)' : `New name: ${newName}`}
    </span>
  )
}

const icons = {
  copied: <CircleCheck color="var(--good)" />,
  'copied-before': <CircleSlash />,
  refused: <CircleAlert color="var(--bad)" />,
} as const

const words = { copied: 'Copied', 'copied-before': 'Skipped', refused: 'Not copied' } as const

interface ResultsProps {
  results: CopyResult[]
  copies: PlannedCopy[]
  onEdit: (eventId: number) => void
}

/** The result per event. Each copy can be edited from here. */
export function AdminCopyResults({ results, copies, onEdit }: ResultsProps) {
  return (
    <div className="stack">
      <p className="strong" role="status">
        {summaryOf(results)}
      </p>
      <ul className="card lines" aria-label="The result for each event">
        {results.map(({ eventId, eventName, outcome, newEventId, why }) => (
          <Group key={eventId} component="li" className="pad" align="start" wrap="nowrap" gap="sm">
            {icons[outcome]}
            <Stack className="anywhere" flex={1} gap={2}>
              <strong>{eventName || 'An event'}</strong>
              <span className="muted">
                {words[outcome]}: {why || copies.find((copy) => copy.eventId === eventId)?.newName}
              </span>
            </Stack>
            {newEventId !== null && (
              <Button
                variant="default"
                size="xs"
                aria-label={`Edit the copy of ${eventName}`}
                onClick={() => onEdit(newEventId)}
              >
                Edit
              </Button>
            )}
          </Group>
        ))}
      </ul>
    </div>
  )
}

/** Returns '1 event was copied, 3 events were not.' */
function summaryOf(results: CopyResult[]) {
  const copied = results.filter(({ outcome }) => outcome === 'copied').length
  const others = results.length - copied
  const was = (count: number) => counted(count, 'event was', 'events were')
  return `${was(copied)} copied${others > 0 ? `, ${was(others)} not` : ''}.`
}
