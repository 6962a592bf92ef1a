import { Link, Outlet } from '@tanstack/react-router'
import { paths } from '#contract/core/paths.ts'
import { Brand } from '#web/core/ui/brand.tsx'
import { SkipLink } from '#web/core/ui/skip-link.tsx'
import styles from './public-layout.module.css'

const promises = [
  { figure: '8 h', text: 'Inspection Authorization renewal credit every year' },
  { figure: '$0', text: 'For every seminar, online or in person' },
  { figure: '1', text: 'Certificate, ready to download after the event' },
]

/** The pages before sign-in: a short description of the portal beside one card. */
export function PublicLayout() {
  return (
    <div className={styles.page}>
      <SkipLink />
      <header className={styles.side}>
        <Link to={paths.login()} className={styles.home}>
          <Brand />
        </Link>
        <div className={styles.pitch}>
          <p className={styles.line}>Free IA renewal seminars for aviation maintenance technicians</p>
          <ul className={`stack ${styles.promises}`}>
            {promises.map(({ figure, text }) => (
              <li key={figure}>
                <strong className="figures">{figure}</strong>
                {text}
              </li>
            ))}
          </ul>
        </div>
        <Dial />
      </header>
      <main id="content" tabIndex={-1} className={styles.main}>
        <div className={styles.card}>
          <Outlet />
        </div>
      </main>
    </div>
  )
}

function Dial() {
  const ticks = Array.from({ length: 25 }, (_, index) => -120 + index * 10)
  return (
    <svg className={styles.dial} viewBox="-100 -100 200 200" aria-hidden="true">
      <circle r="92" />
      {ticks.map((angle, index) => (
        <path key={angle} d={index % 4 === 0 ? 'M0-92V-76' : 'M0-92V-84'} transform={`rotate(${angle})`} />
      ))}
      <path className={styles.needle} d="M0 8V-66" transform="rotate(48)" />
    </svg>
  )
}
