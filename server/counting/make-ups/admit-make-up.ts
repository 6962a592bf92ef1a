import { makeUpOffers } from '#contract/counting/make-ups/offers.ts'
import { makeUpRefusal } from '#contract/counting/make-ups/rules.ts'
import { isInPerson } from '#contract/events/events/facts.ts'
import { Refusal, refuse } from '#server/core/http/refusal.ts'
import { shownInstant } from '#server/core/mail/shown-instant.ts'
import { selectMakeUpSlots } from '#server/counting/credit-findings/credit-finding-make-ups.ts'
import { findOwnFindings } from '#server/counting/credit-findings/credit-finding-own.ts'
import { happened, ofSlot } from '#server/foundation/activities/activities.ts'
import type { Tx } from '#server/services.ts'
import type { Work } from '#server/work.ts'
import { tellAdmitted } from './make-up-mails.ts'
import { findCurrentMakeUp, lockOwnRegistration } from './queries.ts'

/**
 * Admits a person to another slot's webinar of their event, for missing hours that the slot will teach. Their
 * registration stays. Does nothing if already admitted. Refuses with REGISTRATION_NOT_FOUND, SLOT_NOT_FOUND,
 * MAKE_UP_IN_PERSON, MAKE_UP_NEEDLESS, and the reasons of `makeUpRefusal`.
 */
export async function admitMakeUp(
  work: Work,
  userId: string,
  { registrationId, eventSlotId }: { registrationId: number; eventSlotId: number },
) {
  const { tx, config, clock } = work
  const slot = await lockMakeUpSlot(tx, eventSlotId)
  const { eventId } = await lockOwnRegistration(tx, userId, registrationId)
  if (slot?.eventId !== eventId) throw new Refusal('SLOT_NOT_FOUND')
  if (await findCurrentMakeUp(tx, { registrationId, eventSlotId })) return
  const facts = { ...slot, isInPerson: isInPerson(slot) }
  refuse(makeUpRefusal(facts))
  if (facts.isInPerson) throw new Refusal('MAKE_UP_IN_PERSON')
  const findings = await findOwnFindings({ db: tx, config, clock }, userId)
  const finding = findings.find((each) => each.registrationId === registrationId)
  const offer = makeUpOffers(finding?.hourByHour ?? []).find((each) => each.slot.eventSlotId === eventSlotId)
  if (!offer) throw new Refusal('MAKE_UP_NEEDLESS')
  await tx.insertInto('makeUps').values({ registrationId, eventSlotId, madeAt: clock() }).execute()
  await happened(work, [{ activity: 'make-up-admitted', registrationId, ...ofSlot(slot) }])
  const hours = offer.hours.map(({ hour, makeUp }): [string, string] => [
    `Hour ${hour.number}`,
    shownInstant(makeUp.startAt),
  ])
  await tellAdmitted(work, eventSlotId, { registrationId, hours })
}

/** Locks a slot against deletion, but not against other admissions. */
function lockMakeUpSlot(tx: Tx, eventSlotId: number) {
  return selectMakeUpSlots(tx)
    .where('eventSlots.eventSlotId', '=', eventSlotId)
    .forShare('eventSlots')
    .executeTakeFirst()
}
