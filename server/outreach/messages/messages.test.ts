import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { MessageRecipients } from '#contract/outreach/messages/calls.ts'
import {
  drawMessage,
  getMessageResults,
  getMessages,
  previewRecipients,
  startMessage,
  testMessage,
} from '#contract/outreach/messages/calls.ts'
import { updateMembershipInfo } from '#contract/people/users/calls.ts'
import { cancelRegistration } from '#contract/registrations/registrations/calls.ts'
import { jobHandlers } from '#server/nouns.ts'
import { expectRefusal } from '#test/app.ts'
import type { EventWithSlots, Person } from '#test/given.ts'
import {
  givenEvent,
  givenPersonUnmailed,
  givenRegistration,
  historyOf,
  prepared,
  preparedAdministrator,
  preparedApp,
} from '#test/given.ts'

const app = preparedApp()
const administrator = preparedAdministrator(app)
const event = prepared(() => givenEvent(app))

const about = { kind: 'registration', subject: 'New room for {event}', html: '<p>Hi {name},</p>' } as const
const news = { kind: 'news', subject: 'News for {name}', html: '<p>Good <strong>news</strong></p>' } as const

describe('a message about registrations', () => {
  test('goes to each registration, with its own event, slot and join link', async () => {
    const [pat, kim] = [await givenPersonUnmailed(app), await givenPersonUnmailed(app)]
    const registrationIds = [await registered(pat), await registered(kim, 1)]
    const html = '<p>Hi {name}, {event} is at <strong>{slot}</strong>.</p><p>{join link}</p>'
    const { people } = await start({ ...about, html }, { registrationIds })
    expect(people).toBe(2)
    const mail = await mailAbout(pat, 'New room')
    expect(mail.subject).toBe(`New room for ${event.eventName}`)
    expect(mail.text).toContain(
      `Hi Pat, ${event.eventName} is at Tue 09 Feb 2027 – Wed 10 Feb 2027 · 8:00 AM`,
    )
    expect(mail.text).toMatch(new RegExp(`/join/${registrationIds[0]}/[\\w-]{36}\n`))
    expect(mail.html).toContain('<strong>Tue 09 Feb 2027')
    expect((await mailAbout(kim, 'New room')).text).toContain('· 1:00 PM')
  })

  test('is listed with its event, and with no other', async () => {
    const other = await givenEvent(app)
    const registrationIds = [await registered(await givenPersonUnmailed(app))]
    const { messageId } = await start(about, { registrationIds })
    const idsOf = async ({ eventId }: EventWithSlots) => {
      const data = await app.dataOf(getMessages, { query: { eventId } }, administrator)
      return data.messages.map((message) => message.messageId)
    }
    expect(await idsOf(event)).toContain(messageId)
    expect(await idsOf(other)).toEqual([])
  })

  test('escapes what people typed into their profile', async () => {
    const pat = await givenPersonUnmailed(app)
    await app.query(`update users set first_name = '<img src=x onerror=1>' where user_id = '${pat.userId}'`)
    await start({ ...about, subject: 'For {name}' }, { registrationIds: [await registered(pat)] })
    const mail = await mailAbout(pat, 'For ')
    expect(mail.subject).toBe('For <img src=x onerror=1>')
    expect(mail.html).not.toContain('<img')
    expect(mail.text).toContain('Hi <img src=x onerror=1>,')
  })

  test('keeps only harmless HTML', async () => {
    const pat = await givenPersonUnmailed(app)
    const html = '<p onclick="x">Hi</p><script>alert(1)</script><a href="javascript:x">this</a>'
    await start({ ...about, html }, { registrationIds: [await registered(pat)] })
    const mail = await mailAbout(pat, 'New room')
    expect(mail.html).toContain('>Hi</p>')
    expect(mail.html).not.toMatch(/onclick|script/)
  })

  test('leaves out canceled registrations, bounced addresses and people without one, and says why', async () => {
    const [pat, kim, lee] = await threePeople()
    const ids = [await registered(pat), await registered(kim), await registered(lee)]
    await cancel(kim)
    await bounce(lee)
    const recipients = { registrationIds: ids }
    expect(await verdicts('registration', recipients)).toEqual({
      [pat.email]: 'gets',
      [kim.email]: 'canceled',
      [lee.email]: 'bounced',
    })
    const { messageId, people } = await start(about, recipients)
    await app.untilJobsAreDone()
    expect(people).toBe(1)
    expect(await results(messageId)).toEqual({
      [pat.email]: 'sent',
      [kim.email]: 'canceled',
      [lee.email]: 'bounced',
    })
    expect(await verdicts('registration', { userIds: [pat.userId] })).toEqual({
      [pat.email]: 'no-registration',
    })
  })

  test('with a join link leaves out people of an event in person', async () => {
    const pat = await givenPersonUnmailed(app)
    const inPerson = await givenEvent(app, { eventName: 'In person 2027', focusId: 4 })
    const recipients = { registrationIds: [await registered(pat, 0, inPerson)] }
    const { data } = await preview({ kind: 'registration', hasJoinLink: true, recipients })
    expect(data.counts).toEqual([{ verdict: 'no-join-link', people: 1 }])
    const answer = await starting({ ...about, html: '<p>{join link}</p>' }, recipients)
    expect(answer.failure?.code).toBe('NOTHING_TO_DO')
  })

  test('goes to everybody of a slot', async () => {
    const own = await givenEvent(app, { eventName: 'A series of its own 2027' })
    const [pat, kim, lee] = await threePeople()
    await registered(pat, 0, own)
    await registered(kim, 1, own)
    await registered(lee, 0, own)
    await cancel(lee, own)
    const { messageId } = await start(about, { filter: { eventSlotId: own.slotIds[0] } })
    await app.untilJobsAreDone()
    expect(await results(messageId)).toEqual({ [pat.email]: 'sent' })
    const [entry] = await historyOf(app, administrator, { activity: 'message-started' })
    expect([entry?.item, entry?.event?.eventName]).toEqual([
      '"New room for {event}", 1 email',
      'A series of its own 2027',
    ])
  })
})

describe('news', () => {
  test('wait for the postal address of the training provider, and then name it', async () => {
    const pat = await givenPersonUnmailed(app)
    await consent(pat, true)
    const recipients = { userIds: [pat.userId] }
    const lacksAddress = async () =>
      (await preview({ kind: 'news', hasJoinLink: false, recipients })).data.lacksAddress
    await postalAddress('')
    expect(await lacksAddress()).toBe(true)
    await expectRefusal(starting(news, recipients), 'POSTAL_ADDRESS_MISSING')
    await postalAddress('2 Hangar Road, Columbia, SC 29201')
    expect(await lacksAddress()).toBe(false)

    const { messageId } = await start(news, recipients)
    await app.untilJobsAreDone()
    // As if the address had gone before the job ran.
    await app.query(`update messages set finished_at = null where message_id = ${messageId}`)
    await app.query(
      `update message_recipients set outcome = null, mail_id = null where message_id = ${messageId}`,
    )
    await app.query(`delete from mails where to_address = '${pat.email}'`)
    const write = () => jobHandlers(app.services)['write-message']({ messageId }, { isLast: true })
    await postalAddress('')
    await write()
    expect(await results(messageId)).toEqual({ [pat.email]: 'waiting' })
    await postalAddress('2 Hangar Road, Columbia, SC 29201')
    await write()
    const mail = await mailAbout(pat, 'News for Pat')
    for (const part of [mail.text, mail.html]) expect(part).toContain('2 Hangar Road, Columbia, SC 29201')
  })

  test('go only to people who agreed to them, once each, with a way to unsubscribe', async () => {
    const [pat, kim, lee] = await threePeople()
    const registrationIds = [await registered(pat), await registered(kim), await registered(lee)]
    const other = await givenEvent(app, { eventName: 'Turbine IA Renewal Series 2027', focusId: 3 })
    registrationIds.push(await registered(pat, 0, other))
    await consent(pat, true)
    await consent(kim, false)
    const { messageId, people } = await start(news, { registrationIds })
    expect(people).toBe(1)
    await app.untilJobsAreDone()
    expect(await results(messageId)).toEqual({
      [pat.email]: 'sent',
      [kim.email]: 'unsubscribed',
      [lee.email]: 'no-consent',
    })
    expect((await mailAbout(pat, 'News for Pat')).text).toMatch(/Unsubscribe: \S+\/unsubscribe#code=\w{64}/)
  })

  test('go to all people of a list without a registration', async () => {
    const [pat, kim, lee] = await threePeople()
    const [season] = [await givenEvent(app, { eventName: 'Rotorcraft 2031', year: 2031 })]
    for (const person of [pat, kim]) await consent(person, true)
    await registered(kim, 0, season)
    const list = { unregistered: { eventName: 'Rotorcraft 2031', year: 2031 } }
    const found = await verdicts('news', list)
    expect([found[pat.email], found[kim.email], found[lee.email]]).toEqual(['gets', undefined, 'no-consent'])
  })

  test('refuse a placeholder that has no value', async () => {
    const pat = await givenPersonUnmailed(app)
    const answer = await starting({ ...news, html: '<p>{slot}</p>' }, { userIds: [pat.userId] })
    expect([answer.status, answer.failure?.fields]).toEqual([
      422,
      { 'message.html': '{slot} has no value in news. Use {name}.' },
    ])
  })
})

describe('a message is started once', () => {
  test('by two clicks at the same moment and by a later retry', async () => {
    const pat = await givenPersonUnmailed(app)
    const body = {
      startKey: randomUUID(),
      message: about,
      recipients: { registrationIds: [await registered(pat)] },
    }
    const click = () => app.send(startMessage, body, administrator)
    const answers = await Promise.all([click(), click()])
    answers.push(await click())
    expect(new Set(answers.map(({ data }) => data.messageId)).size).toBe(1)
    await app.untilJobsAreDone()
    expect(await countMails(pat, 'New room')).toBe(1)
  })

  test('and its job may run twice', async () => {
    const pat = await givenPersonUnmailed(app)
    const { messageId } = await start(about, { registrationIds: [await registered(pat)] })
    await app.untilJobsAreDone()
    await app.query(`update messages set finished_at = null where message_id = ${messageId}`)
    await app.query(`update message_recipients set outcome = null where message_id = ${messageId}`)
    await jobHandlers(app.services)['write-message']({ messageId }, { isLast: true })
    expect(await countMails(pat, 'New room')).toBe(1)
  })
})

describe('before the start', () => {
  test('the email is drawn as a recipient gets it, without their links', async () => {
    const pat = await givenPersonUnmailed(app)
    const registrationId = await registered(pat)
    const message = { ...about, html: '<p>Hi {name}: {join link}</p>' }
    const body = { message, recipient: { userId: pat.userId, registrationId } }
    const data = await app.dataOf(drawMessage, { body }, administrator)
    expect(data.text).toContain(`Hi Pat: http`)
    expect(data.text).toContain(`/join/${registrationId}/sample`)
    expect(data.text).not.toMatch(/[\da-f]{8}-[\da-f]{4}/)
  })

  test('a test reaches the administrator and nobody else', async () => {
    const pat = await givenPersonUnmailed(app)
    const body = { message: news, recipient: { userId: pat.userId, registrationId: null } }
    const data = await app.dataOf(testMessage, { body }, administrator)
    expect(data.email).toBe(administrator.email)
    const mail = await mailAbout(administrator, 'Test: News for Pat')
    expect(mail.text).toContain('/unsubscribe#code=sample')
    expect(await countMails(pat, '')).toBe(0)
  })
})

async function threePeople(): Promise<[Person, Person, Person]> {
  return [await givenPersonUnmailed(app), await givenPersonUnmailed(app), await givenPersonUnmailed(app)]
}

function registered(person: Person, slot = 0, of = event) {
  return givenRegistration(app, person, of, { slot, by: administrator })
}

async function cancel({ token }: Person, { eventId } = event) {
  await app.send(cancelRegistration, { eventId }, token)
}

async function consent({ token }: Person, hasGivenMailingConsent: boolean) {
  await app.send(updateMembershipInfo, { hasGivenMailingConsent }, token)
}

function postalAddress(address: string) {
  return app.query(`
    insert into providers (provider_id, provider_name, postal_address, signatory_name, signatory_title, saved_at)
    select max(provider_id) + 1, 'IA Renewal Seminars', '${address}', 'Sample Signatory', 'Director', now() from providers`)
}

function bounce({ email }: Person) {
  return app.query(
    `insert into bounces (email, reason, source, bounced_at) values ('${email}', '550', 'mail-server', now())`,
  )
}

function preview(body: Parameters<typeof app.call<typeof previewRecipients>>[1]['body']) {
  return app.send(previewRecipients, body, administrator)
}

async function verdicts(kind: 'registration' | 'news', recipients: MessageRecipients) {
  const { data } = await preview({ kind, hasJoinLink: false, recipients })
  return Object.fromEntries(data.people.map(({ email, verdict }) => [email, verdict]))
}

function starting(message: object, recipients: MessageRecipients) {
  const body = { startKey: randomUUID(), message: message as typeof about, recipients }
  return app.send(startMessage, body, administrator)
}

async function start(message: object, recipients: MessageRecipients) {
  return (await starting(message, recipients)).data
}

async function results(messageId: number) {
  const data = await app.dataOf(getMessageResults, { query: { messageId } }, administrator)
  return Object.fromEntries(data.recipients.map(({ email, result }) => [email, result]))
}

async function mailAbout({ email }: Person, subject: string) {
  await app.untilJobsAreDone()
  const mails = await app.mailsTo(email)
  return mails.find((mail) => mail.subject.startsWith(subject)) as (typeof mails)[0]
}

async function countMails({ email }: Person, subject: string) {
  const [row] = await app.query(
    `select count(*)::int as mails from mails where to_address = '${email}' and starts_with(subject, '${subject}')`,
  )
  return row.mails
}
