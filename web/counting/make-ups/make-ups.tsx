import { Button } from '@mantine/core'
import { Video } from 'lucide-react'
import { useRef } from 'react'
import type { OwnFinding } from '#contract/counting/credit-findings/own-calls.ts'
import { getOwnFindings } from '#contract/counting/credit-findings/own-calls.ts'
import type { OwnHour } from '#contract/counting/credit-findings/own-hours.ts'
import { admitMakeUp, giveUpMakeUp } from '#contract/counting/make-ups/calls.ts'
import type { MakeUpOffer } from '#contract/counting/make-ups/offers.ts'
import { makeUpCounts, makeUpOffers } from '#contract/counting/make-ups/offers.ts'
import { useAct } from '#web/core/api/act.ts'
import { readingZone } from '#web/core/texts/own-zone.ts'
import { externalUrl } from '#web/core/ui/external-url.ts'
import { hoursInWords, offerInWords, openingInWords, placeInWords } from './make-up-words.ts'
import styles from './make-ups.module.css'

/**
 * Other slots of the event that teach missing hours again. One tap admits the person; in person, they come to
 * the place.
 */
export function MakeUps({ finding }: { finding: OwnFinding }) {
  const { registrationId, standing, hourByHour } = finding
  const offers = makeUpOffers(hourByHour)
  if (offers.length === 0) return null
  const isSeries = new Set(hourByHour.map(({ on }) => on)).size > 1
  return (
    <ul className={styles.offers} aria-label="Make up missing hours">
      {offers.map((offer) => (
        <Offer
          key={offer.slot.eventSlotId}
          offer={offer}
          registrationId={registrationId}
          isDecided={standing?.isDecided === true}
          isSeries={isSeries}
        />
      ))}
    </ul>
  )
}

interface Props {
  offer: MakeUpOffer<OwnHour>
  registrationId: number
  isDecided: boolean
  isSeries: boolean
}

const reloads = [getOwnFindings]

function Offer({ offer, registrationId, isDecided, isSeries }: Props) {
  const own = useRef<HTMLLIElement>(null)
  // The act's button is gone by then.
  const done = () => own.current?.focus()
  const admit = useAct(admitMakeUp, { done, tell: 'toast', reloads })
  const giveUp = useAct(giveUpMakeUp, { done, tell: 'toast', reloads })
  const { eventSlotId, isAdmitted, isInPerson, joinUrl } = offer.slot
  const body = { registrationId, eventSlotId }
  const reader = { now: new Date(), zone: readingZone(offer.slot) }
  return (
    <li ref={own} tabIndex={-1} className={`tight ${styles.offer}`}>
      {offerInWords(offer, reader, isSeries).map((sentence) => (
        <p key={sentence} className="strong anywhere">
          {sentence}
        </p>
      ))}
      {isInPerson && <p className="anywhere">{placeInWords(offer)}</p>}
      {isDecided && <p className="anywhere">{makeUpCounts(isDecided)}</p>}
      <p role="status" className={styles.status}>
        {isAdmitted &&
          [
            "You're in. Your own registration stays.",
            openingInWords(offer, reader),
            !isDecided && makeUpCounts(isDecided),
          ]
            .filter(Boolean)
            .join(' ')}
      </p>
      {!isInPerson && (
        <div className="row">
          {isAdmitted ? (
            <>
              <Button
                component="a"
                href={externalUrl(joinUrl)}
                target="_blank"
                rel="noopener noreferrer"
                leftSection={<Video size={17} />}
              >
                Join Webinar
              </Button>
              <Button variant="default" {...giveUp.button({ body })}>
                Cancel this time slot
              </Button>
            </>
          ) : (
            <Button {...admit.button({ body })}>Join for {hoursInWords(offer.hours)}</Button>
          )}
        </div>
      )}
    </li>
  )
}
