import type { AttendanceDecision } from '#contract/attendance/attendance-decisions/calls.ts'
import { readSubject, subjectOfQuestion } from '#contract/attendance/attendance-decisions/subjects.ts'
import type { Data } from '#contract/core/endpoint.ts'
import type { getPollQuestions, PollQuestion } from '#contract/counting/credit-findings/poll-questions.ts'
import { isAbout, placesOf } from '#contract/counting/hours/asked.ts'
import type { Launch } from '#contract/counting/hours/launches.ts'
import { countsAsAsked } from '#contract/counting/hours/launches.ts'
import { countsOneSlot } from '#contract/events/credit-rules/versions.ts'
import { findDecisions } from '#server/attendance/attendance-decisions/queries.ts'
import { findSlotsOfEvent, getSlot } from '#server/events/slots/queries.ts'
import type { Services } from '#server/services.ts'
import type { CountedSlot } from './credit-finding-basis.ts'
import { findEventBasis } from './credit-finding-basis.ts'
import type { MatchedSlot } from './credit-finding-counting.ts'
import { matchSlots } from './credit-finding-counting.ts'

/** Returns a slot's poll questions by its current reports and codes, in order of time. Refuses with SLOT_NOT_FOUND. */
export async function findPollQuestions(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  eventSlotId: number,
): Promise<Data<typeof getPollQuestions>> {
  const { eventId, eventName, startOn, endOn, startTime, endTime } = await getSlot(db, eventSlotId)
  const basis = await findEventBasis(db, eventId, await findSlotsOfEvent(db, eventId), clock())
  const matched = (await matchSlots(basis)).find((slot) => slot.basis.eventSlotId === eventSlotId)
  const words = (await findDecisions(db, eventSlotId)).filter(
    ({ act, isNewest, withdrawal }) =>
      isNewest && !withdrawal && (act === 'counts' || act === 'does-not-count'),
  )
  const figures = matched?.basis.figures
  return {
    eventName,
    slot: { startOn, endOn, startTime, endTime },
    canDecide: figures !== undefined && !countsOneSlot(figures) && figures.polls.per !== 'none',
    questions: matched ? questionsOf(matched, words) : [],
  }
}

function questionsOf(
  { agenda, asked, basis: { figures } }: MatchedSlot<CountedSlot>,
  words: readonly AttendanceDecision[],
): PollQuestion[] {
  const placeOf = placesOf(figures, agenda)
  const timeOf = ({ at, on }: Launch) => at?.toISOString() ?? on ?? ''
  return asked
    .toSorted((a, b) => (timeOf(a) < timeOf(b) ? -1 : 1))
    .map((launch) => {
      const { question, at, on, source, answered = null, present = null } = launch
      const isInHour = placeOf(launch) !== undefined
      // Newest first.
      const word = words.find(({ subject }) => {
        const { question = '', at = null } = readSubject(subject)
        return isAbout({ question, at }, launch)
      })
      return {
        question,
        at,
        on: at ? null : on,
        subject: subjectOfQuestion({ question, at }),
        isByCode: source === 'code',
        isInHour,
        answered,
        present,
        counts: isInHour && countsAsAsked(launch),
        word: word
          ? {
              decisionId: word.decisionId,
              subject: word.subject,
              reason: word.reason,
              decidedBy: word.decidedBy,
              decidedAt: word.decidedAt,
            }
          : null,
      }
    })
}
