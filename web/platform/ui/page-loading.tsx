import { useSession } from '#web/platform/session/session.ts'
import styles from './page-loading.module.css'

/** Covers the screen and says what is going on. It fades in, so that quick work does not flicker. */
export function PageLoading({ text = 'Processing' }: { text?: string }) {
  return (
    <div className={styles.cover} role="status">
      <div className={styles.box}>
        <span className={styles.spinner} aria-hidden />
        {text}
      </div>
    </div>
  )
}

/** The overlay that `whileLoading` switches on. */
export function LoaderOverlay() {
  const text = useSession((state) => state.loader)
  return text === null ? null : <PageLoading text={text} />
}
