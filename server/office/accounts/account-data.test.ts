import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/core/endpoint.ts'
import { generateCertificate, sendCertificate } from '#contract/counting/certificates/calls.ts'
import { getCalendarLink } from '#contract/events/calendars/calls.ts'
import { contactSupport } from '#contract/foundation/support/calls.ts'
import { deleteAccount, getAccountData, getAccountPage } from '#contract/office/accounts/calls.ts'
import { changeEmail } from '#contract/people/email-changes/calls.ts'
import { updateMembershipInfo } from '#contract/people/users/calls.ts'
import { startApp } from '#test/app.ts'
import type { Person } from '#test/given.ts'
import {
  byHand,
  cancelOwn,
  givenEvent,
  givenLinkCode,
  givenPerson,
  givenRegistration,
  preparedAdministrator,
  preparedApp,
} from '#test/given.ts'

const app = preparedApp()
const administrator = preparedAdministrator(app)

async function fetched({ path }: Endpoint, { token }: Person) {
  const answer = await app.request({ url: `/api${path}`, headers: { authorization: `Bearer ${token}` } })
  expect(answer.statusCode).toBe(200)
  return answer
}

/** Returns a person with data of every kind. */
async function givenBusyPerson(eventName: string, profile: object = {}) {
  const person = await givenPerson(app, { profile })
  const past = await givenEvent(app, { eventName, year: 2020 })
  const registrationId = await givenRegistration(app, person, past, { by: administrator })
  await givenRegistration(app, person, await givenEvent(app, { eventName: 'Far ahead', year: 2099 }))
  const given = await givenEvent(app, { eventName: 'Abandoned', year: 2099 })
  await givenRegistration(app, person, given)
  await cancelOwn(app, person, given)
  const body = { hasGivenMailingConsent: true, aopaNumber: '4711', nbaaSkipped: true }
  await app.send(updateMembershipInfo, body, person)
  const credit = { registrationId, hours: 8, reason: 'Signed the list' }
  await app.send(generateCertificate, byHand(credit), administrator)
  await app.send(sendCertificate, { registrationId }, administrator)
  await app.send(contactSupport, { name: 'Pat', email: person.email, message: 'Help' })
  await app.call(getCalendarLink, {}, person)
  await app.send(changeEmail, { email: `new.${person.email}` }, person)
  await app.untilJobsAreDone()
  return person
}

describe("the JSON export of a person's data", () => {
  test('contains everything that is stored about the person', async () => {
    const person = await givenBusyPerson('Attended')
    const answer = await fetched(getAccountData, person)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': 'attachment; filename="ia-renewal-portal-data.json"',
      'cache-control': 'no-store',
    })
    const data = answer.json()
    const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    expect(data).toMatchObject({
      portal: 'http://localhost:3000',
      writtenAt: instant,
      profile: { email: person.email, lastName: "O'Brien", companyName: 'Example Aviation', zip: '29201' },
      memberships: { aopaNumber: '4711', nbaaNumber: null, nbaaSkipped: true, vaiSkipped: false },
      consents: [{ isGiven: true, textShown: expect.stringContaining('I agree'), answeredAt: instant }],
      emailChanges: [{ oldEmail: null, newEmail: `new.${person.email}`, expiresAt: instant }],
      registrations: [
        { eventName: 'Abandoned', state: 'canceled', canceledAt: instant },
        { eventName: 'Far ahead', state: 'coming', startOn: '2099-02-09', startTime: '08:00' },
        { eventName: 'Attended', state: 'past', hours: 8, registeredAt: instant },
      ],
      credits: [{ eventName: 'Attended', minutes: 480, reason: 'Signed the list', decidedAt: instant }],
      certificates: [
        {
          eventName: 'Attended',
          personName: "Pat O'Brien",
          hours: 8,
          isWithdrawn: false,
          credential: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
        },
      ],
      reminders: { areOn: true },
      calendar: { hasSecretAddress: true },
      sessions: [{ beganBy: 'link', device: expect.any(String), beganAt: instant }],
      passkeys: [],
      secondFactor: { switchedOnAt: null },
      identities: [{ issuer: 'http://localhost:3000/api/identity' }],
    })
    const [{ code, link, verification }] = data.certificates
    expect([link, verification]).toEqual([
      `http://localhost:3000/download?certificate=${code}`,
      `http://localhost:3000/verify/${code}`,
    ])
    const acts = data.activities.map(({ activity, by }: Record<string, string>) => [activity, by])
    expect(acts).toEqual([
      ['certificate-mailed', 'an administrator'],
      ['certificate-issued', 'an administrator'],
      ['credited', 'an administrator'],
      ['profile-changed', 'you'],
      ['cancelled', 'you'],
      ['registered', 'you'],
      ['registered', 'you'],
      ['registered', 'an administrator'],
      ['signed-up', 'you'],
    ])
    const mails = data.mails.map(({ subject, toAddress }: Record<string, string>) => [subject, toAddress])
    for (const mail of [
      ['Your sign-in link', person.email],
      ['You are registered: Far ahead', person.email],
      ['Your certificate: Attended', person.email],
      ['Support request from Pat', 'support@example.com'],
      ["New registration: Pat O'Brien, Far ahead", 'staff1@example.com'],
    ])
      expect(mails).toContainEqual(mail)
    expect(data.mails[0]).toMatchObject({ status: 'sent', createdAt: instant, sentAt: instant })
  })

  test('contains what is kept about them at the door, and replaced tickets', async () => {
    const person = await givenPerson(app)
    const event = await givenEvent(app, { eventName: 'Seminar', focusId: 4 })
    const registrationId = await givenRegistration(app, person, event, { by: administrator })
    const { db } = app.services
    const [checkedAt, receivedAt] = [new Date('2027-02-09T13:00Z'), new Date('2027-02-12T09:00Z')]
    const sent = {
      checkInId: randomUUID(),
      registrationId,
      dayOn: '2027-02-09',
      checkedAt,
      receivedAt,
    } as const
    await db
      .insertInto('checkIns')
      .values({ ...sent, act: 'in', how: 'sheet' })
      .execute()
    await db.insertInto('tickets').values({ registrationId, number: 3, replacedAt: checkedAt }).execute()
    const data = (await fetched(getAccountData, person)).json()
    const scannedAt = checkedAt.toISOString()
    const shown = { eventName: 'Seminar', act: 'in', how: 'sheet', registrationId, scannedAt }
    expect(data.doorScans).toMatchObject([shown])
    expect(data.replacedTickets).toMatchObject([{ eventName: 'Seminar', number: 3 }])
    const { payload } = await fetched(getAccountPage, person)
    expect(payload).toContain('The sign-in sheet')
  })

  test("omits mails to other people that have the person's email as their reply-to address", async () => {
    const person = await givenPerson(app)
    const stranger = await givenBusyPerson('Of a stranger')
    const support = await startApp({
      sharing: app,
      works: false,
      environment: { SUPPORT_EMAIL: person.email },
    })
    await app.query('update mails set reply_to = $1 where to_address = $2', [person.email, stranger.email])
    const { payload } = await support.request({
      url: `/api${getAccountData.path}`,
      headers: { authorization: `Bearer ${person.token}` },
    })
    expect(payload).toContain(person.email)
    expect(payload).not.toContain(stranger.email)
    await support.call(deleteAccount, { body: { email: person.email } }, person.token)
    const rows = await app.query('select from mails where to_address = $1', [stranger.email])
    expect(rows.length).toBeGreaterThan(0)
    await support.close()
  })

  test('contains no secret that would let others in, and no data of other people', async () => {
    const person = await givenPerson(app)
    const stranger = await givenBusyPerson('Of a stranger')
    const { url } = await app.dataOf(getCalendarLink, {}, person)
    const code = await givenLinkCode(app, person.email)
    const { reminderCode } = await app.services.db
      .selectFrom('users')
      .select('reminderCode')
      .where('userId', '=', person.userId)
      .executeTakeFirstOrThrow()
    const secrets = [person.token, url.split('/').at(-1) as string, code, reminderCode]
    for (const endpoint of [getAccountData, getAccountPage]) {
      const { payload } = await fetched(endpoint, person)
      expect(payload).toContain(person.email)
      for (const word of [...secrets, stranger.email, stranger.userId, 'Of a stranger'])
        expect(payload).not.toContain(word)
    }
  })
})

describe("the HTML page of a person's data", () => {
  test('shows plain words and dates', async () => {
    const person = await givenBusyPerson('Attended')
    const registeredAt = new Date('2026-11-20T20:05:00Z')
    await app.update('users', { registeredAt }, { userId: person.userId })
    const answer = await fetched(getAccountPage, person)
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-disposition': 'attachment; filename="ia-renewal-portal-data.html"',
      'cache-control': 'no-store',
    })
    const words = wordsOf(answer.payload)
    for (const said of [
      "What this portal keeps about Pat O'Brien",
      'Sun 09 Feb 2020 – Mon 10 Feb 2020 · 8:00 AM – 12:00 PM Eastern, each day',
      '20 Nov 2026, 3:05 PM Eastern',
      'Not a member',
      'Signed the list',
      'Certificate issued',
    ])
      expect(words).toContain(said)
    expect(words).toMatch(/Sent \d\d \w{3} \d{4}, \d+:\d\d [AP]M Eastern/)
  })

  test('runs no script, whatever the person has typed', async () => {
    const hostile = `</style></td><script>alert(1)</script><img src=x onerror="alert(1)">'"&amp;`
    const profile = { firstName: hostile, lastName: '\u202Eنور 👩‍🚀', companyName: `javascript:alert('1')` }
    const { payload } = await fetched(getAccountPage, await givenBusyPerson(hostile, profile))
    const tags = new Set([...payload.matchAll(/<(\w+)/g)].map(([, tag]) => tag))
    expect([...tags].sort()).toEqual(
      'a body h1 h2 head html main meta p section span style table tbody td th thead title tr'.split(' '),
    )
    expect(payload).not.toMatch(/<[^>]*\son\w+=/)
    for (const [, address] of payload.matchAll(/href="([^"]*)"/g))
      expect(address).toMatch(/^http:\/\/localhost:3000/)
    expect(payload).toContain(`default-src 'none'`)
    for (const said of [hostile, 'نور 👩‍🚀', `javascript:alert('1')`])
      expect(wordsOf(payload)).toContain(said)
  })

  test('works for a person with almost no data', async () => {
    const blank = { firstName: '', lastName: '', country: '', state: '', zip: '', companyName: '', phone: '' }
    const person = await givenPerson(app, { profile: blank })
    const words = wordsOf((await fetched(getAccountPage, person)).payload)
    expect(words).toContain(`What this portal keeps about ${person.email}`)
  })
})

/** Returns the text that a reader sees. */
function wordsOf(page: string) {
  return page
    .replace(/<style>.*?<\/style>/s, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
}
