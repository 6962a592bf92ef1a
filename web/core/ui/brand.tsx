import mark from '#web/core/theme/mark.svg'
import styles from './brand.module.css'

/** The portal's mark and name. */
export function Brand() {
  return (
    <span className={styles.brand}>
      <img src={mark} width={32} height={32} alt="" />
      IA Renewal Portal
    </span>
  )
}
