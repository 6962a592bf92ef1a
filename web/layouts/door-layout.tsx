import { Link, Outlet } from '@tanstack/react-router'
import { paths } from '#contract/core/paths.ts'
import { DataProvider } from '#web/core/api/data.tsx'
import { portalName } from '#web/core/portal.ts'
import { can } from '#web/core/session/can.ts'
import { useSession } from '#web/core/session/session.ts'
import { Logo } from '#web/core/ui/brand.tsx'
import { SkipLink } from '#web/core/ui/skip-link.tsx'
import { useAdminCheck } from './admin-check.ts'
import { AdminMenu } from './admin-menu.tsx'
import styles from './door-layout.module.css'

/** The check-in page. It needs its height for people, so it has no menu of pages. */
export default function DoorLayout() {
  const user = useSession((state) => state.userData)
  useAdminCheck(user)
  if (!user) return null
  return (
    <DataProvider>
      <div className={styles.screen} data-works-offline>
        <SkipLink />
        <header className={styles.header}>
          {can({ access: 'registrations:read' }) ? (
            <Link to={paths.adminHome()} className={styles.title}>
              <Logo height={26} />
              Admin Panel
            </Link>
          ) : (
            <span className={styles.title}>
              <Logo height={26} />
              {portalName}
            </span>
          )}
          <a
            href={paths.help({ page: 'front-desk' })}
            target="_blank"
            rel="noreferrer"
            className={styles.help}
          >
            Help
          </a>
          <AdminMenu user={user} />
        </header>
        <main id="content" tabIndex={-1} className={styles.main}>
          <Outlet />
        </main>
      </div>
    </DataProvider>
  )
}
