import { Outlet } from '@tanstack/react-router'
import { Brand } from '#web/core/ui/brand.tsx'
import { SkipLink } from '#web/core/ui/skip-link.tsx'
import styles from './admin-entry-layout.module.css'

/** Administrators' pages before sign-in, in one card. */
export default function AdminEntryLayout() {
  return (
    <div className={styles.page}>
      <SkipLink />
      <header className={styles.header}>
        <Brand />
      </header>
      <main id="content" tabIndex={-1} className={styles.main}>
        <div className={`card ${styles.card}`}>
          <Outlet />
        </div>
      </main>
    </div>
  )
}
