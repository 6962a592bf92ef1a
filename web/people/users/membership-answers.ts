import type { Input } from '#contract/core/endpoint.ts'
import type { EventSlot } from '#contract/events/events/calls.ts'
import type { updateMembershipInfo } from '#contract/people/users/calls.ts'
import { MembershipNumber } from '#contract/people/users/memberships.ts'
import type { User } from '#contract/people/users/user.ts'
import type { FieldErrors } from '#web/core/ui/form.ts'
import type { MembershipSection } from './dialog-sections.ts'
import { unansweredSections } from './dialog-sections.ts'
import { numberFields, skipFields } from './membership-values.ts'
import type { Association, Membership } from './memberships.ts'
import { associations, membershipOf } from './memberships.ts'

/** The answers in the dialog. A section's error has the section's name as its field. */
export type MembershipAnswers = Record<Association, string> & {
  skipped: Record<Association, boolean>
  mailingList: boolean
  release: boolean
  CONSENT: string
}

export function startingAnswers(user: User): MembershipAnswers {
  const numbers = Object.fromEntries(associations.map((each) => [each, membershipOf(user, each).number]))
  return {
    ...(numbers as Record<Association, string>),
    skipped: { AOPA: false, NBAA: false, VAI: false },
    mailingList: false,
    release: false,
    CONSENT: '',
  }
}

/** Returns what is missing or malformed, by section. */
export function answerErrors(
  sections: readonly MembershipSection[],
  answers: MembershipAnswers,
): FieldErrors {
  const memberships = Object.fromEntries(
    associations.map((each) => [each, { number: answers[each], skipped: answers.skipped[each] }]),
  ) as Record<Association, Membership>
  const misspelt = sections.flatMap((section) => {
    const issue =
      section === 'CONSENT' ? undefined : MembershipNumber.safeParse(answers[section]).error?.issues[0]
    return issue ? [[section, issue.message]] : []
  })
  return { ...Object.fromEntries(misspelt), ...unansweredSections(sections, { ...answers, memberships }) }
}

type Payload = Input<typeof updateMembershipInfo>['body']

/** Returns the open sections' answers for sending. The same `consentedAt` is recorded once. */
export function membershipPayload(
  sections: readonly MembershipSection[],
  answers: MembershipAnswers,
  event: Pick<EventSlot, 'eventId' | 'eventName'>,
  consentedAt: Date,
): Payload {
  const payload: Payload = {}
  for (const association of associations) {
    if (!sections.includes(association)) continue
    const skipped = answers.skipped[association]
    payload[numberFields[association]] = skipped ? null : answers[association].trim()
    payload[skipFields[association]] = skipped
  }
  if (sections.includes('CONSENT')) {
    payload.hasGivenMailingConsent = true
    payload.mailingConsentTimestamp = consentedAt
    payload.mailingConsentEventId = event.eventId
    payload.mailingConsentEventName = event.eventName
  }
  return payload
}
