import { Alert, Anchor } from '@mantine/core'
import { Link, Outlet } from '@tanstack/react-router'
import { paths } from '#contract/core/paths.ts'
import { getMailFlow } from '#contract/foundation/mails/tries.ts'
import { getWebinarDrift } from '#contract/webinars/webinar-comparisons/calls.ts'
import { DataProvider } from '#web/core/api/data.tsx'
import { useSession } from '#web/core/session/session.ts'
import mark from '#web/core/theme/mark.svg'
import { Allowed } from '#web/core/ui/allowed.tsx'
import { SkipLink } from '#web/core/ui/skip-link.tsx'
import { MailFlowNotice } from '#web/foundation/mails/mail-flow-notice.tsx'
import { WebinarDriftNotice } from '#web/webinars/webinar-comparisons/webinar-drift-notice.tsx'
import { useAdminCheck } from './admin-check.ts'
import styles from './admin-layout.module.css'
import { AdminMenu } from './admin-menu.tsx'
import { AdminNav } from './admin-nav.tsx'
import { AdminSearch } from './admin-search.tsx'
import { NavDrawer, NavDrawerButton } from './nav-drawer.tsx'

/** The administrators' area: title and account menu on top, the list of pages at the side. */
export default function AdminLayout() {
  const user = useSession((state) => state.userData)
  useAdminCheck(user)
  if (!user) return null

  return (
    // A changed role redraws everything.
    <DataProvider key={user.permissions.join()}>
      <div className={styles.screen}>
        <SkipLink />
        <header className={styles.header}>
          <div className={styles.burger}>
            <NavDrawerButton />
          </div>
          <Link to={paths.adminHome()} className={styles.title}>
            <img src={mark} width={26} height={26} alt="" />
            Admin Panel
          </Link>
          <AdminSearch />
          <AdminMenu user={user} />
        </header>
        <nav className={styles.sidebar} aria-label="Pages">
          <AdminNav />
        </nav>
        <div className={styles.notice}>
          {!user.firstName && (
            <Alert title="What is your name?">
              Your answers to reviews and the history carry it.{' '}
              <Anchor component={Link} to={paths.ownName()} inherit underline="always">
                Add your name
              </Anchor>
            </Alert>
          )}
          <Allowed to={getMailFlow}>
            <MailFlowNotice />
          </Allowed>
          <Allowed to={getWebinarDrift}>
            <WebinarDriftNotice />
          </Allowed>
        </div>
        <main id="content" tabIndex={-1} className={styles.main}>
          <Outlet />
        </main>
      </div>
      <NavDrawer title={<strong>Admin Panel</strong>}>
        <AdminNav />
      </NavDrawer>
    </DataProvider>
  )
}
