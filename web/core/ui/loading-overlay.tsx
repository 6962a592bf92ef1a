import { Loader } from '@mantine/core'
import { useIsCovered } from '#web/core/api/act.ts'
import styles from './loading-overlay.module.css'

/** Covers the screen and says what is happening. It fades in, so that quick work does not flicker. */
export function LoadingOverlay({ text = 'Processing' }: { text?: string }) {
  return (
    <div className={styles.cover} role="status">
      <div className={`card ${styles.box}`}>
        <Loader size={22} aria-hidden />
        {text}
      </div>
    </div>
  )
}

export function ActOverlay() {
  return useIsCovered() ? <LoadingOverlay /> : null
}
