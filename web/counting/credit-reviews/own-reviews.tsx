import { useDisclosure } from '@mantine/hooks'
import type { OwnFinding } from '#contract/counting/credit-findings/own-calls.ts'
import type { OwnReviews as Reviews } from '#contract/counting/credit-reviews/calls.ts'
import { getOwnReviews } from '#contract/counting/credit-reviews/calls.ts'
import { shownHours } from '#contract/events/events/facts.ts'
import { useData } from '#web/core/api/data.tsx'
import { shownInstant } from '#web/core/texts/instants.ts'
import { later } from '#web/core/ui/later.tsx'
import { SmallButton } from '#web/core/ui/small-button.tsx'

const AskReview = later(() => import('./ask-review.tsx'))

interface Props {
  registrationId: number
  /** Empty if no attendance was counted, as with manual hours. */
  hours?: OwnFinding['hourByHour']
}

/** A registration's reviews with answers, for its person, and the button to ask. Nothing if no review is possible. */
export function OwnReviews({ registrationId, hours = [] }: Props) {
  const [isOpen, { open, close }] = useDisclosure()
  const { data } = useData(getOwnReviews, {}, { isQuiet: true })
  const own = data?.registrations.find((each) => each.registrationId === registrationId)
  if (!own) return null
  return (
    <div className="tight">
      {own.reviews.toReversed().map((review) => (
        <OwnReview key={review.reviewId} review={review} />
      ))}
      {own.canAsk && (
        <div style={{ marginBlockStart: 4 }}>
          <SmallButton onClick={open}>
            {own.reviews.length > 0 ? 'Ask again' : 'Ask for a review'}
          </SmallButton>
        </div>
      )}
      <AskReview own={own} hours={hours} isOpen={isOpen} onClose={close} />
    </div>
  )
}

function OwnReview({
  review: { about, words, fileName, askedAt, answer },
}: {
  review: Reviews['reviews'][number]
}) {
  return (
    <div className="tight small anywhere">
      <p>
        <b>You asked for a review</b> of {about || 'your hours'} on {shownInstant(askedAt)}: {words}
        {fileName && ` (${fileName})`}
      </p>
      <p role="status">
        {answer ? (
          <>
            <b>{answer.hours === null ? 'The hours stay' : `You were given ${shownHours(answer.hours)}`}</b>{' '}
            on {shownInstant(answer.answeredAt)}: {answer.words}
          </>
        ) : (
          "We'll look at it and answer by email."
        )}
      </p>
    </div>
  )
}
