import { WifiOff } from 'lucide-react'
import { useIsReachable } from '#web/core/api/connection.ts'
import styles from './connection-notice.module.css'

/** A notification while the portal cannot be reached. */
export function ConnectionNotice() {
  const isReachable = useIsReachable()
  return (
    <div role="status" className={styles.place}>
      {!isReachable && (
        <p className={styles.notice}>
          <WifiOff size={17} aria-hidden />
          We can't reach the portal. This page reconnects automatically.
        </p>
      )}
    </div>
  )
}
