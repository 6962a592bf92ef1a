import type { Updateable } from 'kysely'
import { consentTexts } from '#contract/memberships.ts'
import type { User } from '#server/accounts/queries.ts'
import { getUser } from '#server/accounts/queries.ts'
import type { Services, Tx } from '#server/services.ts'
import type { Tables } from '#server/tables.ts'

/** Answers about memberships and the mailing list; what is absent stays as it was. */
export interface Answers {
  aopaNumber?: string | null | undefined
  aopaSkipped?: boolean | undefined
  nbaaNumber?: string | null | undefined
  nbaaSkipped?: boolean | undefined
  vaiNumber?: string | null | undefined
  vaiSkipped?: boolean | undefined
  hasGivenMailingConsent?: boolean | null | undefined
  /** Milliseconds since 1970. */
  mailingConsentTimestamp?: number | null | undefined
  mailingConsentEventId?: number | null | undefined
  mailingConsentEventName?: string | null | undefined
}

/** Records answers; the consent with the text that was shown, when and for which event. Gives the person as they are then. */
export async function recordMemberships(
  tx: Tx,
  { clock }: Services,
  userId: string,
  answers: Answers,
): Promise<User> {
  const before = await getUser(tx, userId)
  const isAnswered = isNewAnswer(before, answers)
  const changes = {
    ...membershipChanges(before, answers),
    ...(isAnswered && consentChanges(answers, clock())),
  }
  if (Object.keys(changes).length === 0) return before
  await tx.updateTable('users').set(changes).where('user_id', '=', userId).execute()
  if (isAnswered) {
    await tx
      .insertInto('mailing_consents')
      .values({
        user_id: userId,
        is_given: answers.hasGivenMailingConsent === true,
        text_shown: `${consentTexts.mailingList}\n${consentTexts.release}`,
        event_id: answers.mailingConsentEventId ?? null,
        event_name: answers.mailingConsentEventName ?? null,
      })
      .execute()
  }
  return getUser(tx, userId)
}

/** The profile form sends the recorded answer along each time: that is no new one. */
function isNewAnswer(before: User, answers: Answers): boolean {
  const { hasGivenMailingConsent, mailingConsentTimestamp, mailingConsentEventName } = answers
  if (hasGivenMailingConsent == null) return false
  return (
    before.has_given_mailing_consent !== hasGivenMailingConsent ||
    (mailingConsentTimestamp ?? before.mailing_consent_at?.getTime()) !==
      before.mailing_consent_at?.getTime() ||
    (mailingConsentEventName ?? before.mailing_consent_event_name) !== before.mailing_consent_event_name
  )
}

/** A number makes a member and ends the skip; a skip alone says 'not a member'; neither: not answered. */
function membershipChanges(before: User, answers: Answers): Updateable<Tables['users']> {
  const changes: Updateable<Tables['users']> = {}
  const aopa = answerOf(before.aopa_number, answers.aopaNumber, answers.aopaSkipped)
  if (aopa) {
    changes.aopa_number = aopa.number
    changes.aopa_skipped = aopa.skipped
    changes.is_aop_member = aopa.number ? 'YES' : aopa.skipped ? 'NO' : 'NO_INPUT'
  }
  const nbaa = answerOf(before.nbaa_number, answers.nbaaNumber, answers.nbaaSkipped)
  if (nbaa) Object.assign(changes, { nbaa_number: nbaa.number, nbaa_skipped: nbaa.skipped })
  const vai = answerOf(before.vai_number, answers.vaiNumber, answers.vaiSkipped)
  if (vai) Object.assign(changes, { vai_number: vai.number, vai_skipped: vai.skipped })
  return changes
}

function answerOf(before: string | null, given: string | null | undefined, skipped: boolean | undefined) {
  if (given === undefined && skipped === undefined) return undefined
  if (given === undefined) return { number: skipped ? null : before, skipped: skipped === true }
  const number = given?.trim() ? given : null
  return { number, skipped: number === null && skipped === true }
}

function consentChanges(answers: Answers, now: Date): Updateable<Tables['users']> {
  const { hasGivenMailingConsent, mailingConsentTimestamp, mailingConsentEventName } = answers
  return {
    has_given_mailing_consent: hasGivenMailingConsent === true,
    mailing_consent_at: believableInstant(mailingConsentTimestamp, now),
    ...(mailingConsentEventName != null && { mailing_consent_event_name: mailingConsentEventName }),
  }
}

/** A browser's clock is believed unless it is in the future or far from ours. */
function believableInstant(timestamp: number | null | undefined, now: Date): Date {
  const isBelievable =
    timestamp != null && timestamp > Date.UTC(2020, 0) && timestamp <= now.getTime() + 86_400_000
  return isBelievable ? new Date(timestamp) : now
}
