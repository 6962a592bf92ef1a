import { Alert, Title } from '@mantine/core'
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import type { SlotFindings, Wait } from '#contract/credit-findings/calls.ts'
import { shownCount } from '#web/core/texts/counts.ts'
import { SmallButton } from '#web/core/ui/small-button.tsx'
import { AdminAgendaButton } from './admin-agenda-button.tsx'
import styles from './admin-waiting-list.module.css'
import { hourName } from './finding-words.ts'
import { HourBoxes } from './hour-boxes.tsx'
import { HoursNow } from './hours-now.tsx'
import { findingDetails } from './registration-finding.ts'
import type { SlotGroups } from './slot-groups.ts'
import { waitTitles, waitWords } from './wait-words.ts'

interface Props extends Pick<SlotGroups, 'anomalies' | 'waiting'> {
  eventSlotId: number
  agenda: SlotFindings['agenda']
  dayStarts: ReadonlySet<number>
}

const portion = 20

/** Everything that waits for an administrator at a slot: what holds up all of it, then its people. */
export function AdminWaitingList({ eventSlotId, agenda, anomalies, waiting, dayStarts }: Props) {
  const [most, setMost] = useState(portion)
  return (
    <>
      {anomalies.map((wait) => (
        <Alert
          key={`${wait.kind} ${wait.subject}`}
          color="yellow"
          icon={<TriangleAlert size={18} aria-hidden />}
          title={waitTitles[wait.kind]}
        >
          <div className="spread">
            {waitWords(wait, missedHour(wait, agenda))}
            {wait.facts.proposal && (
              <AdminAgendaButton eventSlotId={eventSlotId} proposal={wait.facts.proposal}>
                State the hours as taught
              </AdminAgendaButton>
            )}
          </div>
        </Alert>
      ))}
      {waiting.length > 0 && (
        <section className="card" aria-labelledby="waiting">
          <Title order={2} id="waiting" className={styles.title ?? ''}>
            Waiting <span className="muted">{shownCount(waiting.length)}</span>
          </Title>
          <ul className="lines">
            {waiting.slice(0, most).map(({ wait, person }) => (
              <li key={`${wait.kind} ${wait.subject}`} className={styles.wait}>
                <div className={styles.who}>
                  {person ? (
                    <button
                      type="button"
                      className={styles.name}
                      onClick={() =>
                        findingDetails.show({ eventSlotId, registrationId: person.registrationId })
                      }
                    >
                      {person.name || 'Unknown person'}
                    </button>
                  ) : (
                    <span className="strong">{wait.name || 'Unknown person'}</span>
                  )}
                  <span className="muted tiny">{wait.email ?? person?.email}</span>
                </div>
                <div>
                  <span className="pill small" data-tone="warn">
                    {waitTitles[wait.kind]}
                  </span>{' '}
                  <span className="small">{waitWords(wait)}</span>
                </div>
                {person && (
                  <div className="row figures">
                    <HourBoxes codes={person.codes} dayStarts={dayStarts} />
                    <HoursNow person={person} />
                  </div>
                )}
              </li>
            ))}
          </ul>
          {waiting.length > most && (
            <div className={styles.more}>
              <SmallButton onClick={() => setMost(most + portion)}>Show more</SmallButton>
            </div>
          )}
        </section>
      )}
    </>
  )
}

function missedHour({ facts }: Wait, agenda: SlotFindings['agenda']): string | undefined {
  const hour = agenda[facts.missed ?? -1]
  return hour && hourName(agenda, hour)
}
