import type { Updateable } from 'kysely'
import type { Input } from '#contract/core/endpoint.ts'
import type * as calls from '#contract/people/users/calls.ts'
import { consentTexts } from '#contract/people/users/memberships.ts'
import type { User } from '#contract/people/users/user.ts'
import { refuse, refusing } from '#server/core/http/refusal.ts'
import type { Tx } from '#server/services.ts'
import type { Tables } from '#server/tables.generated.ts'
import type { Work } from '#server/work.ts'
import { lockUser } from './queries.ts'
import { changeUser } from './user-changes.ts'

/** Answers about memberships and the mailing list; absent ones stay. */
type Answers = Input<typeof calls.updateMembershipInfo>['body']

type Changes = Updateable<Tables['users']>

/**
 * Records answers, and a consent with its shown text. Returns the person. Refuses a consent for a missing or
 * closed event with EVENT_NOT_FOUND or EVENT_CLOSED.
 */
export async function updateMembershipInfo(work: Work, userId: string, answers: Answers): Promise<User> {
  const before = await lockUser(work.tx, userId)
  return changeUser(work, before, () => writeMemberships(work, before, answers))
}

/**
 * Withdraws a person's consent by the code in their news, like their own answer. Does nothing if already
 * withdrawn. Returns the person's id. Refuses with NEWS_LINK_NOT_FOUND.
 */
export async function withdrawConsent(work: Work, code: string): Promise<string> {
  const known = await work.tx
    .selectFrom('users')
    // An absorbed account's mails lead to the surviving account.
    .select((row) => row.fn.coalesce('mergedInto', 'userId').as('userId'))
    .where('reminderCode', '=', code)
    .executeTakeFirstOrThrow(refusing('NEWS_LINK_NOT_FOUND'))
  const before = await lockUser(work.tx, known.userId)
  if (before.hasGivenMailingConsent === true) {
    const answering = { ...work, actingUserId: before.userId }
    const answers = { hasGivenMailingConsent: false }
    await changeUser(answering, before, () => writeMemberships(answering, before, answers))
  }
  return before.userId
}

/** Records answers within another change of a locked person. */
export async function writeMemberships(work: Work, before: User, answers: Answers) {
  const { tx, clock, actingUserId = before.userId } = work
  const { userId } = before
  const isAnswered = isNewAnswer(before, answers)
  const changes = {
    ...membershipChanges(before, answers),
    ...(isAnswered && consentChanges(answers, clock())),
  }
  if (Object.keys(changes).length === 0) return
  await tx.updateTable('users').set(changes).where('userId', '=', userId).execute()
  if (isAnswered) {
    const event = await findOpenEvent(tx, answers.mailingConsentEventId)
    const answeredBy = actingUserId === userId ? null : actingUserId
    await tx
      .insertInto('mailingConsents')
      .values({
        userId,
        isGiven: answers.hasGivenMailingConsent === true,
        textShown: answeredBy ? textFor(answers) : textShown(before, answers),
        answeredBy,
        eventId: event?.eventId ?? null,
        eventName: event?.eventName ?? answers.mailingConsentEventName ?? null,
      })
      .execute()
  }
}

function textShown(before: User, { hasGivenMailingConsent }: Answers) {
  const isWithdrawal = before.hasGivenMailingConsent === true && hasGivenMailingConsent === false
  return isWithdrawal ? consentTexts.withdrawal : `${consentTexts.mailingList}\n${consentTexts.release}`
}

/** Returns the text that an administrator who answers for a person confirms. */
function textFor({ hasGivenMailingConsent }: Answers) {
  return hasGivenMailingConsent ? consentTexts.givenFor : consentTexts.withdrawnFor
}

async function findOpenEvent(tx: Tx, eventId: number | null | undefined) {
  if (eventId == null) return undefined
  const event = await tx
    .selectFrom('events')
    .select(['eventId', 'eventName', 'isEnabled'])
    .where('eventId', '=', eventId)
    .where('deletedAt', 'is', null)
    .where('isDraft', '=', false)
    .executeTakeFirst()
  refuse(event === undefined ? 'EVENT_NOT_FOUND' : event.isEnabled ? undefined : 'EVENT_CLOSED')
  return event
}

/** Returns true if a consent is new; the profile form sends the recorded one each time. */
function isNewAnswer(before: User, answers: Answers) {
  const { hasGivenMailingConsent, mailingConsentTimestamp, mailingConsentEventName } = answers
  if (hasGivenMailingConsent == null) return false
  return (
    before.hasGivenMailingConsent !== hasGivenMailingConsent ||
    (mailingConsentTimestamp ?? before.mailingConsentAt)?.getTime() !== before.mailingConsentAt?.getTime() ||
    (mailingConsentEventName ?? before.mailingConsentEventName) !== before.mailingConsentEventName
  )
}

/** A number: a member. Skipped without a number: 'not a member'. Neither: not answered. */
function membershipChanges(before: User, answers: Answers): Changes {
  const aopa = answerOf(before.aopaNumber, answers.aopaNumber, answers.aopaSkipped)
  const nbaa = answerOf(before.nbaaNumber, answers.nbaaNumber, answers.nbaaSkipped)
  const vai = answerOf(before.vaiNumber, answers.vaiNumber, answers.vaiSkipped)
  const isAopMember = aopa?.number ? 'YES' : aopa?.skipped ? 'NO' : 'NO_INPUT'
  return {
    ...(aopa && { aopaNumber: aopa.number, aopaSkipped: aopa.skipped, isAopMember }),
    ...(nbaa && { nbaaNumber: nbaa.number, nbaaSkipped: nbaa.skipped }),
    ...(vai && { vaiNumber: vai.number, vaiSkipped: vai.skipped }),
  }
}

function answerOf(before: string | null, given: string | null | undefined, skipped: boolean | undefined) {
  if (given === undefined && skipped === undefined) return undefined
  if (given === undefined) return { number: skipped ? null : before, skipped: skipped === true }
  const number = given?.trim() ? given : null
  return { number, skipped: number === null && skipped === true }
}

function consentChanges(answers: Answers, now: Date): Changes {
  const { hasGivenMailingConsent, mailingConsentTimestamp, mailingConsentEventName } = answers
  return {
    hasGivenMailingConsent: hasGivenMailingConsent === true,
    mailingConsentAt: believableInstant(mailingConsentTimestamp, now),
    ...(mailingConsentEventName != null && { mailingConsentEventName }),
  }
}

/** Returns the browser's instant, or ours if that is before 2020 or more than a day ahead. */
function believableInstant(timestamp: Date | null | undefined, now: Date) {
  const ms = timestamp?.getTime() ?? 0
  return ms > Date.UTC(2020, 0) && ms <= now.getTime() + 86_400_000 ? new Date(ms) : now
}
