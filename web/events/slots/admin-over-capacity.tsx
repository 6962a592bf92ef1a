import { getOverCapacity } from '#contract/events/slots/calls.ts'
import { useData } from '#web/core/api/data.tsx'
import { counted } from '#web/core/texts/counts.ts'

/** Says who registered last for a slot that has fewer seats than people. Nobody is removed. */
export function AdminOverCapacity({ eventSlotId, capacity }: { eventSlotId: number; capacity: number }) {
  const over = useData(getOverCapacity, { query: { eventSlotId, capacity } }, { keepPrevious: true })
  const { people = [], total = 0 } = over.data ?? {}
  if (total === 0) return null
  const more = total - people.length
  return (
    <p className="small" role="status">
      {counted(total, 'person', 'people')} more than {counted(capacity, 'seat')}. Everyone stays registered.
      The last to register: {people.map(({ name, email }) => name || email).join(', ')}
      {more > 0 && ` and ${more} more`}.
    </p>
  )
}
