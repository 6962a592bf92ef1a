import { Burger, Drawer } from '@mantine/core'
import { Link, Outlet, useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { paths } from '#contract/paths.ts'
import { DataProvider } from '#web/platform/api/data.tsx'
import { useSession } from '#web/platform/session/session.ts'
import mark from '#web/platform/theme/mark.svg'
import { SkipLink } from '#web/platform/ui/skip-link.tsx'
import { useAdminCheck } from './admin-check.ts'
import styles from './admin-layout.module.css'
import { AdminMenu } from './admin-menu.tsx'
import { AdminNav } from './admin-nav.tsx'

/** The administrator's area: title and profile on top, the pages' list at the side. */
export default function AdminLayout() {
  const user = useSession((state) => state.userData)
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  const [isNavOpen, setNavOpen] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page that was chosen closes the drawer
  useEffect(() => setNavOpen(false), [pathname])
  useAdminCheck(user)
  if (!user) return null

  return (
    <DataProvider>
      <div className={styles.screen}>
        <SkipLink />
        <header className={styles.header}>
          <Burger
            className={styles.burger}
            opened={isNavOpen}
            onClick={() => setNavOpen(true)}
            size="sm"
            color="#fff"
            aria-label="Open the menu"
          />
          <Link to={paths.adminHome()} className={styles.title}>
            <img src={mark} width={26} height={26} alt="" />
            Admin Panel
          </Link>
          <AdminMenu user={user} />
        </header>
        <nav className={styles.sidebar} aria-label="Pages">
          <AdminNav />
        </nav>
        <main id="content" tabIndex={-1} className={styles.main}>
          <Outlet />
        </main>
      </div>
      <Drawer opened={isNavOpen} onClose={() => setNavOpen(false)} size={270} title="Admin Panel">
        <nav aria-label="Pages">
          <AdminNav onChoose={() => setNavOpen(false)} />
        </nav>
      </Drawer>
    </DataProvider>
  )
}
