import { Link } from '@tanstack/react-router'
import { Unplug } from 'lucide-react'
import { paths } from '#contract/core/paths.ts'
import { getWebinarDrift } from '#contract/webinars/webinar-comparisons/calls.ts'
import { useData } from '#web/core/api/data.tsx'
import { counted } from '#web/core/texts/counts.ts'
import { PanelNotice } from '#web/core/ui/panel-notice.tsx'

const often = 60_000

/** Says on every admin page that portal and webinar platform differ. */
export function WebinarDriftNotice() {
  const { data } = useData(getWebinarDrift, {}, { every: often })
  return (
    <PanelNotice
      icon={<Unplug size={18} aria-hidden />}
      link={<Link to={paths.webinars()}>See the webinars</Link>}
    >
      {data && data.differences > 0 && (
        <>
          <strong>Out of sync with the webinar platform</strong>:{' '}
          {counted(data.differences, 'person', 'people')} in {counted(data.slots, 'time slot')}.
        </>
      )}
    </PanelNotice>
  )
}
