import { VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import type { OwnFinding } from '#contract/counting/credit-findings/own-calls.ts'
import type { OwnHour } from '#contract/counting/credit-findings/own-hours.ts'
import { Sentences } from '#web/core/ui/sentences.tsx'
import { clockOf, codeLooks, shownDayOf } from './hour-looks.ts'
import styles from './own-hours.module.css'
import { daysInWords, hourInWords, hoursInWords, minutesOf, notesOf, pollsOf } from './own-words.ts'

/** A person's hours of a registration: the sum, its reason, and each hour. `children` follow the missing hours. */
export function OwnHours({ finding, children }: { finding: OwnFinding; children?: ReactNode }) {
  const { state, standing, hours, possibleHours, hourByHour } = finding
  const days = Map.groupBy(hourByHour, ({ on }) => on)
  const inDays = daysInWords(finding)
  const isComplete = state === 'counted' && (standing?.hours ?? hours) === possibleHours
  return (
    // biome-ignore lint/a11y/useSemanticElements: no form
    <div className={`tight ${styles.own}`} role="group" aria-label="Your hours">
      <p className="strong figures">{hoursInWords(finding)}</p>
      {inDays && <p className="small figures">{inDays}</p>}
      {notesOf(finding).map((note) => (
        <p key={note} className="small muted anywhere">
          {note}
        </p>
      ))}
      {state !== 'awaited' && (
        <details className={styles.details} open={!isComplete}>
          <summary className="small">Hour by hour (Eastern)</summary>
          {[...days].map(([on, hours]) => (
            <Day key={on} on={on} hours={hours} isMissing={finding.hours < possibleHours} />
          ))}
        </details>
      )}
      {children}
    </div>
  )
}

/** A slot may have more hours than anyone can get. If none is missing, those without presence need no reason. */
function Day({ on, hours, isMissing }: { on: string; hours: OwnHour[]; isMissing: boolean }) {
  const sentences = isMissing ? hours.flatMap(({ sentence }) => sentence ?? []) : []
  const day = shownDayOf(on)
  return (
    <div className={styles.day}>
      <p className="small strong">{day}</p>
      <ol className={styles.hours} aria-label={day}>
        {hours.map((hour) => (
          <Hour key={hour.number} hour={hour} />
        ))}
      </ol>
      {sentences.length > 0 && <Sentences className="tight small" of={sentences} />}
    </div>
  )
}

function Hour({ hour }: { hour: OwnHour }) {
  const { number, code, startAt, minutes, taughtMinutes, neededMinutes } = hour
  const { sign, tone } = codeLooks[code]
  const share = (of: number) => `${taughtMinutes > 0 ? Math.min(100, (100 * of) / taughtMinutes) : 0}%`
  return (
    <li className={styles.hour} data-tone={tone}>
      <VisuallyHidden>{hourInWords(hour)}</VisuallyHidden>
      <div aria-hidden className="tiny figures">
        <span className={styles.head}>
          <b>
            {number} {sign}
          </b>
          <span className="muted">{clockOf(startAt)}</span>
        </span>
        <span className={styles.bar}>
          <span className={styles.there} style={{ width: share(minutes) }} />
          {neededMinutes !== null && taughtMinutes > 0 && (
            <span className={styles.needed} style={{ insetInlineStart: share(neededMinutes) }} />
          )}
        </span>
        <span className={styles.facts}>
          <span>{minutesOf(hour)}</span>
          <span>{pollsOf(hour)}</span>
        </span>
      </div>
    </li>
  )
}
