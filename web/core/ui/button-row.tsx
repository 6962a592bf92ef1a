import type { ReactNode } from 'react'
import styles from './button-row.module.css'

/** The buttons at the end of a dialog, the main one last. On a phone they fill the bottom, the main one first. */
export function ButtonRow({ children }: { children: ReactNode }) {
  return (
    <div className={styles.row} data-buttons>
      {children}
    </div>
  )
}
