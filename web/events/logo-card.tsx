import type { ReactNode } from 'react'
import { narrowPicture } from '#contract/uploads/calls.ts'
import styles from './logo-card.module.css'

interface Props {
  logo: string
  title: string
  /** What else there is to say. */
  lines?: string[]
  /** Opens it, where the role of whoever looks allows that. */
  onOpen: (() => void) | undefined
  children?: ReactNode
}

/** A company's logo and name; a click opens it. */
export function LogoCard({ logo, title, lines = [], onOpen, children }: Props) {
  return (
    <div className={`card ${styles.card}`}>
      <button type="button" className={styles.open} disabled={!onOpen} onClick={onOpen}>
        <img className={styles.logo} src={narrowPicture(logo)} alt="" loading="lazy" />
        <span className="tight anywhere">
          <strong>{title}</strong>
          {lines.filter(Boolean).map((line) => (
            <span key={line} className="muted small">
              {line}
            </span>
          ))}
        </span>
      </button>
      {children && <div className={styles.below}>{children}</div>}
    </div>
  )
}

/** Cards beside each other. */
export function LogoCards({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className={styles.cards} aria-label={label}>
      {children}
    </ul>
  )
}
