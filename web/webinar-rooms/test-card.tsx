import { useReducedMotion } from '@mantine/hooks'
import { easternClock } from '#contract/core/season.ts'
import { usePortalClock } from '#web/webinars/countdown.tsx'
import styles from './test-card.module.css'

const bars = ['#e6e9ee', '#e8c547', '#4fb6c4', '#58a35e', '#b65aa0', '#c2453c', '#2f5fa8']
const hours = Array.from({ length: 12 }, (_, hour) => hour * 30)

/** What is shown where a webinar would be: bars, a clock that moves, and what the room is called. */
export function TestCard({ topic, portalNow }: { topic: string; portalNow: Date }) {
  const isStill = useReducedMotion()
  const [, time = ''] = easternClock(usePortalClock(portalNow)).split(' ')
  const seconds = Number(time.slice(6))
  return (
    <figure className={styles.card}>
      <svg viewBox="0 0 640 360" aria-hidden="true">
        {bars.map((color, place) => (
          <rect key={color} x={(place * 640) / 7} width={640 / 7 + 1} height="360" fill={color} />
        ))}
        <circle cx="320" cy="180" r="128" className={styles.dial} />
        {hours.map((angle) => (
          <path key={angle} d="M320 60V74" className={styles.mark} transform={`rotate(${angle} 320 180)`} />
        ))}
        {!isStill && (
          <path d="M320 62V106" className={styles.hand} transform={`rotate(${seconds * 6} 320 180)`} />
        )}
        <text x="320" y="186" className={styles.time}>
          {isStill ? time.slice(0, 5) : time}
        </text>
        <text x="320" y="216" className={styles.zone}>
          Eastern
        </text>
      </svg>
      <figcaption>{topic}</figcaption>
    </figure>
  )
}
