import { Link, useRouterState } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'
import { Award, CalendarCheck, CalendarDays, ClipboardList, LayoutDashboard, Settings } from 'lucide-react'
import type { ReactNode } from 'react'
import { useId } from 'react'
import { paths } from '#contract/core/paths.ts'
import { getDashboard } from '#contract/office/dashboard/calls.ts'
import { getToday } from '#contract/office/dashboard/slot-progress.ts'
import { useData } from '#web/core/api/data.tsx'
import type { MenuLink } from '#web/core/pages.ts'
import { can } from '#web/core/session/can.ts'
import { shownCount } from '#web/core/texts/counts.ts'
import { useMenu, useQuestionCounts, useTabbed, useTabs } from './admin-menu-links.ts'
import styles from './admin-nav.module.css'

const groups: { group: MenuLink['group']; icon: LucideIcon }[] = [
  { group: 'Today', icon: CalendarCheck },
  { group: 'Registrations', icon: ClipboardList },
  { group: 'Events', icon: CalendarDays },
  { group: 'After the event', icon: Award },
]

/** The links to the pages that the administrator's role may read, and that this day needs. */
export function AdminNav() {
  const menu = useMenu()
  const { data: today } = useData(getToday, {}, { every: 60_000, isEnabled: can(getToday) })
  const [settings] = useTabs().filter(({ of }) => of === 'Settings')
  const isInSettings = useTabbed() === 'Settings'
  const isNeeded = ({ to, group }: MenuLink) => {
    // The front desk has no other page.
    if (group === 'Today') return today ? today.seminar !== null : !can(getToday)
    if (to === paths.waitlists()) return today !== undefined && (today.waiting > 0 || today.hasSeats)
    return true
  }
  const notes: Record<string, ReactNode> = {
    [paths.doorDay()]: today?.seminar && (
      <Note>
        {shownCount(today.seminar.came)} of {shownCount(today.seminar.expected)}
      </Note>
    ),
    [paths.waitlists()]: today && today.waiting > 0 && <Note>{shownCount(today.waiting)}</Note>,
    [paths.timeSlots()]: <QuestionCount />,
  }
  return (
    <div className={styles.nav}>
      {can(getDashboard) && (
        <Link to={paths.dashboard()} className={styles.page} activeProps={{ 'aria-current': 'page' }}>
          <LayoutDashboard size={17} />
          Dashboard
        </Link>
      )}
      {groups.map(({ group, icon }) => (
        <NavGroup
          key={group}
          group={group}
          icon={icon}
          links={menu.filter((link) => link.group === group && isNeeded(link))}
          notes={notes}
        />
      ))}
      {settings && (
        <Link
          to={settings.to}
          className={`${styles.page} ${styles.last}`}
          aria-current={isInSettings ? 'page' : undefined}
        >
          <Settings size={17} />
          Settings
        </Link>
      )}
    </div>
  )
}

interface GroupProps {
  group: string
  icon: LucideIcon
  links: MenuLink[]
  notes: Record<string, ReactNode>
}

function NavGroup({ group, icon: Icon, links, notes }: GroupProps) {
  const id = useId()
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  const tabbed = useTabbed()
  if (links.length === 0) return null
  return (
    <div>
      <p id={id} className={styles.group}>
        <Icon size={17} />
        {group}
      </p>
      <ul className="tight" aria-labelledby={id}>
        {links.map(({ label, to }) => (
          <li key={to}>
            <Link
              to={to}
              className={styles.link}
              aria-current={isAt(to, pathname) || tabbed === label ? 'page' : undefined}
            >
              {label}
              {notes[to]}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Note({ children }: { children: ReactNode }) {
  return <span className={`muted small figures ${styles.note}`}>{children}</span>
}

/** Shows how many decisions and review requests wait; nothing without any. */
function QuestionCount() {
  const { decisions, reviews } = useQuestionCounts()
  const all = decisions + reviews
  return all > 0 && <span className={`pill small figures ${styles.note}`}>{shownCount(all)}</span>
}

/** Returns true if a page belongs to a link. The start page is All Registrations; a slot's pages are its hours. */
function isAt(to: string, pathname: string) {
  const isBelow = (path: string) => pathname === path || pathname.startsWith(`${path}/`)
  if (to === paths.allRegistrations() && pathname.replace(/\/$/, '') === paths.adminHome()) return true
  if (to === paths.timeSlots() && (isBelow(paths.attendance()) || isBelow(paths.signInSheet()))) return true
  return isBelow(to)
}
