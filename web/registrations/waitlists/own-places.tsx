import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { paths } from '#contract/core/paths.ts'
import type { Place } from '#contract/registrations/waitlists/calls.ts'
import { placeWords } from '#web/events/slots/place-words.ts'
import { SlotTimes } from '#web/events/slots/slot-times.tsx'
import styles from './own-places.module.css'
import { useWaitlistActs } from './waitlist-acts.ts'

/** The person's waitlists, with places and offers. */
export function OwnPlaces({ waits }: { waits: Place[] }) {
  const { leave } = useWaitlistActs()
  if (waits.length === 0) return null
  return (
    <section className="card pad stack" aria-labelledby="own-waits">
      <h2 id="own-waits">Waitlists</h2>
      <ul className={`lines ${styles.waits}`}>
        {waits.map((wait) => (
          <li key={wait.eventSlotId} className="spread">
            <span className="tight">
              <strong className="anywhere">{wait.eventName}</strong>
              <SlotTimes slot={wait} isInPerson={wait.isInPerson} />
              <span>
                <span className="pill small">Tentative</span> {placeWords(wait)}
              </span>
            </span>
            <span className="row">
              {wait.offerCode && (
                <Button component={Link} to={paths.offeredSeat()} hash={`code=${wait.offerCode}`}>
                  Claim my seat
                </Button>
              )}
              <Button
                variant="default"
                loading={leave.given?.eventSlotId === wait.eventSlotId}
                onClick={() => void leave.act(wait)}
              >
                Leave the waitlist
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
