import { creditableHours } from '#contract/credits/rules.ts'
import styles from './hours-choice.module.css'

/** The hours that can be credited, side by side. */
export function HoursChoice({
  chosen,
  onChoose,
}: {
  chosen: number | undefined
  onChoose: (hours: number) => void
}) {
  return (
    <fieldset className={styles.choice}>
      <legend>Hours</legend>
      <div className={styles.hours}>
        {creditableHours.map((hours) => (
          <label key={hours}>
            <input type="radio" name="hours" checked={chosen === hours} onChange={() => onChoose(hours)} />
            {hours}
          </label>
        ))}
      </div>
      <p>
        0 withdraws the credit and the certificate. Anyone whose certificate was emailed gets an email about
        the correction, a minute later.
      </p>
    </fieldset>
  )
}
