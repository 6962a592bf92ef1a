import type { Decision } from '#contract/attendance/attendance-decisions/calls.ts'
import { subjectOfReport } from '#contract/attendance/attendance-decisions/subjects.ts'
import type { Question } from '#contract/counting/credit-findings/calls.ts'
import { shownHours } from '#contract/events/events/facts.ts'

/** An answer that one click gives. */
export interface Answer {
  label: string
  /** The reason, unless another one is typed. */
  reason: string
  /** The subject, if it is not the question's. */
  subject?: string
  /** Most people give it. */
  isLikely?: boolean
  decision: Pick<Decision, 'act' | 'registrationIds' | 'credit'>
}

/** The most candidates with their own button. */
const mostCandidates = 4

/** Returns the answers to a question that need only a click. */
export function answersOf({ kind, registrationId, candidates, facts }: Question): Answer[] {
  const { hours = { before: 0, now: 0 }, elsewhere } = facts
  const id = registrationId ?? 0
  switch (kind) {
    case 'no-email':
    case 'unknown-email':
      return [
        ...candidates.slice(0, mostCandidates).map((candidate) => ({
          ...itIs(candidate),
          isLikely: candidates.length === 1 && !candidate.isOtherSlot,
        })),
        nobody,
      ]
    case 'two-candidates':
    case 'contradiction':
      return [...candidates.map(itIs), ...(candidates.length > 1 ? [all(candidates)] : []), nobody]
    case 'unusable-times':
      return [
        ...(hours.now > hours.before
          ? [
              {
                label: `Give ${shownHours(hours.now)}`,
                reason: 'The noted times are right',
                decision: credit(id, hours.now, true),
              },
            ]
          : []),
        aside('Set aside', 'They get no credit'),
      ]
    case 'canceled':
      return [aside('Set aside', 'They get no credit')]
    case 'host':
      return [aside('Set aside', 'Hosts get no credit')]
    case 'overlap':
      return elsewhere
        ? [
            {
              label: 'Credit here',
              reason: `Credited elsewhere for the same time, instead of for ${elsewhere.eventName}`,
              decision: credit(elsewhere.registrationId, 0),
            },
            aside('Leave it there', `Credited for ${elsewhere.eventName}`),
          ]
        : [aside('Leave it there', 'Credited elsewhere for the same time')]
    case 'lowered':
      return [
        {
          label: `Accept ${shownHours(hours.now)}`,
          reason: `The newest reports give ${shownHours(hours.now)}`,
          decision: credit(id, hours.now, true),
        },
        {
          label: `Keep ${shownHours(hours.before)}`,
          reason: `${shownHours(hours.before)} stay, whatever the newest reports say`,
          decision: credit(id, hours.before),
        },
      ]
    case 'total-differs':
      return [
        {
          label: `Give ${shownHours(hours.now)}`,
          reason: 'The rows of the report are right',
          decision: credit(id, hours.now, true),
        },
        aside('Set aside', 'They get no credit'),
      ]
    case 'other-days':
      return [
        {
          label: 'Take the new days',
          reason: 'The newest reports give these days',
          decision: credit(id, hours.now, true),
        },
        aside('Keep the days', 'The credited days stay'),
      ]
    case 'taken-back':
      return [aside('Leave it', 'Removed before; no hours are given')]
    case 'few-answers':
      return [
        question('Counts', 'counts', 'It was asked of everyone'),
        question('Does not count', 'does-not-count', 'It was not asked of everyone'),
      ]
    case 'no-polls':
      return [aside('No questions were asked', 'No poll questions were asked on this day')]
    case 'smaller-version':
      return [
        aside('Count the newer one', 'The newer report was looked at, and is right'),
        ...(facts.report ? [olderAgain(facts.report.sha256)] : []),
      ]
    case 'profile-incomplete':
      return []
    default:
      return [aside('Looks right', 'The reports were looked at, and are right')]
  }
}

/** Returns the answer that credits a person manually. */
export function creditByHand(kind: Question['kind'], registrationId: number, hours: number): Answer {
  return {
    label: 'Set hours manually',
    reason: kind === 'host' ? 'Hosted; hours set manually' : 'Hours set manually',
    decision: credit(registrationId, hours),
  }
}

function itIs({ registrationId, name, email, isOtherSlot }: Question['candidates'][number]): Answer {
  const who = name || email
  return {
    label: `Match to ${who}${isOtherSlot ? ', of the other time slot' : ''}`,
    reason: `Recognized as ${who}`,
    decision: { act: 'match', registrationIds: [registrationId] },
  }
}

function all(candidates: Question['candidates']): Answer {
  return {
    label: candidates.length === 2 ? 'Match to both' : 'Match to all of them',
    reason: 'They shared a computer',
    decision: { act: 'match', registrationIds: candidates.map(({ registrationId }) => registrationId) },
  }
}

const nobody: Answer = {
  label: 'Ignore (not registered)',
  reason: 'Not registered for this event',
  decision: { act: 'match', registrationIds: [] },
}

function aside(label: string, reason: string): Answer {
  return { label, reason, decision: { act: 'set-aside', registrationIds: [] } }
}

function credit(registrationId: number, hours: number, isByRule = false): Answer['decision'] {
  return { act: 'credit', registrationIds: [], credit: { registrationId, hours, isByRule } }
}

/** Sets a report aside, so that its previous version counts again. */
function olderAgain(sha256: string): Answer {
  return {
    ...aside('Count the older one', 'The newer report lacks what the one before it has'),
    subject: subjectOfReport(sha256),
  }
}

function question(label: string, act: 'counts' | 'does-not-count', reason: string): Answer {
  return { label, reason, decision: { act, registrationIds: [] } }
}
