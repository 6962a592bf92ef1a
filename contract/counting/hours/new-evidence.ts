import type { AttendanceVisit, PollMoment } from '#contract/attendance/attendances/readings.ts'
import type { Span } from '#contract/events/slots/presence.ts'
import { presenceOf, secondsOf } from '#contract/events/slots/presence.ts'
import { spansOf } from './attended.ts'
import { launchKey } from './launches.ts'

/** A person's rows over all slots of an event. */
interface Rows {
  visits: readonly AttendanceVisit[]
  answers: readonly PollMoment[]
}

/** The differences between newer and older reports about a person. */
export interface NewEvidence {
  /** The presence (in seconds) and answers only in newer reports, and only in older ones. */
  seconds: number
  lostSeconds: number
  answers: number
  lostAnswers: number
}

/** Compares a person's rows with the earlier ones. */
export function newEvidence(before: Rows, now: Rows): NewEvidence {
  const [then, there] = [spansOf(before.visits), spansOf(now.visits)]
  const both = secondsOf(union([...then, ...there]))
  const [answered, answers] = [answersOf(before), answersOf(now)]
  return {
    seconds: both - secondsOf(union(then)),
    lostSeconds: both - secondsOf(union(there)),
    answers: answers.difference(answered).size,
    lostAnswers: answered.difference(answers).size,
  }
}

function union(spans: readonly Span[]): readonly Span[] {
  return presenceOf(spans, { forgivenGapSeconds: 0 }).visits
}

function answersOf({ answers }: Rows): Set<string> {
  return new Set(answers.map(launchKey))
}
