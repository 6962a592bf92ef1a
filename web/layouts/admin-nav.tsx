import type { AnyRoute } from '@tanstack/react-router'
import { Link, useRouter, useRouterState } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'
import { CalendarDays, ChevronDown, ClipboardList, LayoutDashboard, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { paths } from '#contract/core/paths.ts'
import { countWaits } from '#contract/counting/credit-findings/calls.ts'
import { countReviews } from '#contract/counting/credit-reviews/calls.ts'
import { getDashboard } from '#contract/office/dashboard/calls.ts'
import { useData } from '#web/core/api/data.tsx'
import type { MenuLink } from '#web/core/pages.ts'
import { can } from '#web/core/session/can.ts'
import { shownCount } from '#web/core/texts/counts.ts'
import { Allowed } from '#web/core/ui/allowed.tsx'
import { useRecountAlarms } from '#web/counting/recounts/recount-alarms.ts'
import { useOverlapAlarms } from '#web/counting/unusual-credits/overlap-alarms.ts'
import styles from './admin-nav.module.css'

const groups = [
  { group: 'Registrations', icon: ClipboardList },
  { group: 'Events', icon: CalendarDays },
  { group: 'Portal', icon: ShieldCheck },
]

/** Returns the links of the menu that the administrator's role may read, in the order of `web/admin-routes.tsx`. */
export function useMenu(): MenuLink[] {
  const { routesById } = useRouter()
  return Object.values<AnyRoute>(routesById)
    .flatMap(({ options }) => options.staticData?.menu ?? [])
    .filter(({ reads }) => can({ access: reads }))
}

/** The links to the pages that the administrator's role may read. */
export function AdminNav() {
  const menu = useMenu()
  return (
    <>
      <Allowed to={getDashboard}>
        <Link to={paths.dashboard()} className={styles.page} activeProps={{ 'aria-current': 'page' }}>
          <LayoutDashboard size={17} />
          Dashboard
        </Link>
      </Allowed>
      {groups.map(({ group, icon }) => (
        <NavGroup key={group} group={group} icon={icon} links={menu.filter((link) => link.group === group)} />
      ))}
    </>
  )
}

function NavGroup({ group, icon: Icon, links }: { group: string; icon: LucideIcon; links: MenuLink[] }) {
  const [isOpen, setOpen] = useState(true)
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  if (links.length === 0) return null
  return (
    <div>
      <button type="button" className={styles.group} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Icon size={17} />
        {group}
        <ChevronDown size={15} className={styles.arrow} />
      </button>
      <ul className={isOpen ? 'tight' : undefined} hidden={!isOpen}>
        {links.map(({ label, to }) => (
          <li key={to}>
            <Link to={to} className={styles.link} aria-current={isAt(to, pathname) ? 'page' : undefined}>
              {label}
              {to === paths.creditQueue() && <QuestionCount />}
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
