import { answerPollCode } from '#contract/attendance/poll-codes/calls.ts'
import { getOwnFindings } from '#contract/counting/credit-findings/own-calls.ts'
import { admitMakeUp } from '#contract/counting/make-ups/calls.ts'
import { mailbox } from '#contract/foundation/mails/calls.ts'
import { sendSignInLink, signInWithLink, signInWithPassword } from '#contract/people/identity/calls.ts'
import { createUser, exchangeToken } from '#contract/people/sessions/calls.ts'
import { cancelRegistration, registerForEvent } from '#contract/registrations/registrations/calls.ts'
import { joinWebinar } from '#contract/webinars/webinars/joins.ts'
import type { RehearsalPerson } from './rehearsal-cast.ts'
import type { RehearsalClient } from './rehearsal-client.ts'
import type { RehearsedSlot } from './rehearsal-event.ts'

/** A person who has signed up. */
export interface SignedUp extends RehearsalPerson {
  token: string
  /** Their seat in the built-in room, once they have opened their link. */
  seat?: string | undefined
  /** The other slot to whose room their link leads; absent: their own. */
  joinSlotId?: number
}

/** Signs the administrator in with the password of the configuration. Returns the session's token. */
export async function signInAdministrator(
  { call }: RehearsalClient,
  { email, password }: { email: string; password: string },
): Promise<string> {
  const { idToken } = await call(signInWithPassword, { body: { email, password } })
  return (await call(exchangeToken, { body: { authToken: idToken } })).token
}

/** Signs a person up with the link from their mailbox. `settled` waits for the mail. */
export async function signUp(
  { call }: RehearsalClient,
  person: RehearsalPerson,
  settled: () => Promise<void>,
): Promise<SignedUp> {
  const { email, firstName, lastName } = person
  await call(sendSignInLink, { body: { email } })
  await settled()
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
  { call }: RehearsalClient,
  person: SignedUp,
  { eventId, eventSlotId, focusId }: RehearsedSlot,
): Promise<void> {
  await call(registerForEvent, { body: { eventId, eventSlotId, focusId } }, person.token)
}

export async function cancel({ call }: RehearsalClient, person: SignedUp, eventId: number): Promise<void> {
  await call(cancelRegistration, { body: { eventId } }, person.token)
}

/** Admits a person to another slot for the hour that they miss, as the button under their hours does. */
export async function makeUp(
  { call }: RehearsalClient,
  person: SignedUp,
  eventSlotId: number,
): Promise<void> {
  const { findings } = await call(getOwnFindings, {}, person.token)
  const registrationId = findings[0]?.registrationId ?? 0
  await call(admitMakeUp, { body: { registrationId, eventSlotId } }, person.token)
}

/** Opens the join link of a person's confirmation. It leads to their seat in the room. */
export async function openJoinLink(
  { call }: RehearsalClient,
  { email, joinSlotId }: SignedUp,
): Promise<string> {
  const { messages } = await call(mailbox, { query: { to: email } })
  const links = messages.flatMap(({ links }) => links)
  const [, id, code = ''] =
    links
      .map((link) => /\/join\/(\d+)\/([\w-]+)(?:\?slot=(\d+))?$/.exec(link))
      .find((found) => found && found[3] === joinSlotId?.toString()) ?? []
  const { state, joinUrl } = await call(joinWebinar, {
    params: { registrationId: Number(id), code },
    query: joinSlotId === undefined ? {} : { slot: joinSlotId },
  })
  const [, seat] = /\/webinar\/([\w-]+)$/.exec(joinUrl ?? '') ?? []
  if (!seat) throw new Error(`The join link of ${email} leads nowhere: ${state}`)
  return seat
}

/** Enters the code of a poll. */
export async function answerPoll({ call }: RehearsalClient, person: SignedUp, code: string): Promise<void> {
  await call(answerPollCode, { body: { code } }, person.token)
}
