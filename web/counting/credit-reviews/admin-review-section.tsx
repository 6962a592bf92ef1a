import { Button, NativeSelect, Textarea } from '@mantine/core'
import { useInputState } from '@mantine/hooks'
import { FileDown } from 'lucide-react'
import { useState } from 'react'
import {
  getRegistrationFinding,
  getSlotFindings,
  getWaits,
} from '#contract/counting/credit-findings/calls.ts'
import type { Review, ReviewAnswer } from '#contract/counting/credit-reviews/calls.ts'
import {
  answerReview,
  countReviews,
  getReviewFile,
  getReviews,
  longestReview,
} from '#contract/counting/credit-reviews/calls.ts'
import { shownHours } from '#contract/events/events/facts.ts'
import { getActivities } from '#contract/foundation/activities/calls.ts'
import { getAllRegisteredUsers } from '#contract/registrations/registration-lists/calls.ts'
import { useAct } from '#web/core/api/act.ts'
import { call } from '#web/core/api/call.ts'
import { can } from '#web/core/session/can.ts'
import { counted } from '#web/core/texts/counts.ts'
import { shownAge, shownInstant } from '#web/core/texts/instants.ts'
import { FormProblem } from '#web/core/ui/form-problem.tsx'
import { saveFileOf } from '#web/core/ui/save-file.ts'
import { PanelSection } from '#web/core/ui/side-panel.tsx'
import { SmallButton } from '#web/core/ui/small-button.tsx'
import { toastDone } from '#web/core/ui/toasts.tsx'
import { useUnsavedChanges } from '#web/core/ui/unsaved-changes.ts'
import type { HandAbout } from '#web/ledger/credits/hand-hours.tsx'
import { sendByHand } from '#web/ledger/credits/hand-hours.tsx'
import { hoursToGive } from './review-words.ts'

const reloads = [
  getReviews,
  countReviews,
  getRegistrationFinding,
  getSlotFindings,
  getWaits,
  getAllRegisteredUsers,
  getActivities,
]

/** A registration's reviews: the request, with the form to answer it, or the answer. */
export function AdminReviewSection({ reviews }: { reviews: Review[] }) {
  return reviews.map((review) => (
    <PanelSection key={review.reviewId} title={review.isSecond ? 'Second review' : 'Review'}>
      <Asked review={review} />
      {review.answer ? (
        <p className="small anywhere">
          <b>
            {review.answer.hours === null
              ? 'The hours stay'
              : `${counted(review.answer.hours, 'hour was', 'hours were')} given`}
          </b>
          : {review.answer.words}{' '}
          <span className="muted">
            {review.answer.answeredBy ?? 'Someone who deleted their account'},{' '}
            {shownInstant(review.answer.answeredAt)}
          </span>
        </p>
      ) : (
        can(answerReview) && <Answer review={review} />
      )}
    </PanelSection>
  ))
}

function Asked({ review }: { review: Review }) {
  const { reviewId, about, words, fileName, askedAt } = review
  const save = useAct(saveReviewFile, { tell: 'toast' })
  return (
    <div className="tight">
      <p className="anywhere">
        About {about || 'their hours'}: {words}
      </p>
      <p className="muted small">
        Asked {shownInstant(askedAt)}.{' '}
        {review.answer === null && `Waiting ${shownAge(askedAt).toLowerCase()}.`}
      </p>
      {fileName && can(getReviewFile) && (
        <div>
          <SmallButton icon={FileDown} {...save.button({ reviewId, fileName })}>
            {fileName}
          </SmallButton>
        </div>
      )}
    </div>
  )
}

/** Gives more hours, or leaves them. The words are emailed. */
function Answer({ review }: { review: Review }) {
  const { reviewId, registrationId, eventName, name, email, hours, hourNumbers, version } = review
  const choices = hoursToGive(review)
  const wanted = hours + Math.max(1, hourNumbers.length)
  const [given, setGiven] = useState(choices.find((each) => each === wanted) ?? choices.at(-1))
  const [words, setWords] = useInputState('')
  const isBlank = words.trim() === ''
  useUnsavedChanges(!isBlank)
  const who = name || email
  const { act, isRunning, problem } = useAct(sendAnswer, {
    reloads,
    failed: "Couldn't save your answer. Try again.",
    done: (given) => {
      if (given === undefined) return
      toastDone([given === null ? 'The hours stay' : `${shownHours(given)} given`, who])
    },
  })
  const about = { registrationId, who: `${who}, ${eventName}`, hasReason: true }
  const answer = (hours: number | null | undefined) =>
    void act({ about: hours === null ? null : { ...about, hours }, answer: { reviewId, words, version } })
  return (
    <div className="stack">
      <Textarea
        label="Your answer"
        description={`It is emailed to ${name || email}, and kept beside the hours.`}
        rows={3}
        required
        maxLength={longestReview}
        value={words}
        onChange={setWords}
      />
      <FormProblem text={problem} />
      <div className="row">
        {given !== undefined && (
          <>
            <NativeSelect
              aria-label="Hours to give"
              value={String(given)}
              data={choices.map((each) => ({ value: String(each), label: shownHours(each) }))}
              onChange={(event) => setGiven(Number(event.currentTarget.value))}
            />
            <Button loading={isRunning} disabled={isBlank} onClick={() => answer(given)}>
              Give {shownHours(given)}
            </Button>
            <Button
              variant="default"
              loading={isRunning}
              disabled={isBlank}
              onClick={() => answer(undefined)}
            >
              By day…
            </Button>
          </>
        )}
        <Button variant="default" loading={isRunning} disabled={isBlank} onClick={() => answer(null)}>
          Keep {shownHours(hours)}
        </Button>
      </div>
    </div>
  )
}

interface Given {
  /** null: unchanged. */
  about: HandAbout | null
  answer: Pick<ReviewAnswer, 'reviewId' | 'words' | 'version'>
}

/** Returns the given hours, null if unchanged, and undefined if canceled. */
async function sendAnswer({ about, answer }: Given) {
  if (!about) {
    await call(answerReview, { body: { ...answer, hours: null } })
    return null
  }
  return sendByHand(about, async ({ hours, byDay, isConfirmed }) => {
    await call(answerReview, {
      body: { ...answer, hours, ...(byDay && { byDay }), ...(isConfirmed && { isConfirmed }) },
    })
    return hours
  })
}

async function saveReviewFile({ reviewId, fileName }: { reviewId: number; fileName: string }) {
  await saveFileOf(getReviewFile, { params: { reviewId } }, fileName)
}
