import { Link, useRouterState } from '@tanstack/react-router'
import {
  CalendarDays,
  ChevronDown,
  ClipboardList,
  LayoutDashboard,
  type LucideIcon,
  ShieldCheck,
} from 'lucide-react'
import { useState } from 'react'
import { paths } from '#contract/core/paths.ts'
import styles from './admin-nav.module.css'

interface Group {
  label: string
  icon: LucideIcon
  links: { label: string; to: string }[]
}

const groups: Group[] = [
  {
    label: 'Registrations',
    icon: ClipboardList,
    links: [
      { label: 'All Registrations', to: paths.allRegistrations() },
      { label: 'Non registered Users', to: paths.nonRegisteredUsers() },
      { label: 'History', to: paths.activities() },
    ],
  },
  {
    label: 'Events',
    icon: CalendarDays,
    links: [
      { label: 'Manage Events', to: paths.manageEvents() },
      { label: 'Manage Sponsors', to: paths.manageSponsors() },
      { label: 'Manage Speakers', to: paths.manageSpeakers() },
      { label: 'Webinars', to: paths.webinars() },
    ],
  },
  {
    label: 'Portal',
    icon: ShieldCheck,
    links: [
      { label: 'Emails', to: paths.mails() },
      { label: 'Provider', to: paths.provider() },
      { label: 'Administrators', to: paths.administrators() },
    ],
  },
]

/** The links to the administrator's pages, in their groups. */
export function AdminNav() {
  return (
    <>
      <Link to={paths.dashboard()} className={styles.page} activeProps={{ 'aria-current': 'page' }}>
        <LayoutDashboard size={17} aria-hidden />
        Dashboard
      </Link>
      {groups.map((group) => (
        <NavGroup key={group.label} {...group} />
      ))}
    </>
  )
}

function NavGroup({ label, icon: Icon, links }: Group) {
  const [isOpen, setOpen] = useState(true)
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  return (
    <div>
      <button type="button" className={styles.group} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Icon size={17} aria-hidden />
        {label}
        <ChevronDown size={15} aria-hidden className={styles.arrow} />
      </button>
      <ul className={styles.list} hidden={!isOpen}>
        {links.map(({ label, to }) => (
          <li key={to}>
            <Link to={to} className={styles.link} aria-current={isAt(to, pathname) ? 'page' : undefined}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

function isAt(to: string, pathname: string): boolean {
  // The administrator's start page shows the same list.
  const isStart = to === paths.allRegistrations() && pathname.replace(/\/$/, '') === paths.adminHome()
  return pathname.startsWith(to) || isStart
}
