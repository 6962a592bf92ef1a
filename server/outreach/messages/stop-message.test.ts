import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import {
  getMessage,
  getMessageResults,
  startMessage,
  stopMessage,
} from '#contract/outreach/messages/calls.ts'
import { cancelRegistration } from '#contract/registrations/registrations/calls.ts'
import { jobHandlers } from '#server/nouns.ts'
import type { TestApp } from '#test/app.ts'
import { startApp } from '#test/app.ts'
import type { EventWithSlots, Person } from '#test/given.ts'
import { givenAdministrator, givenEvent, givenPersonUnmailed, givenRegistration } from '#test/given.ts'
import { nastyHtml } from '#test/nasty-html.ts'
import { jobsOf, loseJobs } from '#test/queue.ts'
import { expireMessages, sweepMessages } from './jobs.ts'

// Jobs wait, so that a test can look in between. One email leaves per minute, so one is written at a time.
let app: TestApp
let administrator: Person
let event: EventWithSlots
let people: Person[]
let messageId: number
beforeEach(async () => {
  app = await startApp({ works: false, environment: { MAIL_PER_MINUTE: '1' } })
  administrator = await givenAdministrator(app)
  event = await givenEvent(app)
  people = [await givenPersonUnmailed(app), await givenPersonUnmailed(app), await givenPersonUnmailed(app)]
  const registrationIds: number[] = []
  for (const person of people) {
    registrationIds.push(await givenRegistration(app, person, event, { by: administrator }))
  }
  const message = { kind: 'registration', subject: 'New room', html: '<p>Hi</p>' } as const
  const body = { startKey: randomUUID(), message, recipients: { registrationIds } }
  messageId = (await app.dataOf(startMessage, { body }, administrator)).messageId
  return () => app.close()
})

test('a message that another program stored is shown and sent with the allowed markup only', async () => {
  const text = nastyHtml.map(([, html]) => `<p>${html}</p>`).join('')
  await app.update('messages', { html: text })
  const { html } = await read()
  await writePortion()
  const [mail] = await app.query(
    "select t.html from mail_texts t join mails using (mail_id) where subject = 'New room'",
  )
  const tags = /^(?:p|br|strong|em|u|s|ul|ol|li|a|h3|h4|blockquote)$/
  for (const shown of [html, formattedIn(mail.html)]) {
    const found = [...shown.matchAll(/<(\w+)/g)].map(([, tag = '']) => tag)
    expect(found.filter((tag) => !tags.test(tag))).toEqual([])
    expect(shown).not.toMatch(/<[^>]*\son\w+=|href="(?!https?:|mailto:)/i)
  }
})

test('each portion decides anew about its people', async () => {
  await writePortion()
  await app.send(cancelRegistration, { eventId: event.eventId }, people[1]?.token)
  await writePortion()
  expect(await results()).toEqual(['waiting', 'canceled', 'waiting'])
  expect(await written()).toBe(1)
  await writePortion()
  expect(await written()).toBe(2)
  await writePortion()
  expect((await read()).finishedAt).not.toBe(null)
})

test('a stop withdraws the emails that have not left, and writes no more', async () => {
  await writePortion()
  expect(await read()).toMatchObject({ isStoppable: true, isStopped: false, finishedAt: null })
  await app.call(stopMessage, { params: { messageId } }, administrator)
  await writePortion()
  expect(await results()).toEqual(['stopped', 'stopped', 'stopped'])
  expect(await written()).toBe(0)
  expect(await read()).toMatchObject({ isStoppable: false, isStopped: true })
})

test('a stop leaves what has left', async () => {
  await writePortion()
  await app.query("update mails set status = 'sent', sent_at = now() where cause like 'message:%'")
  await app.call(stopMessage, { params: { messageId } }, administrator)
  expect(await results()).toEqual(['sent', 'stopped', 'stopped'])
})

test('news reach two accounts that were merged since the start once', async () => {
  await app.query('update users set has_given_mailing_consent = true')
  const [pat, kim] = people as [Person, Person]
  const message = { kind: 'news', subject: 'News', html: '<p>Hi</p>' } as const
  const recipients = { userIds: [pat.userId, kim.userId] }
  const body = { startKey: randomUUID(), message, recipients }
  messageId = (await app.dataOf(startMessage, { body }, administrator)).messageId
  await app.query(`update users set merged_into = '${pat.userId}' where user_id = '${kim.userId}'`)
  await writePortion()
  await writePortion()
  expect((await results()).sort()).toEqual(['merged', 'waiting'])
  expect(await written()).toBe(1)
})

test.each([
  ["status = 'given-up'", 'failed'],
  ["status = 'unknown'", 'unknown'],
  ["status = 'sent', sent_at = now()", 'sent'],
])('an email with %s has the result %s', async (changes, result) => {
  await writePortion()
  await app.query(`update mails set ${changes} where cause like 'message:%'`)
  expect((await results())[0]).toBe(result)
  const address = people[0]?.email
  await app.query(
    `insert into bounces (email, reason, source, bounced_at) values ('${address}', '550', 'mail-server', now())`,
  )
  expect((await results())[0]).toBe('came-back')
})

test('a message without a job gets one, and an old one is deleted', async () => {
  await loseJobs(app, 'write-message')
  await app.write(sweepMessages)
  await app.write(sweepMessages)
  expect((await jobsOf(app, 'write-message')).map(({ data }) => data)).toEqual([{ messageId }])
  app.pass({ minutes: 399 * 24 * 60 })
  await app.write(expireMessages)
  expect(await listed()).toBe(1)
  app.pass({ minutes: 2 * 24 * 60 })
  await app.write(expireMessages)
  expect(await listed()).toBe(0)
})

/** Returns what stands above the facts of an email. */
function formattedIn(html: string) {
  const card = html.slice(html.indexOf('padding:28px'))
  return card.slice(card.indexOf('>'), card.indexOf('<table'))
}

async function writePortion() {
  await jobHandlers(app.services)['write-message']({ messageId }, { isLast: true })
}

function read() {
  return app.dataOf(getMessage, { params: { messageId } }, administrator)
}

async function results() {
  const input = { query: { messageId } }
  const { recipients } = await app.dataOf(getMessageResults, input, administrator)
  return recipients.map(({ result }) => result)
}

async function written() {
  const [row] = await app.query("select count(*)::int as mails from mails where cause like 'message:%'")
  return row.mails
}

async function listed() {
  const rows = await app.query('select message_id from messages')
  return rows.length
}
