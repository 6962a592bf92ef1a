import { shownCount } from '#web/core/texts/counts.ts'
import { Sentences } from '#web/core/ui/sentences.tsx'
import { clockOf, codeLooks, shownDayOf } from '#web/ledger/credits/hour-looks.ts'
import styles from './day-timeline.module.css'
import type { Bar, DayTimeline } from './timeline.ts'
import { crowdPath } from './timeline.ts'

/** A day as a drawing: taught hours, visits over them, answers, join openings and the crowd. The list says the same. */
export function DayTimelineDrawing({ day }: { day: DayTimeline }) {
  const { on, from, to, hours, visits, uncounted, answers, openings, most } = day
  return (
    <figure className={styles.day}>
      <figcaption className={`small ${styles.caption}`}>
        <span className="strong">{shownDayOf(on)}</span>
        <span className="muted tiny figures">
          {clockOf(from)} – {clockOf(to)}
        </span>
      </figcaption>
      <div className={styles.drawing} aria-hidden>
        <div className={styles.hours}>
          {hours.flatMap(({ number, code, pieces }) =>
            pieces.map((piece, place) => (
              <span
                key={piece.left}
                className={styles.hour}
                data-tone={codeLooks[code].tone}
                style={placeOf(piece)}
                title={`Hour ${number}: ${codeLooks[code].words}`}
              >
                {place === 0 && `${number} ${codeLooks[code].sign}`}
              </span>
            )),
          )}
        </div>
        <div className={styles.visits}>
          {visits.map((visit) => (
            <span
              key={`${visit.left} ${visit.width}`}
              className={styles.visit}
              style={placeOf(visit)}
              title={spanOf(visit)}
            />
          ))}
          {uncounted.map((visit) => (
            <span
              key={`${visit.left} ${visit.width}`}
              className={styles.uncounted}
              style={placeOf(visit)}
              title={`Not counted: ${spanOf(visit)}`}
            />
          ))}
        </div>
        <div className={styles.marks}>
          {answers.map(({ left, at }) => (
            <span
              key={at.getTime()}
              className={styles.answer}
              style={{ insetInlineStart: `${left}%` }}
              title={`Answered ${clockOf(at)}`}
            />
          ))}
          {openings.map(({ left, at }) => (
            <span
              key={at.getTime()}
              className={styles.opening}
              style={{ insetInlineStart: `${left}%` }}
              title={`Opened the join link ${clockOf(at)}`}
            />
          ))}
        </div>
        {most > 0 && (
          <>
            <svg className={styles.crowd} viewBox="0 0 100 100" preserveAspectRatio="none">
              <title>People who were there</title>
              <path d={crowdPath(day)} />
            </svg>
            <span className="muted tiny">Everyone: up to {shownCount(most)} people at a time</span>
          </>
        )}
      </div>
      <Sentences className="unseen" of={textOf(day)} />
    </figure>
  )
}

/** Explains the parts of the drawings. */
export function TimelineLegend() {
  return (
    <div className={`row muted tiny ${styles.legend}`} aria-hidden>
      <span>
        <i className={styles.visit} /> there
      </span>
      <span>
        <i className={styles.uncounted} /> not counted
      </span>
      <span>
        <i className={styles.answer} /> poll answer
      </span>
      <span>
        <i className={styles.opening} /> join link opened
      </span>
    </div>
  )
}

function textOf({ hours, away, answers, openings, crowd, most }: DayTimeline) {
  return [
    ...hours.map(({ number, code, minutes, taughtMinutes, pieces }) => {
      const times = pieces.map(spanOf).join(' and ')
      return `Hour ${number}, ${times}: ${codeLooks[code].words}, ${minutes} of ${Math.floor(taughtMinutes)} minutes.`
    }),
    ...away.map((span) => `Away ${spanOf(span)}.`),
    ...answers.map(({ at }, place) => `Poll answer ${place + 1} at ${clockOf(at)}.`),
    ...openings.map(({ at }, place) => `Join link opened at ${clockOf(at)}, time ${place + 1}.`),
    ...(crowd.length > 0 ? [`Up to ${most} people were there at a time.`] : []),
  ]
}

function spanOf({ from, to }: Bar) {
  return `${clockOf(from)} – ${clockOf(to)}`
}

function placeOf({ left, width }: Bar) {
  return { insetInlineStart: `${left}%`, width: `${width}%` }
}
