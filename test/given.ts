import { sendSignInLink, signInWithLink } from '#contract/identity.ts'
import { createUser } from '#contract/profiles.ts'
import { startSession } from '#server/accounts/account-sessions.ts'
import { ensureAdministrator } from '#server/accounts/accounts.ts'
import type { TestApp } from './app.ts'

export const completeProfile = {
  firstName: 'Pat',
  lastName: "O'Brien",
  country: 'United States',
  state: 'South Carolina',
  zip: '29201',
  companyName: 'Example Aviation',
  phone: '+1||8035550100',
}

export interface Person {
  userId: string
  email: string
  /** The bearer of their session. */
  token: string
}

let people = 0

/** Somebody who has signed up by a mailed link, with a complete profile. */
export async function givenPerson(
  app: TestApp,
  given: { email?: string; profile?: object } = {},
): Promise<Person> {
  const email = given.email ?? `person${++people}@example.com`
  const authToken = await givenIdToken(app, email)
  const body = { authToken, email, ...completeProfile, ...given.profile }
  const { userData, token } = (await app.call(createUser, { body })).data
  return { userId: userData.user_id, email, token }
}

/** Somebody with a profile and a session, where no mail arrives that could be read. */
export async function givenPersonUnmailed(app: TestApp): Promise<Person> {
  const email = `person${++people}@example.com`
  const { user_id } = await app.services.db
    .insertInto('users')
    .values({ email, first_name: completeProfile.firstName, last_name: completeProfile.lastName })
    .returning('user_id')
    .executeTakeFirstOrThrow()
  return { userId: user_id, email, token: await startSession(app.services, user_id) }
}

/** An ID token, by the link that was mailed. */
export async function givenIdToken(app: TestApp, email: string): Promise<string> {
  const code = await givenLinkCode(app, email)
  return (await app.call(signInWithLink, { body: { email, code } })).data.idToken
}

/** Asks for a sign-in link and reads the code out of the mail. */
export async function givenLinkCode(app: TestApp, email: string): Promise<string> {
  const before = await app.services.db
    .selectFrom('mails')
    .select((mails) => mails.fn.countAll<number>().as('mails'))
    .where('to_address', '=', email)
    .executeTakeFirstOrThrow()
  await app.call(sendSignInLink, { body: { email } })
  const [mail] = await app.mailsTo(email, before.mails + 1)
  return /#code=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
}

/** The administrator, with a session. */
export async function givenAdministrator(app: TestApp, email = 'admin@example.com'): Promise<Person> {
  const { db } = app.services
  await ensureAdministrator(db, email)
  const { user_id } = await db
    .selectFrom('users')
    .select('user_id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  return { userId: user_id, email, token: await startSession(app.services, user_id) }
}

export interface EventWithSlots {
  eventId: number
  eventName: string
  focusId: number
  slotIds: [number, number, ...number[]]
}

/** An open event of the season 2027 with two slots, on two days in February. */
export async function givenEvent(
  app: TestApp,
  given: { eventName?: string; focusId?: number; isEnabled?: boolean; year?: number } = {},
): Promise<EventWithSlots> {
  const { eventName = 'Piston IA Renewal Series 2027', focusId = 2, isEnabled = true, year = 2027 } = given
  const { db } = app.services
  const { event_id } = await db
    .insertInto('events')
    .values({ event_name: eventName, is_enabled: isEnabled, description: '{"eventLogoLink":""}' })
    .returning('event_id')
    .executeTakeFirstOrThrow()
  const slot = { event_id, focus_id: focusId, start_on: `${year}-02-09`, end_on: `${year}-02-10` }
  const slots = await db
    .insertInto('event_slots')
    .values([
      { ...slot, start_time: '08:00', end_time: '12:00' },
      { ...slot, start_time: '13:00', end_time: '17:00' },
    ])
    .returning('event_slot_id')
    .execute()
  return {
    eventId: event_id,
    eventName,
    focusId,
    slotIds: slots.map((row) => row.event_slot_id) as [number, number],
  }
}
