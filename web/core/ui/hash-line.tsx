import { CopyIcon } from './copy-icon.tsx'
import styles from './hash-line.module.css'

/** A SHA-256, by which two people know that they have the same file. */
export function HashLine({ sha256, label = 'SHA-256' }: { sha256: string; label?: string }) {
  return (
    <div className={`small ${styles.hash}`}>
      <div>
        <span className="muted">{label} </span>
        <code className="anywhere">{sha256}</code>
      </div>
      <CopyIcon value={sha256} what={label} />
    </div>
  )
}
