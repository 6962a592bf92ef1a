import { portalLogo, portalName } from '#web/core/portal.ts'
import mark from '#web/core/theme/mark.svg'
import styles from './brand.module.css'

/** The portal's mark and name. */
export function Brand() {
  return (
    <span className={styles.brand}>
      <Logo height={32} />
      {portalName}
    </span>
  )
}

/** The portal's mark, as wide as the server says that the logo is. */
export function Logo({ height }: { height: number }) {
  return (
    <img
      src={portalLogo ?? mark}
      height={height}
      style={{ width: `calc(${height}px * var(--logo-ratio, 1))` }}
      className={styles.logo}
      alt=""
    />
  )
}
