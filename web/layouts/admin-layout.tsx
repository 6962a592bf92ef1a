import { Alert } from '@mantine/core'
import { Link, Outlet } from '@tanstack/react-router'
import { paths } from '#contract/core/paths.ts'
import { getMailFlow } from '#contract/foundation/mails/tries.ts'
import { DataProvider } from '#web/core/api/data.tsx'
import { can } from '#web/core/session/can.ts'
import { useSession } from '#web/core/session/session.ts'
import { Logo } from '#web/core/ui/brand.tsx'
import { SkipLink } from '#web/core/ui/skip-link.tsx'
import { TextLink } from '#web/core/ui/text-link.tsx'
import { MailFlowNotice } from '#web/foundation/mails/mail-flow-notice.tsx'
import { HelpLink } from '#web/foundation/support/help-link.tsx'
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
          {/* One stop less on the way to the page: the list of pages leads there, too. */}
          <Link to={paths.adminHome()} className={styles.title} tabIndex={-1}>
            <Logo height={26} />
            Admin Panel
          </Link>
          <AdminSearch />
          <HelpLink className={styles.help} />
          <AdminMenu user={user} />
        </header>
        <nav className={styles.sidebar} aria-label="Pages">
          <AdminNav />
        </nav>
        <div className={styles.notice}>
          {!user.firstName && (
            <Alert title="What is your name?">
              It is shown in the activity log and in your answers to reviews.{' '}
              <TextLink to={paths.ownName()} inherit underline="always">
                Add your name
              </TextLink>
            </Alert>
          )}
          {can(getMailFlow) && <MailFlowNotice />}
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
