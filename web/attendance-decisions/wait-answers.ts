import type { Decision } from '#contract/attendance-decisions/calls.ts'
import type { Wait } from '#contract/credit-findings/calls.ts'
import { shownHours } from '#contract/events/facts.ts'

/** An answer that one click gives. */
export interface Answer {
  label: string
  /** The reason, unless somebody types another one. */
  reason: string
  decision: Pick<Decision, 'act' | 'registrationIds' | 'credit'>
}

/** The most candidates with a button of their own. */
const mostCandidates = 4

/** Returns the answers to a wait that need nothing but a click. */
export function answersOf({ kind, registrationId, candidates, facts }: Wait): Answer[] {
  const { hours = { before: 0, now: 0 }, elsewhere } = facts
  const id = registrationId ?? 0
  switch (kind) {
    case 'no-email':
    case 'unknown-email':
      return [...candidates.slice(0, mostCandidates).map(itIs), nobody]
    case 'two-candidates':
    case 'contradiction':
      return [...candidates.map(itIs), ...(candidates.length > 1 ? [all(candidates)] : []), nobody]
    case 'unusable-times':
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
    case 'profile-incomplete':
      return []
    default:
      return [aside('Looks right', 'The reports were looked at, and are right')]
  }
}

/** Returns the answer that credits a host by hand. */
export function creditByHand(registrationId: number, hours: number): Answer {
  return {
    label: 'Credit by hand',
    reason: 'Hosted, and credited by hand',
    decision: credit(registrationId, hours),
  }
}

function itIs({ registrationId, name, email, isOtherSlot }: Wait['candidates'][number]): Answer {
  const who = name || email
  return {
    label: `It is ${who}${isOtherSlot ? ', of the other time slot' : ''}`,
    reason: `Recognized as ${who}`,
    decision: { act: 'match', registrationIds: [registrationId] },
  }
}

function all(candidates: Wait['candidates']): Answer {
  return {
    label: candidates.length === 2 ? 'It is both' : 'It is all of them',
    reason: 'They were at one computer',
    decision: { act: 'match', registrationIds: candidates.map(({ registrationId }) => registrationId) },
  }
}

const nobody: Answer = {
  label: 'Not one of ours',
  reason: 'Not registered for this event',
  decision: { act: 'match', registrationIds: [] },
}

function aside(label: string, reason: string): Answer {
  return { label, reason, decision: { act: 'set-aside', registrationIds: [] } }
}

function credit(registrationId: number, hours: number, isByRule = false): Answer['decision'] {
  return { act: 'credit', registrationIds: [], credit: { registrationId, hours, isByRule } }
}
