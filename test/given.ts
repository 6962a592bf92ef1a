import { afterAll, beforeAll } from 'vitest'
import type { Input } from '#contract/core/endpoint.ts'
import { generateCertificate } from '#contract/counting/certificates/calls.ts'
import { getActivities } from '#contract/foundation/activities/calls.ts'
import type { AdministratorRole } from '#contract/people/administrators/roles.ts'
import { sendSignInLink, signInWithLink } from '#contract/people/identity/calls.ts'
import { createUser, exchangeToken } from '#contract/people/sessions/calls.ts'
import { cancelRegistration, registerForEvent } from '#contract/registrations/registrations/calls.ts'
import { storeFile } from '#server/core/files/stored-files.ts'
import { hashPassword } from '#server/core/identity/passwords.ts'
import { hashOfSecret } from '#server/core/identity/secrets.ts'
import type { NewMail } from '#server/foundation/mails/mails.ts'
import { writeMail } from '#server/foundation/mails/mails.ts'
import { makeAdministrator } from '#server/people/administrators/administrators.ts'
import { givePassword } from '#server/people/identity/identity.ts'
import { startSession } from '#server/people/sessions/session-changes.ts'
import { write } from '#server/work.ts'
import type { Caller, TestApp, TestAppOptions } from './app.ts'
import { startApp, until } from './app.ts'
import { completeProfile } from './complete-profile.ts'

/** Starts the real portal before the tests of a file or a `describe`, and closes it after them. */
export function preparedApp(options?: TestAppOptions): TestApp {
  const app = prepared(() => startApp(options))
  afterAll(() => app.close())
  return app
}

/** Makes the administrator of a portal before the tests of a file or a `describe`. */
export function preparedAdministrator(app: TestApp): Person {
  return prepared(() => givenAdministrator(app))
}

/** Makes a thing before the tests of a file or a `describe`. Its properties are there for tests and for later hooks. */
export function prepared<T extends object>(make: () => Promise<T>): T {
  const made = {} as T
  beforeAll(async () => void Object.assign(made, await make()))
  return made
}

export interface Person {
  userId: string
  email: string
  /** The bearer token of their session. */
  token: string
}

let people = 0

/** Signs a person up with a mailed link and a complete profile. */
export async function givenPerson(
  app: TestApp,
  given: { email?: string; profile?: object } = {},
): Promise<Person> {
  const email = given.email ?? `person${++people}@example.com`
  const authToken = await givenIdToken(app, email)
  const body = { authToken, email, ...completeProfile, ...given.profile }
  const { userData, token } = (await app.call(createUser, { body })).data
  return { userId: userData.userId, email, token }
}

/** Inserts a person with a profile and a session, for tests in which no mail arrives. */
export async function givenPersonUnmailed(app: TestApp): Promise<Person> {
  const email = `person${++people}@example.com`
  const { userId } = await app.services.db
    .insertInto('users')
    .values({ email, ...completeProfile })
    .returning('userId')
    .executeTakeFirstOrThrow()
  return { userId, email, token: await givenSession(app, userId) }
}

/** Starts a session with all rights, as after a password, without a sign-in. */
export function givenSession(app: TestApp, userId: string): Promise<string> {
  return write(app.services, undefined, (work) => startSession(work, userId, { beganBy: 'password' }))
}

/** Marks a session as proven by the password just now. */
export async function givenTypedAgain({ services }: TestApp, token: string): Promise<void> {
  await services.db
    .updateTable('sessions')
    .set({ provenAt: services.clock(), provenBy: 'password' })
    .where('tokenHash', '=', hashOfSecret(token))
    .execute()
}

/** Returns an ID token from a mailed link. */
export async function givenIdToken(app: TestApp, email: string): Promise<string> {
  const code = await givenLinkCode(app, email)
  return (await app.call(signInWithLink, { body: { email, code } })).data.idToken
}

/** Requests a sign-in link and returns the code in its mail, whatever other mails arrive. */
export async function givenLinkCode(app: TestApp, email: string): Promise<string> {
  const links = app.services.db
    .selectFrom('mails')
    .where('toAddress', '=', email)
    .where('subject', '=', 'Your sign-in link')
  const before = (await links.select('mailId').execute()).length
  await app.call(sendSignInLink, { body: { email } })
  let texts: string[] = []
  await until(async () => {
    const sent = await links.select('text').where('status', '=', 'sent').orderBy('mailId', 'desc').execute()
    texts = sent.map(({ text }) => text)
    return texts.length > before
  })
  return codeIn(texts[0])
}

/** Returns the code of the first link in a mail that has one, or ''. */
export function codeIn(text = ''): string {
  return /#code=([\w-]+)/.exec(text)?.[1] ?? ''
}

/** Makes somebody the administrator, with a session. */
export async function givenAdministrator(
  app: TestApp,
  email = 'admin@example.com',
  role: AdministratorRole = 'administrator',
): Promise<Person> {
  await write(app.services, undefined, (work) => makeAdministrator(work, email))
  const { userId } = await app.services.db
    .selectFrom('users')
    .select('userId')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  await app.services.db.updateTable('administrators').set({ role }).where('userId', '=', userId).execute()
  return { userId, email, token: await givenSession(app, userId) }
}

/** Sets a password for an address, like that of the first administrator. */
export async function givenPassword(app: TestApp, email: string, password: string): Promise<void> {
  const passwordHash = await hashPassword(password)
  await write(app.services, undefined, (work) => givePassword(work, email, passwordHash))
}

/** Stores a logo and returns its address. Each content is another picture. */
export function givenLogo({ services }: TestApp, content = 'logo'): Promise<string> {
  return storeFile(services.db, 'image/webp', Buffer.from(content))
}

/** Takes the training provider away, as before an administrator saves one. Issued certificates name the one that came with the portal. */
export async function givenNoProvider({ services }: TestApp): Promise<void> {
  await services.pool.query(`
    alter table providers disable trigger append_only;
    alter table certificates disable trigger append_only;
    update certificates set provider_id = 1;
    delete from providers where provider_id > 1;
    alter table certificates enable trigger append_only;
    alter table providers enable trigger append_only`)
}

export interface EventWithSlots {
  eventId: number
  eventName: string
  focusId: number
  slotIds: [number, number, ...number[]]
}

/** Adds an open event of the season 2027 with two slots, each on the same two days in February. */
export async function givenEvent(
  app: TestApp,
  given: { eventName?: string; focusId?: number; isEnabled?: boolean; year?: number } = {},
): Promise<EventWithSlots> {
  const { eventName = 'Piston IA Renewal Series 2027', focusId = 2, isEnabled = true, year = 2027 } = given
  const { db } = app.services
  const { eventId } = await db
    .insertInto('events')
    .values({ eventName, isEnabled, description: '{"eventLogoLink":""}' })
    .returning('eventId')
    .executeTakeFirstOrThrow()
  const slot = { eventId, focusId, startOn: `${year}-02-09`, endOn: `${year}-02-10` } as const
  const slots = await db
    .insertInto('eventSlots')
    .values([
      { ...slot, startTime: '08:00', endTime: '12:00' },
      { ...slot, startTime: '13:00', endTime: '17:00' },
    ])
    .returning('eventSlotId')
    .execute()
  await app.query('notify events_changed')
  return { eventId, eventName, focusId, slotIds: slots.map((row) => row.eventSlotId) as [number, number] }
}

/** Registers a person for a slot of an event, in their own session or in that of `by`. Returns the registration's id. */
export async function givenRegistration(
  app: TestApp,
  person: Person,
  event: EventWithSlots,
  { slot = 0, by = person }: { slot?: number; by?: Pick<Person, 'token'> } = {},
): Promise<number> {
  const body = { userId: person.userId, ...choiceOf(event, slot) }
  return (await app.dataOf(registerForEvent, { body }, by)).registration.registrationId
}

/** Signs a person up and registers them for a slot of an event. */
export async function givenRegistered(
  app: TestApp,
  event: EventWithSlots,
  options?: Parameters<typeof givenRegistration>[3],
) {
  const person = await givenPersonUnmailed(app)
  return { person, registrationId: await givenRegistration(app, person, event, options) }
}

/** Cancels a person's own registration for an event. */
export function cancelOwn(app: TestApp, person: Caller, { eventId }: Pick<EventWithSlots, 'eventId'>) {
  return app.send(cancelRegistration, { eventId }, person)
}

/** Returns the choice of a slot of an event, as a registration sends it. */
export function choiceOf({ eventId, slotIds, focusId }: EventWithSlots, slot = 0) {
  return { eventId, eventSlotId: slotIds[slot] as number, focusId }
}

/** Credits hours as an administrator, which issues the certificate. Returns its code. */
export async function givenCredit(
  app: TestApp,
  administrator: Person,
  registrationId: number,
  hours = 8,
  reason?: string,
): Promise<string> {
  const body = { registrationId, hours, ...(reason !== undefined && { reason }) }
  const { link } = (await app.call(generateCertificate, { body: byHand(body) }, administrator.token)).data
  return new URL(link).searchParams.get('certificate') ?? ''
}

/** Returns manual hours, confirmed as unusual by an administrator: most events of tests are still to come. */
export function byHand<Body extends { hours: number; reason?: string | undefined }>(body: Body) {
  const reason = body.hours > 0 ? body.reason || 'Confirmed' : body.reason
  return { ...body, ...(reason !== undefined && { reason }), isConfirmed: true }
}

/** Returns the history that an administrator reads, newest first. */
export async function historyOf(
  app: TestApp,
  administrator: Person,
  query: Input<typeof getActivities>['query'],
) {
  return (await app.call(getActivities, { query }, administrator.token)).data.activities
}

let mails = 0

/** Writes a mail to the outbox, with its job. Returns its id. */
export async function givenMail(app: TestApp, given: Partial<NewMail> = {}): Promise<number> {
  const content = { subject: 'Hello', paragraphs: ['Hello'] }
  const mail = { cause: `mail ${++mails}`, to: 'pat@example.com', content, ...given }
  return (await write(app.services, undefined, (work) => writeMail(work, mail))) as number
}

/** Writes many mails to the outbox in one transaction. */
export async function givenMails(app: TestApp, count: number): Promise<void> {
  const content = { subject: 'You are registered', paragraphs: ['Hello'] }
  await write(app.services, undefined, async (work) => {
    for (let place = 0; place < count; place++) {
      await writeMail(work, { cause: `mail ${++mails}`, to: 'others@example.com', content })
    }
  })
}

/** Exchanges an ID token for a session. */
export function exchange(app: TestApp, authToken: string) {
  return app.call(exchangeToken, { body: { authToken } })
}
