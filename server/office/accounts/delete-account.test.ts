import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import {
  generateCertificate,
  getCertificate,
  getCertificatePdf,
  sendCertificate,
} from '#contract/counting/certificates/calls.ts'
import { getCalendarLink } from '#contract/events/calendars/calls.ts'
import { contactSupport } from '#contract/foundation/support/calls.ts'
import { deleteAccount } from '#contract/office/accounts/calls.ts'
import { mergeAccounts } from '#contract/office/accounts/merges.ts'
import { undoEmailChange } from '#contract/people/email-changes/calls.ts'
import { sendSignInLink, signInWithLink } from '#contract/people/identity/calls.ts'
import { createUser, exchangeToken, proveSession } from '#contract/people/sessions/calls.ts'
import {
  checkEmailExists,
  getConsents,
  getProfile,
  updateMembershipInfo,
} from '#contract/people/users/calls.ts'
import {
  exportRegisteredUsersCsv,
  getAllRegisteredUsers,
} from '#contract/registrations/registration-lists/calls.ts'
import { getRegisteredEvents, registerForEvent } from '#contract/registrations/registrations/calls.ts'
import { expireMails } from '#server/foundation/mails/jobs.ts'
import { creditHours } from '#server/ledger/credits/credits.ts'
import { expireRegistrations } from '#server/registrations/registrations/jobs.ts'
import { write } from '#server/work.ts'
import type { TestApp } from '#test/app.ts'
import { expectRefusal, expectSuccess, startApp, until } from '#test/app.ts'
import { readCalendar } from '#test/calendars.ts'
import { codeMailedTo, givenEmailChange } from '#test/email-changes.ts'
import type { EventWithSlots, Person } from '#test/given.ts'
import {
  byHand,
  cancelOwn,
  givenAdministrator,
  givenEvent,
  givenIdToken,
  givenLinkCode,
  givenPerson,
  givenPersonUnmailed,
  givenRegistration,
  givenSession,
  prepared,
  preparedAdministrator,
  preparedApp,
} from '#test/given.ts'
import { jobsOf, tablesHolding } from '#test/queue.ts'

const app = preparedApp()
const other = preparedApp({ sharing: app, works: false })
const administrator = preparedAdministrator(app)
const past = prepared(() => givenEvent(app, { eventName: 'Long ago', year: 2020 }))
const coming = prepared(() => givenEvent(app, { eventName: 'Far ahead', year: 2099 }))

const day = 24 * 60
const deleteFor = ({ email, token }: Person) => app.send(deleteAccount, { email }, token)

/** Registers a person as an administrator, because some of the events are over. */
const registerFor = (person: Person, event: EventWithSlots) =>
  givenRegistration(app, person, event, { by: administrator })

async function issueFor(registrationId: number) {
  const body = { registrationId, hours: 8, reason: 'Attended' }
  const { link } = await app.dataOf(generateCertificate, { body: byHand(body) }, administrator)
  return new URL(link).searchParams.get('certificate') ?? ''
}

const certificateOf = (code: string) => app.call(getCertificate, { params: { code } })

describe('after a person deletes their account', () => {
  test('no table contains their data, except the name on their certificates', async () => {
    const profile = {
      lastName: 'Quagmire',
      companyName: 'Okapi Airworks',
      phone: '+1||8035550177',
      // With a dash, because ids and instants contain five digits by chance.
      zip: '29299-0177',
    }
    const person = await givenPerson(app, { email: 'quagga@example.com', profile })
    const { email, token, userId } = person
    const attended = await registerFor(person, past)
    await registerFor(person, await givenEvent(app, { year: 2020 }))
    await registerFor(person, coming)
    const given = await givenEvent(app, { year: 2099 })
    await registerFor(person, given)
    await cancelOwn(app, token, given)
    const answers = { hasGivenMailingConsent: true, aopaNumber: 'AOPA-4711' }
    await app.send(updateMembershipInfo, answers, token)
    const code = await issueFor(attended)
    await app.send(sendCertificate, { registrationId: attended }, administrator)
    await app.send(contactSupport, { name: 'Quagmire', email, message: 'Help' })
    await app.call(getCalendarLink, {}, token)
    await givenLinkCode(app, email)
    const earlier = await givenPerson(app, { email: 'numbat@example.com', profile })
    const merging = { userId, absorbedId: earlier.userId, ending: [] }
    await app.send(mergeAccounts, merging, administrator)
    await app.untilJobsAreDone()
    const words = [
      email,
      earlier.email,
      earlier.userId,
      userId,
      'Quagmire',
      'Okapi Airworks',
      '8035550177',
      '29299-0177',
      'AOPA-4711',
    ]
    expect((await tablesHolding(app, words)).length).toBeGreaterThan(5)

    await expectSuccess(deleteFor(person))
    await app.untilJobsAreDone()
    const [mail, ...more] = await app.mailsTo(email)
    expect([mail?.subject, more]).toEqual(['Your account has been deleted', []])
    // The id alone stays, so that copies of the list learn of the deletion.
    expect(await tablesHolding(app, words)).toEqual(['certificates', 'mails', 'user_changes'])
    expect(Object.keys((await app.query('select * from user_changes limit 1'))[0])).toEqual([
      'user_id',
      'changed_in',
    ])

    const later = await startApp({ sharing: app, works: false })
    later.pass({ minutes: 8 * day })
    await later.write(expireMails)
    await later.close()
    expect(await tablesHolding(app, words)).toEqual(['certificates', 'user_changes'])
    expect((await certificateOf(code)).data).toMatchObject({ valid: true, name: 'Pat Quagmire', hours: 8 })
  })

  test('every foreign key to users cascades or becomes null, except that of registrations', async () => {
    const { rows } = await sql<{ names: string; rule: string }>`
      select conrelid::regclass || '.' || attname as names, confdeltype as rule
      from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
      where contype = 'f' and confrelid = 'users'::regclass order by 1`.execute(app.services.db)
    // c: deletes the row, n: sets null. The deletion itself anonymizes the registrations.
    expect(rows.filter(({ rule }) => !['c', 'n'].includes(rule)).map(({ names }) => names)).toEqual([
      'registrations.user_id',
    ])
  })

  test('their certificate verifies and downloads for three years, and then no longer', async () => {
    const own = await startApp({ sharing: app, works: false })
    const person = await givenPerson(app)
    const code = await issueFor(await registerFor(person, past))
    await deleteFor(person)
    const minutesUntilOver = Math.round((3 * 365.25 - 2) * day)
    own.pass({ minutes: minutesUntilOver })
    await expireRegistrations(own.services)
    expect((await certificateOf(code)).data).toMatchObject({ valid: true, name: "Pat O'Brien", hours: 8 })
    const pdf = await app.request({ url: `/api${getCertificatePdf.path.replace(':code', code)}` })
    expect([pdf.statusCode, pdf.headers['content-type']]).toEqual([200, 'application/pdf'])
    own.pass({ minutes: 4 * day })
    await expireRegistrations(own.services)
    await own.close()
    await expectRefusal(certificateOf(code), 'CERTIFICATE_NOT_FOUND')
    expect(await registrationsOfNobody(past)).toEqual([])
  })

  test('a credit from the same moment has its certificate, issued before the account was deleted', async () => {
    const person = await givenPerson(app)
    const registrationId = await registerFor(person, past)
    const waiting = await startApp({ sharing: app, works: false })
    await write(waiting.services, administrator, ({ tx }) =>
      tx.insertInto('credits').values({ registrationId, minutes: 240, source: 'attendance' }).execute(),
    )
    await waiting.close()
    await deleteFor(person)
    const { code } = await app.services.db
      .selectFrom('certificates')
      .select('code')
      .where('registrationId', '=', registrationId)
      .executeTakeFirstOrThrow()
    expect((await certificateOf(code)).data).toMatchObject({ valid: true, name: "Pat O'Brien", hours: 4 })
  })

  test('their decisions as an administrator remain, without their name', async () => {
    const chief = await givenAdministrator(app, 'former@example.com')
    const registrationId = await registerFor(await givenPerson(app), past)
    await app.send(generateCertificate, byHand({ registrationId, hours: 8 }), chief)
    await app.update('users', { role: 'user' }, { userId: chief.userId })
    await expectSuccess(deleteFor(chief))
    const rows = await app.query(
      `select minutes, decided_by, issued_by, acted_by
       from credits join certificates using (credit_id) join activities a on a.registration_id = credits.registration_id
       where credits.registration_id = $1 and activity = 'credited'`,
      [registrationId],
    )
    expect(rows).toEqual([{ minutes: 480, decided_by: null, issued_by: null, acted_by: null }])
  })

  test('the withdrawal of a certificate remains', async () => {
    const person = await givenPerson(app)
    const registrationId = await registerFor(person, past)
    const code = await issueFor(registrationId)
    const withdrawal = { registrationId, hours: 0, source: 'administrator' } as const
    await write(app.services, administrator, (work) => creditHours(work, withdrawal))
    await deleteFor(person)
    expect((await certificateOf(code)).data).toMatchObject({ valid: false })
  })
})

describe('an upcoming registration of a deleted account', () => {
  test('is canceled, and one last mail says so and updates the calendar', async () => {
    const person = await givenPerson(app)
    const event = await givenEvent(app, { year: 2099 })
    const registrationId = await registerFor(person, event)
    await app.untilJobsAreDone()
    // A closed event does not prevent the deletion.
    await app.update('events', { isEnabled: false }, { eventId: event.eventId })
    await deleteFor(person)
    await app.untilJobsAreDone()
    const told = (await jobsOf(app, 'tell-cancellation')).filter(
      ({ data }) => data.registrationId === registrationId,
    )
    expect(told).toHaveLength(1)
    expect(await registrationsOfNobody(event)).toMatchObject([
      { registrationId, cancelledAt: expect.any(Date) },
    ])
    const mails = await app.mailsTo(person.email)
    expect(mails.map(({ subject }) => subject)).toEqual(['Your account has been deleted'])
    expect(mails[0]?.text).toContain(
      `${event.eventName}: Mon 09 Feb 2099 – Tue 10 Feb 2099 · 8:00 AM – 12:00 PM Eastern, each day`,
    )
    const { content } = await app.services.db
      .selectFrom('mailAttachments')
      .innerJoin('mails', 'mails.mailId', 'mailAttachments.mailId')
      .select('content')
      .where('toAddress', '=', person.email)
      .executeTakeFirstOrThrow()
    const [method, days] = readCalendar(content)
    expect([method, days.length, days[0]?.uid]).toEqual([
      'CANCEL',
      2,
      `registration-${registrationId}-day-1@localhost`,
    ])
    // Leaves enough time for the jobs after a cancellation.
    const own = await startApp({ sharing: app, works: false })
    own.pass({ minutes: 13 * day })
    await expireRegistrations(own.services)
    expect(await registrationsOfNobody(event)).toHaveLength(1)
    own.pass({ minutes: 2 * day })
    await expireRegistrations(own.services)
    await own.close()
    expect(await registrationsOfNobody(event)).toEqual([])
  })

  test('frees its seat, and no administrator sees, finds or counts the person', async () => {
    const event = await givenEvent(app, { eventName: 'Counted', year: 2099 })
    const [one, two] = [await givenPerson(app), await givenPerson(app)]
    const [kept, given] = [await registerFor(one, event), await registerFor(two, event)]
    await issueFor(given)
    await deleteFor(two)
    const list = (query: object) => app.dataOf(getAllRegisteredUsers, { query }, administrator)
    const { registrations, pagination } = await list({ eventName: event.eventName })
    expect(registrations.map(({ registrationId }) => registrationId)).toEqual([kept])
    expect(pagination.totalRecords).toBe(1)
    expect((await list({ search: two.email })).pagination.totalRecords).toBe(0)
    const csv = await app.request({
      url: `/api${exportRegisteredUsersCsv.path}?eventName=${event.eventName}`,
      headers: { authorization: `Bearer ${administrator.token}` },
    })
    expect(csv.payload).toContain(one.email)
    expect(csv.payload.trim().split('\n')).toHaveLength(2)
    const body = { registrationId: given }
    for (const refused of [
      await app.send(generateCertificate, byHand({ ...body, hours: 4 }), administrator),
      await app.send(sendCertificate, body, administrator),
    ])
      expect(refused.failure?.code).toBe('REGISTRATION_NOT_FOUND')
    const [eventSlotId] = event.slotIds
    const move = { userId: two.userId, eventId: event.eventId, eventSlotId, focusId: event.focusId }
    await expectRefusal(app.send(registerForEvent, move, administrator), 'USER_NOT_FOUND')
  })
})

describe('a person who deletes their account', () => {
  test('is signed out everywhere, at once in this process and promptly in another one', {
    timeout: 5000,
  }, async () => {
    const person = await givenPerson(app)
    const elsewhere = await givenSession(app, person.userId)
    const statusOf = async (each: TestApp, token: string) => (await each.call(getProfile, {}, token)).status
    for (const token of [person.token, elsewhere]) {
      expect([await statusOf(app, token), await statusOf(other, token)]).toEqual([200, 200])
    }
    await deleteFor(person)
    for (const token of [person.token, elsewhere]) {
      expect(await statusOf(app, token)).toBe(401)
      await until(async () => (await statusOf(other, token)) === 401)
    }
  })

  test('receives no queued mail except the last one', async () => {
    const idle = await startApp({ works: false })
    const person = await givenPersonUnmailed(idle)
    await idle.call(sendSignInLink, { body: { email: person.email } })
    const waiting = () =>
      idle.services.db.selectFrom('mails').select('subject').where('status', '=', 'queued').execute()
    expect(await waiting()).toEqual([{ subject: 'Your sign-in link' }])
    await idle.call(deleteAccount, { body: { email: person.email } }, person.token)
    expect(await waiting()).toEqual([{ subject: 'Your account has been deleted' }])
    await idle.close()
  })

  test('can sign up again as a new person, and gets nothing from the old account', async () => {
    const before = await givenPerson(app, { email: 'again@example.com' })
    const [oldToken, oldCode] = [
      await givenIdToken(app, before.email),
      await givenLinkCode(app, before.email),
    ]
    const { url } = await app.dataOf(getCalendarLink, {}, before)
    const code = await issueFor(await registerFor(before, past))
    await registerFor(before, coming)
    await app.send(updateMembershipInfo, { hasGivenMailingConsent: true }, before)
    await deleteFor(before)

    expect((await app.dataOf(checkEmailExists, { query: { email: before.email } })).emailExists).toBe(false)
    expect((await app.request({ url: new URL(url).pathname })).statusCode).toBe(404)
    const { email } = before
    for (const refused of [
      await app.send(exchangeToken, { authToken: oldToken }),
      await app.send(createUser, { authToken: oldToken, email }),
    ])
      expect(refused.failure?.code).toBe('IDENTITY_NOT_PROVEN')
    await expectRefusal(app.send(signInWithLink, { email, code: oldCode }), 'LINK_SPENT')

    const anew = await givenPerson(app, { email })
    expect(anew.userId).not.toBe(before.userId)
    expect((await app.dataOf(getRegisteredEvents, {}, anew)).registeredEvents).toEqual([])
    expect((await app.dataOf(getConsents, {}, anew)).consents).toEqual([])
    await registerFor(anew, past)
    expect((await certificateOf(code)).data.valid).toBe(true)
    await deleteFor(anew)
    expect((await certificateOf(code)).data.valid).toBe(true)
  })
})

describe('an account is not deleted', () => {
  test('if the typed email differs', async () => {
    const person = await givenPerson(app)
    const registrationId = await registerFor(person, coming)
    const { status, failure } = await deleteFor({ ...person, email: 'somebody.else@example.com' })
    expect([status, failure?.code]).toEqual([422, 'EMAIL_DIFFERS'])
    const { registeredEvents } = await app.dataOf(getRegisteredEvents, {}, person)
    expect(registeredEvents).toMatchObject([{ registrationId }])
    await givenIdToken(app, person.email)
  })

  test('while an email change can be undone, because the old email has the last word', async () => {
    const person = await givenPerson(app)
    const email = `thief.${person.email}`
    await givenEmailChange(app, person, email)
    const refused = await deleteFor({ ...person, email })
    expect([refused.status, refused.failure?.code]).toEqual([409, 'EMAIL_CHANGED_LATELY'])
    expect(refused.failure?.message).toMatch(/You can delete it after \d\d \w{3} \d{4}\.$/)
    const code = await codeMailedTo(app, person.email, 'undo-email-change')
    await expectSuccess(app.send(undoEmailChange, { code }))
  })

  test('if the sign-in is older than ten minutes, until the person proves again who they are', async () => {
    const later = await startApp({ sharing: app })
    later.pass({ minutes: 10.1 })
    const { email, token } = await givenPerson(app)
    const deleteIt = () => later.send(deleteAccount, { email }, token)
    await expectRefusal(deleteIt(), 'SIGN_IN_TOO_OLD')
    await later.send(proveSession, { authToken: await givenIdToken(later, email) }, token)
    await expectSuccess(deleteIt())
    await later.close()
  })

  test('if it belongs to an administrator, however they signed in', async () => {
    await givenAdministrator(app, 'second@example.com')
    const authToken = await givenIdToken(app, 'second@example.com')
    const { token } = await app.dataOf(exchangeToken, { body: { authToken } })
    for (const chief of [administrator, { ...administrator, email: 'second@example.com', token }]) {
      const { status, failure } = await deleteFor(chief)
      expect([status, failure?.code]).toEqual([409, 'ADMINISTRATOR_STAYS'])
    }
  })
})

test('the email that confirms a deletion may have other capitals and surrounding spaces', async () => {
  const person = await givenPerson(app, { email: 'typed@example.com' })
  await expectSuccess(deleteFor({ ...person, email: ' Typed@Example.COM ' }))
})

function registrationsOfNobody({ eventId }: EventWithSlots) {
  return app.services.db
    .selectFrom('registrations')
    .select(['registrationId', 'cancelledAt'])
    .where('eventId', '=', eventId)
    .where('userId', 'is', null)
    .execute()
}
