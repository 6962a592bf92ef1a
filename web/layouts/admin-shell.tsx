import { sessionUser } from '#web/core/session/session.ts'
import { Logo } from '#web/core/ui/brand.tsx'
import { PageSkeleton } from '#web/core/ui/page-skeleton.tsx'
import styles from './admin-layout.module.css'

/** The administrators' area while it loads: its frame, so that nothing moves afterwards. */
export function AdminShell() {
  // The sign-in page has another frame.
  if (!sessionUser()?.isAdmin) return <PageSkeleton />
  return (
    <div className={styles.screen}>
      <header className={styles.header}>
        <span className={styles.title}>
          <Logo height={26} />
          Admin Panel
        </span>
      </header>
      <div className={styles.sidebar} />
      <main className={styles.main}>
        <PageSkeleton />
      </main>
    </div>
  )
}
