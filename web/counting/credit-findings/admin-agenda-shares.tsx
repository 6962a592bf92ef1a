import { Title } from '@mantine/core'
import type { SlotFindings } from '#contract/counting/credit-findings/calls.ts'
import { shownCount } from '#web/core/texts/counts.ts'
import { clockOf, shownDayOf } from '#web/ledger/credits/hour-looks.ts'
import { AdminAgendaButton } from './admin-agenda-button.tsx'
import styles from './admin-agenda-shares.module.css'
import { shownShare } from './finding-words.ts'

interface Props {
  eventSlotId: number
  findings: SlotFindings
}

/** A slot's hours by day, each with the share of attendees who earned it. */
export function AdminAgendaShares({ eventSlotId, findings }: Props) {
  const { agenda, statedBecause, people } = findings
  const came = people.filter(({ found }) => found.reason !== 'no-visits').length
  return (
    <section className="card pad stack" aria-labelledby="agenda">
      <div className="spread">
        <div className="row">
          <Title order={2} id="agenda">
            Hours taught
          </Title>
          <span className="muted small anywhere">
            {statedBecause === null ? 'As scheduled' : `As taught: ${statedBecause}`}
          </span>
        </div>
        <AdminAgendaButton eventSlotId={eventSlotId} />
      </div>
      <div className={styles.days}>
        {[...Map.groupBy(agenda, ({ on }) => on)].map(([on, hours]) => (
          <div key={on}>
            <h3 className="small">{shownDayOf(on)}</h3>
            <ol className={`small figures ${styles.hours}`}>
              {hours.map(({ pieces, earned }) => (
                <li key={pieces[0]?.startAt.getTime()}>
                  <span>
                    {pieces.map(({ startAt, endAt }) => `${clockOf(startAt)} – ${clockOf(endAt)}`).join(', ')}
                  </span>
                  {came > 0 && (
                    <>
                      <span className={styles.bar} aria-hidden>
                        <span style={{ width: `${(100 * earned) / came}%` }} />
                      </span>
                      <span>
                        <span className="unseen">earned by </span>
                        {shownShare(earned, came)}{' '}
                        <span className="muted">
                          {shownCount(earned)} of {shownCount(came)}
                        </span>
                      </span>
                    </>
                  )}
                </li>
              ))}
            </ol>
          </div>
        ))}
      </div>
    </section>
  )
}
