import { Link } from '@tanstack/react-router'
import { Unplug } from 'lucide-react'
import { sum } from '#contract/core/numbers.ts'
import { paths } from '#contract/core/paths.ts'
import { getWebinarDrift } from '#contract/webinars/webinar-comparisons/calls.ts'
import { useData } from '#web/core/api/data.tsx'
import { can } from '#web/core/session/can.ts'
import { counted } from '#web/core/texts/counts.ts'
import { PanelNotice } from '#web/core/ui/panel-notice.tsx'

const often = 60_000

/** The event or time slot that a page is about. */
export type DriftOf = { eventId: number } | { eventSlotId: number }

/** Says on the page of an event or time slot that portal and webinar platform differ about its people. */
export function WebinarDriftNotice({ of }: { of: DriftOf }) {
  const { data } = useData(getWebinarDrift, {}, { every: often, isEnabled: can(getWebinarDrift) })
  const slots = data?.bySlot.filter((slot) =>
    'eventId' in of ? slot.eventId === of.eventId : slot.eventSlotId === of.eventSlotId,
  )
  const differences = sum(slots?.map((slot) => slot.differences) ?? [])
  return (
    <PanelNotice icon={<Unplug />} link={<Link to={paths.webinars()}>See the webinars</Link>}>
      {slots && differences > 0 && (
        <>
          <strong>Out of sync with the webinar platform</strong>: {counted(differences, 'person', 'people')}{' '}
          in {counted(slots.length, 'time slot')}.
        </>
      )}
    </PanelNotice>
  )
}
