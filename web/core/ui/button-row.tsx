import type { ReactNode } from 'react'
import styles from './button-row.module.css'

interface Props {
  /** The main button destroys something, so on a phone it is not on top. */
  isDangerous?: boolean
  children: ReactNode
}

/** The buttons at the end of a dialog, the main one last. On a phone they fill the bottom, the main one first. */
export function ButtonRow({ isDangerous = false, children }: Props) {
  return (
    <div className={styles.row} data-buttons data-dangerous={isDangerous || undefined}>
      {children}
    </div>
  )
}
