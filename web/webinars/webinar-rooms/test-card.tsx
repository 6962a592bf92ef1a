import { useReducedMotion } from '@mantine/hooks'
import type { PlainTime } from '#contract/core/plain-dates.ts'
import { shownTime } from '#contract/core/plain-dates.ts'
import { easternClock } from '#contract/core/season.ts'
import { usePortalClock } from '#web/webinars/webinars/countdown.tsx'
import styles from './test-card.module.css'

const bars = ['#e6e9ee', '#e8c547', '#4fb6c4', '#58a35e', '#b65aa0', '#c2453c', '#2f5fa8']
const hours = Array.from({ length: 12 }, (_, hour) => hour * 30)

/** A test picture in place of a webinar: bars, a running clock and the topic. */
export function TestCard({ topic, portalNow }: { topic: string; portalNow: Date }) {
  const isStill = useReducedMotion()
  const clock = easternClock(usePortalClock(portalNow))
  const time = shownTime(clock.slice(11, 16) as PlainTime)
  const seconds = clock.slice(17)
  return (
    <figure className={styles.card}>
      <svg viewBox="0 0 640 360" aria-hidden="true">
        {bars.map((color, place) => (
          <rect key={color} x={(place * 640) / 7} width={640 / 7 + 1} height="360" fill={color} />
        ))}
        <circle cx="320" cy="180" r="128" fill="var(--navy)" stroke="white" strokeWidth="4" />
        <g stroke="var(--mantine-color-brand-1)" strokeWidth="3">
          {hours.map((angle) => (
            <path key={angle} d="M320 60V74" transform={`rotate(${angle} 320 180)`} />
          ))}
        </g>
        {!isStill && (
          <path
            d="M320 62V106"
            stroke="var(--amber)"
            strokeLinecap="round"
            strokeWidth="5"
            transform={`rotate(${Number(seconds) * 6} 320 180)`}
          />
        )}
        <g className="figures" fill="white" textAnchor="middle">
          <text x="320" y="186" fontSize="38" fontWeight="650">
            {isStill ? time : time.replace(' ', `:${seconds} `)}
          </text>
          <text x="320" y="216" fontSize="18">
            Eastern
          </text>
        </g>
      </svg>
      <figcaption className="strong">{topic}</figcaption>
    </figure>
  )
}
