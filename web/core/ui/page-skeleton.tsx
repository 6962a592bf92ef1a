import styles from './page-skeleton.module.css'

/** Stands where a page will be, while its code or what it shows is on its way; in plain CSS, for the first page has it, too. */
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
