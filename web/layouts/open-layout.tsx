import { Button } from '@mantine/core'
import { Link, Outlet } from '@tanstack/react-router'
import { paths } from '#contract/core/paths.ts'
import { DataProvider } from '#web/core/api/data.tsx'
import { useSession } from '#web/core/session/session.ts'
import { Brand } from '#web/core/ui/brand.tsx'
import { SkipLink } from '#web/core/ui/skip-link.tsx'
import styles from './open-layout.module.css'

/** The public pages of events. */
export default function OpenLayout() {
  const isSignedIn = useSession(({ userData }) => userData !== null && !userData.isAdmin)
  return (
    <DataProvider>
      <SkipLink />
      <header className={styles.header}>
        <Link to={paths.openEvents()} className={styles.home}>
          <Brand />
        </Link>
        <div className="row">
          <Button variant="default" component={Link} to={isSignedIn ? paths.upcomingEvents() : paths.login()}>
            {isSignedIn ? 'My events' : 'Log in'}
          </Button>
          {!isSignedIn && (
            <Button component={Link} to={paths.register()}>
              Create account
            </Button>
          )}
        </div>
      </header>
      <main id="content" tabIndex={-1} className={styles.main}>
        <Outlet />
      </main>
    </DataProvider>
  )
}
