import { Link, Outlet } from '@tanstack/react-router'
import { paths } from '#contract/core/paths.ts'
import { DataProvider } from '#web/core/api/data.tsx'
import { useSession } from '#web/core/session/session.ts'
import { Brand } from '#web/core/ui/brand.tsx'
import { SkipLink } from '#web/core/ui/skip-link.tsx'
import { BouncedEmailNotice } from '#web/foundation/bounces/bounced-email-notice.tsx'
import { PasskeyOffer } from '#web/people/passkeys/passkey-offer.tsx'
import { TodayCard } from '#web/registrations/registrations/today-card.tsx'
import styles from './attendee-layout.module.css'
import { AttendeeNav } from './attendee-nav.tsx'
import { greeting } from './greeting.ts'
import { NavDrawer, NavDrawerButton } from './nav-drawer.tsx'
import { UserMenu } from './user-menu.tsx'

/** The attendees' area: greeting and account menu on top, the list of pages at the side. */
export default function AttendeeLayout() {
  const user = useSession((state) => state.userData)
  // A pre-rendered page is for anyone.
  if (!user && !import.meta.env.SSR) return null

  return (
    <DataProvider>
      <SkipLink />
      <header className={styles.header}>
        <div className={styles.burger}>
          <NavDrawerButton />
        </div>
        <Link to={paths.upcomingEvents()} className={styles.home}>
          <Brand />
        </Link>
        <p className={`cut ${styles.greeting}`}>
          {user && [greeting(new Date().getHours()), user.firstName].filter(Boolean).join(', ')}
        </p>
        {user && <UserMenu user={user} />}
      </header>
      <div className={styles.body}>
        <nav className={styles.sidebar} aria-label="Pages">
          <AttendeeNav />
        </nav>
        <main id="content" tabIndex={-1} className={styles.main}>
          {user && <TodayCard />}
          {user && <BouncedEmailNotice />}
          {user && <PasskeyOffer user={user} />}
          <Outlet />
        </main>
      </div>
      <NavDrawer title={<Brand />}>
        <AttendeeNav />
      </NavDrawer>
    </DataProvider>
  )
}
