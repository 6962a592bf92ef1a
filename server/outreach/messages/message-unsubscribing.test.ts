import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { getAccountData } from '#contract/office/accounts/calls.ts'
import { startMessage } from '#contract/outreach/messages/calls.ts'
import { leaveMailingList } from '#contract/outreach/messages/leaving.ts'
import { getConsents, updateMembershipInfo } from '#contract/people/users/calls.ts'
import { consentTexts } from '#contract/people/users/memberships.ts'
import { expectSuccess } from '#test/app.ts'
import type { Person } from '#test/given.ts'
import { givenPersonUnmailed, historyOf, preparedAdministrator, preparedApp } from '#test/given.ts'

const app = preparedApp()
const administrator = preparedAdministrator(app)

test('the link in news withdraws the consent, once, as an answer of the person', async () => {
  const pat = await givenSubscriber()
  const { code } = await newsTo(pat)
  for (const _ of [1, 2]) {
    await expectSuccess(app.send(leaveMailingList, { code }))
  }
  const { consents } = await app.dataOf(getConsents, {}, pat)
  expect(consents.map(({ isGiven, textShown }) => [isGiven, textShown])).toEqual([
    [false, consentTexts.withdrawal],
    [true, expect.any(String)],
  ])
  const [entry] = await historyOf(app, administrator, { userId: pat.userId })
  expect([entry?.activity, entry?.actedBy?.email]).toEqual(['profile-changed', pat.email])
})

test("an email program's own button does the same, and opening its address changes nothing", async () => {
  const pat = await givenSubscriber()
  const { code, unsubscribeUrl } = await newsTo(pat)
  const url = new URL(unsubscribeUrl).pathname
  const opened = await app.request({ method: 'GET', url })
  expect([opened.statusCode, opened.headers.location]).toEqual([
    302,
    expect.stringContaining(`/unsubscribe#code=${code}`),
  ])
  expect(await isSubscribed(pat)).toBe(true)
  const posted = await app.request({
    method: 'POST',
    url,
    payload: 'List-Unsubscribe=One-Click',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect(posted.statusCode).toBe(200)
  expect(await isSubscribed(pat)).toBe(false)
})

test('unsubscribing withdraws news that have not left', async () => {
  const pat = await givenSubscriber()
  const { code } = await newsTo(pat)
  await app.query(`update mails set status = 'queued', sent_at = null where to_address = '${pat.email}'`)
  await app.send(leaveMailingList, { code })
  expect(await app.query(`select mail_id from mails where to_address = '${pat.email}'`)).toEqual([])
})

test('a link of an account that was merged ends the news of the account that continues', async () => {
  const [pat, kim] = [await givenSubscriber(), await givenSubscriber()]
  const { code } = await newsTo(kim)
  await app.query(`update users set merged_into = '${pat.userId}' where user_id = '${kim.userId}'`)
  await app.send(leaveMailingList, { code })
  expect(await isSubscribed(pat)).toBe(false)
})

test("the person's own data names each message and what became of it", async () => {
  const pat = await givenSubscriber()
  await newsTo(pat)
  const { body } = await app.request({
    url: `/api${getAccountData.path}`,
    headers: { authorization: `Bearer ${pat.token}` },
  })
  expect(JSON.parse(body).messages).toEqual([
    { subject: 'News', startedAt: expect.any(String), result: 'sent' },
  ])
})

test('an unknown code is refused', async () => {
  const answer = await app.send(leaveMailingList, { code: 'sample' })
  expect([answer.status, answer.failure?.code]).toEqual([404, 'NEWS_LINK_NOT_FOUND'])
})

async function givenSubscriber() {
  const person = await givenPersonUnmailed(app)
  await app.send(updateMembershipInfo, { hasGivenMailingConsent: true }, person)
  return person
}

/** Sends news; returns its link's code, and the address for the mail program. */
async function newsTo({ userId, email }: Person): Promise<{ code: string; unsubscribeUrl: string }> {
  const message = { kind: 'news', subject: 'News', html: '<p>Good news</p>' } as const
  const body = { startKey: randomUUID(), message, recipients: { userIds: [userId] } }
  await app.send(startMessage, body, administrator)
  const [mail] = await app.mailsTo(email)
  const [, code = ''] = /\/unsubscribe#code=([\w-]+)/.exec(mail?.text ?? '') ?? []
  const [row] = await app.query(`select unsubscribe_url from mails where to_address = '${email}'`)
  return { code, unsubscribeUrl: row.unsubscribe_url }
}

async function isSubscribed({ userId }: Person) {
  const [row] = await app.query(
    `select has_given_mailing_consent as is_given from users where user_id = '${userId}'`,
  )
  return row.is_given
}
