import type { ReactNode } from 'react'
import styles from './panel-notice.module.css'

interface Props {
  icon: ReactNode
  /** What leads to where it can be mended. */
  link: ReactNode
  /** What is wrong; nothing while all is well. */
  children: ReactNode
}

/** A line above the pages of the panel that says what needs somebody, and is read out as it comes. */
export function PanelNotice({ icon, link, children }: Props) {
  return (
    <div role="status">
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
