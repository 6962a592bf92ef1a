import styles from './row-icons.module.css'

/** Lucide's icons for the rows of a long table, each as one path: browsers draw them in half the time. */
export const rowIcons = {
  download: icon('M12 15V3m9 12v4a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-4m4-5 5 5 5-5'),
  ellipsis: icon(
    'M11 12a1 1 0 1 0 2 0a1 1 0 1 0-2 0zM18 12a1 1 0 1 0 2 0a1 1 0 1 0-2 0zM4 12a1 1 0 1 0 2 0a1 1 0 1 0-2 0z',
  ),
  history: icon('M3 12a9 9 0 1 0 9-9 9.75 9.75 0 0 0-6.74 2.74L3 8M3 3v5h5m4-1v5l4 2'),
  mail: icon(
    'm22 7-8.991 5.727a2 2 0 0 1-2.009 0L2 7M4 4h16a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2z',
  ),
}

function icon(path: string) {
  return (
    <svg className={styles.icon} viewBox="0 0 24 24" aria-hidden>
      <path d={path} />
    </svg>
  )
}
