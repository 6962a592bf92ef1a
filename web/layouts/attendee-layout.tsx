import { Burger, Drawer } from '@mantine/core'
import { Link, Outlet, useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { paths } from '#contract/paths.ts'
import { DataProvider } from '#web/platform/api/data.tsx'
import { useSession } from '#web/platform/session/session.ts'
import { Brand } from '#web/platform/ui/brand.tsx'
import { SkipLink } from '#web/platform/ui/skip-link.tsx'
import styles from './attendee-layout.module.css'
import { AttendeeNav } from './attendee-nav.tsx'
import { greeting } from './greeting.ts'
import { UserMenu } from './user-menu.tsx'

/** The signed-in person's area: greeting and menu on top, the pages' list at the side. */
export default function AttendeeLayout() {
  const user = useSession((state) => state.userData)
  const href = useRouterState({ select: (state) => state.location.href })
  const [isNavOpen, setNavOpen] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page that was chosen closes the drawer
  useEffect(() => setNavOpen(false), [href])
  if (!user) return null

  return (
    <DataProvider>
      <SkipLink />
      <header className={styles.header}>
        <Burger
          className={styles.burger}
          opened={isNavOpen}
          onClick={() => setNavOpen(true)}
          size="sm"
          aria-label="Open the menu"
        />
        <Link to={paths.upcomingEvents()} className={styles.home}>
          <Brand />
        </Link>
        <p className={styles.greeting}>
          {[greeting(new Date().getHours()), user.firstName].filter(Boolean).join(', ')}
        </p>
        <UserMenu user={user} />
      </header>
      <div className={styles.body}>
        <nav className={styles.sidebar} aria-label="Pages">
          <AttendeeNav />
        </nav>
        <main id="content" tabIndex={-1} className={styles.main}>
          <Outlet />
        </main>
      </div>
      <Drawer opened={isNavOpen} onClose={() => setNavOpen(false)} size={290} title={<Brand />}>
        <nav aria-label="Pages">
          <AttendeeNav />
        </nav>
      </Drawer>
    </DataProvider>
  )
}
