import type { ReactNode } from 'react'
import { narrowPicture } from '#contract/foundation/uploads/calls.ts'
import { Hint } from '#web/core/ui/hint.tsx'
import styles from './logo-card.module.css'

interface Props {
  logo: string
  title: string
  /** A second line. */
  text: string
  /** Opens the company; undefined if the role does not allow it. */
  onOpen: (() => void) | undefined
  children?: ReactNode
}

/** A company's logo and name in `LogoCards`; a click opens it. */
export function LogoCard({ logo, title, text, onOpen, children }: Props) {
  return (
    <li className={`card ${styles.card}`}>
      <button type="button" className={styles.open} disabled={!onOpen} onClick={onOpen}>
        <img className={styles.logo} src={narrowPicture(logo)} alt="" loading="lazy" />
        <span className="tight anywhere">
          <strong>{title}</strong>
          {text && <span className="muted small">{text}</span>}
        </span>
      </button>
      {children && <div className={styles.below}>{children}</div>}
    </li>
  )
}

/** Cards beside each other. */
export function LogoCards({ label, of, children }: { label: string; of: string; children: ReactNode[] }) {
  if (children.length === 0) {
    return <Hint>No {of} yet.</Hint>
  }
  return (
    <ul className={styles.cards} aria-label={label}>
      {children}
    </ul>
  )
}
