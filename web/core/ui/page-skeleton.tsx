import styles from './page-skeleton.module.css'

/** Shown while a page loads. Plain CSS, because the sign-in page loads it, too. */
export function PageSkeleton() {
  return (
    <div className={styles.page} role="status" aria-label="Loading">
      <span className={styles.heading} />
      <span className={styles.text} />
      <span className={styles.block} />
      <span className={styles.block} />
    </div>
  )
}
