import { codeLooks } from '#web/ledger/credits/hour-looks.ts'
import type { ShownCode } from './finding-words.ts'
import { codesInWords } from './finding-words.ts'
import styles from './hour-boxes.module.css'

/** A box per hour. `dayStarts`: the places of hours that begin a day. */
export function HourBoxes({
  codes,
  dayStarts,
}: {
  codes: readonly ShownCode[]
  dayStarts: ReadonlySet<number>
}) {
  return (
    <span className={styles.boxes} role="img" aria-label={codesInWords(codes)}>
      {codes.map((code, place) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: an hour is its place
          key={place}
          className={styles.box}
          data-tone={codeLooks[code].tone}
          data-begins={(place > 0 && dayStarts.has(place)) || undefined}
        >
          {codeLooks[code].sign}
        </span>
      ))}
    </span>
  )
}

/** Explains the signs in use. */
export function HourLegend({ codes }: { codes: ReadonlySet<ShownCode> }) {
  const used = Object.entries(codeLooks).filter(([code]) => codes.has(code as ShownCode))
  return (
    <ul className={`row small muted ${styles.legend}`} aria-label="Signs">
      {used.map(([code, { sign, tone, words }]) => (
        <li key={code} className={styles.meaning}>
          <span className={styles.box} data-tone={tone} aria-hidden>
            {sign}
          </span>
          {words}
        </li>
      ))}
    </ul>
  )
}
