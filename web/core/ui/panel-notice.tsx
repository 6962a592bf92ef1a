import type { ReactNode } from 'react'
import styles from './panel-notice.module.css'

interface Props {
  icon: ReactNode
  /** A link to the page where people can fix it. */
  link: ReactNode
  children: ReactNode
}

/** A line above the pages about a problem that needs a person. Screen readers announce it. */
export function PanelNotice({ icon, link, children }: Props) {
  return (
    <div role="status" className={styles.region}>
      {children && (
        <p className={`small anywhere ${styles.notice}`}>
          {icon}
          <span>{children}</span>
          {link}
        </p>
      )}
    </div>
  )
}
