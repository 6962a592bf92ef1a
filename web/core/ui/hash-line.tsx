import { CopyIcon } from '#web/core/ui/copy-icon.tsx'
import styles from './pack-hash.module.css'

/** The SHA-256 of a pack's file, by which two people know that they hold the same file. */
export function PackHash({ sha256 }: { sha256: string }) {
  return (
    <div className={`small ${styles.hash}`}>
      <div>
        <span className="muted">SHA-256 </span>
        <code className="anywhere">{sha256}</code>
      </div>
      <CopyIcon value={sha256} what="SHA-256" />
    </div>
  )
}
