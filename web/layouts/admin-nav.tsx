import { Link, useRouterState } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'
import { CalendarDays, ChevronDown, ClipboardList, LayoutDashboard, ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { getDoorList } from '#contract/attendance/check-ins/calls.ts'
import { getDoorDay } from '#contract/attendance/check-ins/days.ts'
import type { Endpoint } from '#contract/core/endpoint.ts'
import { paths } from '#contract/core/paths.ts'
import { countWaits, getWaits } from '#contract/counting/credit-findings/calls.ts'
import { countReviews } from '#contract/counting/credit-reviews/calls.ts'
import { getUnusualCredits } from '#contract/counting/unusual-credits/calls.ts'
import { getCreditRules } from '#contract/events/credit-rules/calls.ts'
import { getEventsWithSlots } from '#contract/events/events/calls.ts'
import { getActivities } from '#contract/foundation/activities/calls.ts'
import { getMails } from '#contract/foundation/mails/calls.ts'
import { getProvider } from '#contract/foundation/training-providers/calls.ts'
import { getDashboard } from '#contract/office/dashboard/calls.ts'
import { downloadInspectionPack } from '#contract/office/inspections/calls.ts'
import { getAdministrators } from '#contract/people/administrators/calls.ts'
import {
  getAllRegisteredUsers,
  getAllUnregisteredUsers,
} from '#contract/registrations/registration-lists/calls.ts'
import { getWaitlists } from '#contract/registrations/waitlists/calls.ts'
import { getWebinarComparisons } from '#contract/webinars/webinar-comparisons/calls.ts'
import { useData } from '#web/core/api/data.tsx'
import { can } from '#web/core/session/can.ts'
import { shownCount } from '#web/core/texts/counts.ts'
import { Allowed } from '#web/core/ui/allowed.tsx'
import { useRecountAlarms } from '#web/counting/recounts/recount-alarms.ts'
import { useOverlapAlarms } from '#web/counting/unusual-credits/overlap-alarms.ts'
import styles from './admin-nav.module.css'

interface Group {
  label: string
  icon: LucideIcon
  /** Each page with the call that it reads. */
  links: { label: string; to: string; reads: Endpoint; count?: () => ReactNode }[]
}

/** The pages of the menu, group by group. */
export const pageGroups: Group[] = [
  {
    label: 'Registrations',
    icon: ClipboardList,
    links: [
      { label: 'All Registrations', to: paths.allRegistrations(), reads: getAllRegisteredUsers },
      { label: 'Non registered Users', to: paths.nonRegisteredUsers(), reads: getAllUnregisteredUsers },
      { label: 'Waitlists', to: paths.waitlists(), reads: getWaitlists },
      { label: 'Credit queue', to: paths.creditQueue(), reads: getWaits, count: QuestionCount },
      { label: 'Unusual credits', to: paths.unusualCredits(), reads: getUnusualCredits },
      { label: 'Inspection packs', to: paths.inspections(), reads: downloadInspectionPack },
      { label: 'History', to: paths.activities(), reads: getActivities },
    ],
  },
  {
    label: 'Events',
    icon: CalendarDays,
    links: [
      { label: 'Check-in', to: paths.checkIn(), reads: getDoorList },
      { label: 'At the door', to: paths.doorDay(), reads: getDoorDay },
      { label: 'Manage Events', to: paths.manageEvents(), reads: getEventsWithSlots },
      { label: 'Manage Sponsors', to: paths.manageSponsors(), reads: getEventsWithSlots },
      { label: 'Manage Speakers', to: paths.manageSpeakers(), reads: getEventsWithSlots },
      { label: 'Webinars', to: paths.webinars(), reads: getWebinarComparisons },
    ],
  },
  {
    label: 'Portal',
    icon: ShieldCheck,
    links: [
      { label: 'Emails', to: paths.mails(), reads: getMails },
      { label: 'Training provider', to: paths.provider(), reads: getProvider },
      { label: 'Figures', to: paths.hoursFigures(), reads: getCreditRules },
      { label: 'Administrators', to: paths.administrators(), reads: getAdministrators },
    ],
  },
]

/** The links to the pages that the administrator's role may read. */
export function AdminNav() {
  return (
    <>
      <Allowed to={getDashboard}>
        <Link to={paths.dashboard()} className={styles.page} activeProps={{ 'aria-current': 'page' }}>
          <LayoutDashboard size={17} />
          Dashboard
        </Link>
      </Allowed>
      {pageGroups.map((group) => (
        <NavGroup key={group.label} {...group} />
      ))}
    </>
  )
}

function NavGroup({ label, icon: Icon, links }: Group) {
  const [isOpen, setOpen] = useState(true)
  const shown = links.filter(({ reads }) => can(reads))
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  if (shown.length === 0) return null
  return (
    <div>
      <button type="button" className={styles.group} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Icon size={17} />
        {label}
        <ChevronDown size={15} className={styles.arrow} />
      </button>
      <ul className={isOpen ? 'tight' : undefined} hidden={!isOpen}>
        {shown.map(({ label, to, count: Count }) => (
          <li key={to}>
            <Link to={to} className={styles.link} aria-current={isAt(to, pathname) ? 'page' : undefined}>
              {label}
              {Count && <Count />}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Shows how many items wait in the queue, including reviews and nightly alarms; nothing without any. */
function QuestionCount() {
  const { waits = 0 } = useData(countWaits, {}, { every: 60_000 }).data ?? {}
  const { open = 0 } = useData(countReviews, {}, { every: 60_000 }).data ?? {}
  const all = waits + open + useRecountAlarms().length + useOverlapAlarms().length
  return all > 0 && <span className="pill small figures">{shownCount(all)}</span>
}

function isAt(to: string, pathname: string): boolean {
  // The start page shows the same list.
  const isStart = to === paths.allRegistrations() && pathname.replace(/\/$/, '') === paths.adminHome()
  return pathname.startsWith(to) || isStart
}
