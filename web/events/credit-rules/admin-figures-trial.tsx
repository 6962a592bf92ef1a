import { Alert } from '@mantine/core'
import { Scale } from 'lucide-react'
import type { FiguresTrial } from '#contract/counting/credit-findings/what-if.ts'
import { mostNamed } from '#contract/counting/credit-findings/what-if.ts'
import { shownTimeslot } from '#contract/events/slots/times.ts'
import { counted, shownCount } from '#web/core/texts/counts.ts'
import { RecordTable } from '#web/core/ui/record-table.tsx'
import { PanelSection } from '#web/core/ui/side-panel.tsx'
import { AdminChangedPeople, tallyWords } from './admin-changed-people.tsx'

interface Props {
  trial: FiguresTrial
  /** Other figures were typed since. */
  isOutdated: boolean
}

/** Shows who would get other hours with the typed figures, and with other minutes. */
export function AdminFiguresTrial({ trial, isOutdated }: Props) {
  const { slots, variants, people, more, fewer } = trial
  const changing = slots.filter((slot) => slot.more + slot.fewer > 0)
  return (
    <PanelSection title="Preview of the effect">
      <Alert role="status" color={isOutdated ? 'gray' : fewer > 0 ? 'yellow' : 'teal'} icon={<Scale />}>
        {isOutdated ? "You've changed the rules since. Preview again." : tallyWords(trial)}
      </Alert>
      <RecordTable
        label="By minutes needed"
        rows={variants}
        rowId={({ kind, neededMinutes }) => `${kind} ${neededMinutes}`}
        isSelected={({ kind }) => kind === 'typed'}
        isStale={isOutdated}
        columns={{
          'Minutes needed': ({ kind, neededMinutes }) => (
            <>
              {neededMinutes ?? 'All minutes together'}
              {kind !== 'tried' && (
                <span className="muted"> {kind === 'typed' ? 'as typed' : 'in effect now'}</span>
              )}
            </>
          ),
          'More hours': (row) => shownCount(row.more),
          'Fewer hours': (row) => shownCount(row.fewer),
          'Same hours': (row) => shownCount(row.same),
        }}
      />
      {changing.length > 0 && (
        <RecordTable
          label="By time slot"
          rows={changing}
          rowId="eventSlotId"
          isStale={isOutdated}
          columns={{
            'Time slot': ({ eventName, slot }) => (
              <>
                {eventName}
                <br />
                <span className="muted">{shownTimeslot(slot)}</span>
              </>
            ),
            'More hours': (row) => shownCount(row.more),
            'Fewer hours': (row) => shownCount(row.fewer),
            'Same hours': (row) => shownCount(row.same),
          }}
        />
      )}
      {more + fewer > mostNamed && (
        <p className="muted small">
          The first {counted(mostNamed, 'person', 'people')}, by how much they would lose:
        </p>
      )}
      <AdminChangedPeople
        people={people}
        isStale={isOutdated}
        slotOf={(id) => slots.find(({ eventSlotId }) => eventSlotId === id)}
      />
    </PanelSection>
  )
}
