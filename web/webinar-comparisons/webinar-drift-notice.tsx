import { Link } from '@tanstack/react-router'
import { Unplug } from 'lucide-react'
import { paths } from '#contract/core/paths.ts'
import { getWebinarDrift } from '#contract/webinar-comparisons/calls.ts'
import { useData } from '#web/core/api/data.tsx'
import { shownCount } from '#web/core/texts/counts.ts'
import { PanelNotice } from '#web/core/ui/panel-notice.tsx'

const often = 60_000

/** Says on every page of the panel that portal and webinar platform differ, until that is repaired. */
export function WebinarDriftNotice() {
  const { data } = useData(getWebinarDrift, {}, { every: often })
  return (
    <PanelNotice
      icon={<Unplug size={18} aria-hidden />}
      link={<Link to={paths.webinars()}>See the webinars</Link>}
    >
      {data && data.differences > 0 && (
        <>
          <strong>Portal and webinar platform differ</strong> about{' '}
          {data.differences === 1 ? '1 person' : `${shownCount(data.differences)} people`} in{' '}
          {data.slots === 1 ? '1 time slot' : `${shownCount(data.slots)} time slots`}.
        </>
      )}
    </PanelNotice>
  )
}
