import { Link, useRouterState } from '@tanstack/react-router'
import { ChevronDown, ClipboardList, LayoutDashboard } from 'lucide-react'
import { useState } from 'react'
import { paths } from '#contract/paths.ts'
import styles from './admin-nav.module.css'

/** The links to the administrator's pages, in their groups. */
export function AdminNav() {
  const [isOpen, setOpen] = useState(true)
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  // The administrator's start page shows the same list.
  const isCurrent =
    pathname.startsWith(paths.allRegistrations()) || pathname.replace(/\/$/, '') === paths.adminHome()
  return (
    <div>
      <Link to={paths.dashboard()} className={styles.page} activeProps={{ 'aria-current': 'page' }}>
        <LayoutDashboard size={17} aria-hidden />
        Dashboard
      </Link>
      <button type="button" className={styles.group} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <ClipboardList size={17} aria-hidden />
        Registrations
        <ChevronDown size={15} aria-hidden className={styles.arrow} />
      </button>
      <ul className={styles.list} hidden={!isOpen}>
        <li>
          <Link
            to={paths.allRegistrations()}
            className={styles.link}
            aria-current={isCurrent ? 'page' : undefined}
          >
            All Registrations
          </Link>
        </li>
      </ul>
    </div>
  )
}
