import { Title } from '@mantine/core'
import { useId } from 'react'
import type { Review } from '#contract/counting/credit-reviews/calls.ts'
import { answerReview, getReviews } from '#contract/counting/credit-reviews/calls.ts'
import { shownTimeslot } from '#contract/events/slots/times.ts'
import { useData } from '#web/core/api/data.tsx'
import { shownCount } from '#web/core/texts/counts.ts'
import { shownAge, shownInstant } from '#web/core/texts/instants.ts'
import { SmallButton } from '#web/core/ui/small-button.tsx'
import styles from './admin-reviews.module.css'

const everyMs = 60_000

/** Reads the open reviews over all slots, or all reviews of one slot. */
export function useReviews(eventSlotId?: number): Review[] | undefined {
  return useData(getReviews, { query: { eventSlotId } }, { every: everyMs }).data?.reviews
}

interface Props {
  /** Only those of this slot. */
  eventSlotId?: number
  /** Only those of these slots. */
  eventSlotIds?: number[]
  /** Opens the panel with the person's timeline and the answers. */
  onOpen: (about: { eventSlotId: number; registrationId: number }) => void
}

/** The open reviews, oldest first; nothing without any. */
export function AdminReviews({ eventSlotId, eventSlotIds, onOpen }: Props) {
  const id = useId()
  const reviews = useReviews(eventSlotId)?.filter(({ answer }) => answer === null) ?? []
  const open = reviews.filter((review) => eventSlotIds?.includes(review.eventSlotId) ?? true)
  if (open.length === 0) return null
  return (
    <section className="card" aria-labelledby={id}>
      <Title order={2} id={id} className={styles.title ?? ''}>
        Reviews <span className="muted">{shownCount(open.length)}</span>
      </Title>
      <ul className="lines">
        {open.map((review) => (
          <li key={review.reviewId} className={styles.review}>
            <div className={styles.who}>
              <button type="button" className={`touch ${styles.name}`} onClick={() => onOpen(review)}>
                {review.name || review.email}
              </button>
              {eventSlotId === undefined && (
                <span className="muted tiny figures">
                  {review.eventName}, {shownTimeslot(review.slot)}
                </span>
              )}
            </div>
            <p className="small anywhere">
              {review.isSecond && <span className="pill small">Second request</span>}{' '}
              <b>About {review.about || 'their hours'}</b>: {review.words}
              {review.fileName && <span className="muted"> 1 attachment</span>}
            </p>
            <div className="row">
              <span className="muted tiny figures" title={`Since ${shownInstant(review.askedAt)}`}>
                {shownAge(review.askedAt)}
              </span>
              <SmallButton
                needs={answerReview}
                aria-label={`Answer ${review.name || review.email}`}
                onClick={() => onOpen(review)}
              >
                Answer
              </SmallButton>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
