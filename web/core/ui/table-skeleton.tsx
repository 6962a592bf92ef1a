import styles from './table-skeleton.module.css'

const widths = [62, 48, 74, 55, 68, 44, 71, 52, 66, 58, 49, 73]

/** The shape of a table whose rows are on their way. */
export function TableSkeleton({ label }: { label: string }) {
  return (
    <div className={styles.skeleton} role="status" aria-label={label}>
      {widths.map((width, row) => (
        <div key={width} className={styles.row} style={{ opacity: 1 - row * 0.07 }}>
          <span style={{ width: `${width}%` }} />
          <span style={{ width: `${110 - width}%` }} />
          <span style={{ width: `${width - 15}%` }} />
          <span style={{ width: `${95 - width}%` }} />
        </div>
      ))}
    </div>
  )
}
