import { beforeEach, expect, test } from 'vitest'
import { deleteAccount } from '#contract/office/accounts/calls.ts'
import { sendSignInLink, signInWithLink } from '#contract/people/identity/calls.ts'
import { createUser } from '#contract/people/sessions/calls.ts'
import { openSendMail } from '#server/foundation/mails/jobs.ts'
import { startApp } from '#test/app.ts'
import { completeProfile } from '#test/complete-profile.ts'
import { codeIn, givenLinkCode, givenPerson, preparedApp } from '#test/given.ts'
import { tablesHolding } from '#test/queue.ts'
import { sweepCodes } from './jobs.ts'

const typed = { ...completeProfile, firstName: 'Rosalind' }
const logLines: string[] = []
let email: string
let profile: typeof typed
let people = 0
const app = preparedApp({ environment: { LOG_LEVEL: 'trace' }, logLines })
beforeEach(() => {
  email = `typed${++people}@example.com`
  profile = { ...typed, companyName: `Okapi ${people} Airworks` }
})

test('a profile that was typed when the link was requested is in the answer to the link, wherever it is opened', async () => {
  const { code } = await linkWith(profile)
  const { idToken: authToken, profile: waiting } = (await signIn(code)).data
  expect(waiting).toEqual(profile)
  const created = await app.send(createUser, { authToken, email, ...waiting })
  expect(created.data.userData).toMatchObject(profile)
})

test('a profile is in the answer to the 8 digits, too, and is gone afterwards', async () => {
  const { digits } = await linkWith(profile)
  expect((await signIn(digits)).data.profile).toEqual(profile)
  expect(await tablesHolding(app, [profile.companyName])).toEqual([])
})

test('a profile belongs to its own link, and is deleted when another link of the email is used', async () => {
  await linkWith(profile)
  app.pass({ minutes: 1.1 })
  const other = await givenLinkCode(app, email)
  expect((await signIn(other)).data.profile).toBeUndefined()
  expect(await tablesHolding(app, [profile.companyName])).toEqual([])
})

test('a corrected profile comes with a link of its own within the minute, and the same profile with none', async () => {
  const first = await linkWith(profile)
  await app.send(sendSignInLink, { email, profile })
  await app.send(sendSignInLink, { email })
  const corrected = { ...profile, firstName: 'Rosa' }
  const second = await linkWith(corrected, 2)
  await app.untilJobsAreDone()
  expect(await app.mailsTo(email)).toHaveLength(2)
  expect(first.code).not.toBe(second.code)
  expect((await signIn(second.code)).data.profile).toEqual(corrected)
})

test('a profile is gone after an hour, even if its link still works', async () => {
  const own = await startApp({ works: false })
  await own.call(sendSignInLink, { body: { email, profile } })
  own.pass({ minutes: 55 })
  const [mail] = await own.query(`select mail_id as id, text from mails where to_address = '${email}'`)
  await openSendMail(own.services)({ mailId: mail?.id }, { isLast: true })
  await sweepCodes(own.services)
  expect(await tablesHolding(own, [profile.companyName])).toEqual(['identity_codes'])
  own.pass({ minutes: 5.1 })
  const code = codeIn(mail?.text)
  const answer = own.call(signInWithLink, { body: { email, code } })
  expect((await answer).data.profile).toBeUndefined()
  await own.close()
})

test('a profile whose link nobody opens is deleted after an hour', async () => {
  const own = await startApp({ works: false })
  await own.call(sendSignInLink, { body: { email, profile } })
  own.pass({ minutes: 60.1 })
  await sweepCodes(own.services)
  expect(await tablesHolding(own, [profile.companyName])).toEqual([])
  expect(await own.query(`select 1 as code from identity_codes where email = '${email}'`)).toHaveLength(1)
  await own.close()
})

test('a profile goes with the account of its email', async () => {
  const person = await givenPerson(app, { email })
  await linkWith(profile, 2)
  await app.send(deleteAccount, { email }, person)
  expect(await tablesHolding(app, [profile.companyName])).toEqual([])
})

test.each([
  ['an unknown country', { ...typed, country: 'Atlantis' }, 'Please select a valid country'],
  ['a wrong ZIP', { ...typed, zip: '1' }, 'Enter a 5-digit ZIP code'],
  ['a name of 40,000 letters', { ...typed, firstName: 'x'.repeat(40_000) }, 'characters at most'],
  ['a missing name', { ...typed, lastName: undefined }, 'Last name is required'],
  ['text in its place', 'Rosalind', 'Has to be an object'],
])('a profile with %s is refused with words, and no link is mailed', async (_, wrong, words) => {
  const answer = await app.request({
    method: 'POST',
    url: '/api/identity/send-sign-in-link',
    payload: { email, profile: wrong },
  })
  expect(answer.statusCode).toBe(422)
  expect(answer.body).toContain(words)
  expect(await app.query(`select from identity_codes where email = '${email}'`)).toEqual([])
})

test('a profile of more than a request may have is refused', async () => {
  const payload = { email, profile: { ...profile, more: 'x'.repeat(70_000) } }
  const answer = await app.request({ method: 'POST', url: '/api/identity/send-sign-in-link', payload })
  expect(answer.statusCode).toBe(413)
})

test('no profile is logged at any level', async () => {
  const { code } = await linkWith(profile)
  await signIn(code)
  expect(logLines.length).toBeGreaterThan(0)
  expect(logLines.filter((line) => /Okapi|Rosalind/.test(line))).toEqual([])
})

/** Requests a link with a profile; returns its mail's code and digits. */
async function linkWith(given: typeof typed, atLeast = 1): Promise<{ code: string; digits: string }> {
  await app.send(sendSignInLink, { email, profile: given })
  const [mail] = await app.mailsTo(email, atLeast)
  const [, code = ''] = /#code=([\w-]+)/.exec(mail?.text ?? '') ?? []
  const [, digits = ''] = /enter this code: (\d{4} \d{4})\b/.exec(mail?.text ?? '') ?? []
  return { code, digits: digits.replace(' ', '') }
}

function signIn(code: string) {
  return app.send(signInWithLink, { email, code })
}
