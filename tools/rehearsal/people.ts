import { answerPollCode } from '#contract/attendance/poll-codes/calls.ts'
import { getOwnFindings } from '#contract/counting/credit-findings/own-calls.ts'
import { admitMakeUp } from '#contract/counting/make-ups/calls.ts'
import { mailbox } from '#contract/foundation/mails/calls.ts'
import { sendSignInLink, signInWithLink } from '#contract/people/identity/calls.ts'
import { createUser } from '#contract/people/sessions/calls.ts'
import { cancelRegistration, registerForEvent } from '#contract/registrations/registrations/calls.ts'
import { joinWebinar } from '#contract/webinars/webinars/joins.ts'
import type { RehearsalPerson } from './cast.ts'
import type { Portal } from './portal.ts'
import type { SeriesSlot } from './series.ts'

/** A person who signed up. */
export interface SignedUp extends RehearsalPerson {
  token: string
}

/** Requests the link that signs a person up. */
export async function askForLink({ call }: Portal, { email }: RehearsalPerson): Promise<void> {
  await call(sendSignInLink, { body: { email } })
}

/** Signs a person up with the link in their mailbox. */
export async function signUp({ call }: Portal, person: RehearsalPerson): Promise<SignedUp> {
  const { email, firstName, lastName } = person
  const { messages } = await call(mailbox, { query: { to: email } })
  const code = /#code=([\w-]+)/.exec(messages[0]?.text ?? '')?.[1] ?? ''
  const { idToken: authToken } = await call(signInWithLink, { body: { email, code } })
  const profile = {
    firstName,
    lastName,
    country: 'United States',
    state: 'South Carolina',
    zip: '29201',
    companyName: 'Rehearsal',
    phone: '+1||8035550100',
  }
  const { token } = await call(createUser, { body: { authToken, email, ...profile } })
  return { ...person, token }
}

/** Registers a person for the slot. */
export async function register(
  { call }: Portal,
  person: SignedUp,
  { eventId, eventSlotId, focusId }: SeriesSlot,
): Promise<void> {
  await call(registerForEvent, { body: { eventId, eventSlotId, focusId } }, person.token)
}

/** Cancels a person's registration. */
export async function cancel({ call }: Portal, person: SignedUp, { eventId }: SeriesSlot): Promise<void> {
  await call(cancelRegistration, { body: { eventId } }, person.token)
}

/** Admits a person to another slot for a missed hour, like the button under their hours. */
export async function makeUp({ call }: Portal, person: SignedUp, { eventSlotId }: SeriesSlot): Promise<void> {
  const { findings } = await call(getOwnFindings, {}, person.token)
  const registrationId = findings[0]?.registrationId ?? 0
  await call(admitMakeUp, { body: { registrationId, eventSlotId } }, person.token)
}

/** Opens a slot's join link from a person's emails. Returns their seat in its room. */
export async function openJoinLink(
  { call }: Portal,
  { email }: SignedUp,
  { eventSlotId }: SeriesSlot,
): Promise<string> {
  const { messages } = await call(mailbox, { query: { to: email } })
  const links = messages
    .flatMap(({ links }) => links)
    .flatMap((link) => [...link.matchAll(/\/join\/(\d+)\/([\w-]+)(?:\?slot=(\d+))?$/g)])
  // The link of a person's own slot names none.
  const [, registrationId, code = '', slot] =
    links.find(([, , , slot]) => slot === String(eventSlotId)) ?? links.find(([, , , slot]) => !slot) ?? []
  const { state, joinUrl } = await call(joinWebinar, {
    params: { registrationId: Number(registrationId), code },
    query: { slot: slot ? eventSlotId : undefined },
  })
  const [, seat] = /\/webinar\/([\w-]+)$/.exec(joinUrl ?? '') ?? []
  if (!seat) throw new Error(`The join link of ${email} leads nowhere: ${state}`)
  return seat
}

/** Enters a poll's code. */
export async function answerPoll({ call }: Portal, person: SignedUp, code: string): Promise<void> {
  await call(answerPollCode, { body: { code } }, person.token)
}
