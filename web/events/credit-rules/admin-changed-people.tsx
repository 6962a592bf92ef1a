import { Button } from '@mantine/core'
import { useState } from 'react'
import type { ChangedPerson, Tally } from '#contract/counting/credit-findings/what-if.ts'
import type { SlotTime } from '#contract/events/slots/times.ts'
import { shownTimeslot } from '#contract/events/slots/times.ts'
import { counted, shownCount } from '#web/core/texts/counts.ts'
import { RecordTable } from '#web/core/ui/record-table.tsx'

interface Props {
  people: ChangedPerson[]
  isStale?: boolean
  /** Absent if all people are from one slot. */
  slotOf?: (eventSlotId: number) => { eventName: string; slot: SlotTime } | undefined
}

const atOnce = 50

/** Lists the people who would get other hours, greatest losses first. */
export function AdminChangedPeople({ people, isStale = false, slotOf }: Props) {
  const [shown, setShown] = useState(atOnce)
  if (people.length === 0) return null
  return (
    <>
      <RecordTable
        label="People with other hours"
        rows={people.slice(0, shown)}
        rowId={({ registrationId, eventSlotId }) => `${registrationId} ${eventSlotId}`}
        isStale={isStale}
        columns={{
          Person: ({ name, email }) => (
            <>
              {name}
              <br />
              <span className="muted anywhere">{email}</span>
            </>
          ),
          ...(slotOf && {
            'Time slot': ({ eventSlotId }: ChangedPerson) => {
              const of = slotOf(eventSlotId)
              return of && `${of.eventName}, ${shownTimeslot(of.slot)}`
            },
          }),
          Hours: ({ hours, hoursThen }) => (
            <span className="pill figures" data-tone={hoursThen < hours ? 'bad' : 'good'}>
              {hours} → {hoursThen}
            </span>
          ),
        }}
      />
      {people.length > shown && (
        <Button variant="default" size="xs" onClick={() => setShown(shown + atOnce)}>
          Show more ({shownCount(people.length - shown)})
        </Button>
      )}
    </>
  )
}

/** '3 people would get more hours, 1 person fewer, 396 people the same.' */
export function tallyWords({ more, fewer, same }: Tally): string {
  if (more + fewer + same === 0) return 'No hours are counted yet, so no one would get more or fewer.'
  if (more + fewer === 0)
    return `No one would get more or fewer hours: ${counted(same, 'person', 'people')} the same.`
  const people = (count: number) => counted(count, 'person', 'people')
  return `${people(more)} would get more hours, ${people(fewer)} fewer, ${people(same)} the same.`
}
