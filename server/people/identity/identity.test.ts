import { decodeJwt } from 'jose'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  resetPassword,
  sendPasswordReset,
  sendSignInLink,
  sendVerification,
  signInWithLink,
  signInWithPassword,
} from '#contract/people/identity/calls.ts'
import { openSendMail, sweepMails } from '#server/foundation/mails/jobs.ts'
import { atOnce, expectRefusal, expectSuccess, startApp } from '#test/app.ts'
import { codeIn, givenLinkCode, givenPassword, givenPerson, preparedApp } from '#test/given.ts'
import { sweepCodes } from './jobs.ts'

let email: string
let people = 0
const app = preparedApp()
beforeEach(() => {
  email = `visitor${++people}@example.com`
})

describe('a mailed link', () => {
  test.each([0, 1, 2])(
    'stays valid when others are requested, and voids them when it is used: %i',
    async (used) => {
      const codes = [await givenLinkCode(app, email), await givenLaterCode()]
      app.pass({ minutes: 1.1 })
      const { code, digits } = await mailedCodes()
      await expectSuccess(signIn(email, [...codes, digits][used] as string))
      for (const each of [...codes, code, digits]) expect(await refusal(email, each)).toBe('LINK_SPENT')
    },
  )

  test('is the only one that works if all links for its address are used at once', async () => {
    for (let links = 0; links < 8; links++) {
      app.pass({ minutes: 1.1 })
      await app.send(sendSignInLink, { email })
    }
    const codes = (await app.mailsTo(email, 8)).map(({ text }) => codeIn(text))
    const answers = await Promise.all([...codes, ...codes].map((code) => signIn(email, code)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(15).fill(401)])
  })

  test('leads on to the slot that its person has chosen', async () => {
    await app.send(sendSignInLink, { email, eventSlotId: 12 })
    const [mail] = await app.mailsTo(email)
    expect(mail?.text).toMatch(/\/handle-redirect-login\?slot=12#code=[\w-]+/)
  })

  test('is not spent by a scanner that opens it', async () => {
    const code = await givenLinkCode(app, email)
    for (const method of ['GET', 'HEAD'] as const) {
      await app.request({ method, url: '/handle-redirect-login' })
      await app.request({ method, url: `/handle-redirect-login?code=${code}` })
      await app.request({ method, url: `/api/identity/sign-in-with-link?email=${email}&code=${code}` })
    }
    await expectSuccess(signIn(email, code))
  })

  test('is not stored as it was mailed', async () => {
    const code = await givenLinkCode(app, email)
    const rows = await app.query(
      'select 1 from identity_codes row where strpos(row::text, $1) > 0 or strpos(row::text, $2) > 0',
      [code, Buffer.from(code).toString('hex')],
    )
    expect(rows).toEqual([])
  })
})

describe('the 8 digits in the same mail', () => {
  test('sign in once on another device, and spend the link, too', async () => {
    const { code, digits } = await mailedCodes()
    await expectSuccess(signIn(email, digits))
    expect([await refusal(email, digits), await refusal(email, code)]).toEqual(['LINK_SPENT', 'LINK_SPENT'])
  })

  test('allow five tries', async () => {
    const { digits } = await mailedCodes()
    for (let tries = 1; tries <= 4; tries++) expect(await refusal(email, wrong(digits))).toBe('LINK_SPENT')
    await expectSuccess(signIn(email, digits))
  })

  test('are void after five wrong tries, but the link is not', async () => {
    const { code, digits } = await mailedCodes()
    for (let tries = 1; tries <= 5; tries++) expect(await refusal(email, wrong(digits))).toBe('LINK_SPENT')
    expect(await refusal(email, digits)).toBe('LINK_SPENT')
    await expectSuccess(signIn(email, code))
  })

  test.each([15, 50])('are compared only five times, however many tries run at once: %i', async (tries) => {
    const { code, digits } = await mailedCodes()
    await atOnce(tries, () => signIn(email, wrong(digits)))
    const rows = await app.query('select digits_tries from identity_codes where email = $1', [email])
    expect(rows).toEqual([{ digits_tries: 5 }])
    expect(await refusal(email, digits)).toBe('LINK_SPENT')
    await expectSuccess(signIn(email, code))
  })

  test('come with the advice never to tell them to anybody', async () => {
    await mailedCodes()
    expect((await app.mailsTo(email))[0]?.text).toContain("Don't share this code")
  })

  test('are refused for a day after 20 wrong tries over all codes, but the link is not', async () => {
    const own = await startApp({ sharing: app, works: false })
    const tryAt = async (code: string) =>
      (await own.call(signInWithLink, { body: { email, code } })).failure?.code
    for (let codes = 0; codes < 4; codes++) {
      const { digits } = await mailedCodes()
      for (let tries = 0; tries < 5; tries++) expect(await tryAt(wrong(digits))).toBe('LINK_SPENT')
      app.pass({ minutes: 1.1 })
    }
    const { code, digits } = await mailedCodes()
    const refused = await own.call(signInWithLink, { body: { email, code: digits } })
    expect([refused.status, refused.failure?.code]).toEqual([429, 'TOO_MANY_DIGITS'])
    expect(refused.failure?.message).toContain('Use the link in the email')
    await expectSuccess(own.call(signInWithLink, { body: { email, code } }))
    for (const each of [own, app]) each.pass({ minutes: 24 * 60 + 1 })
    await own.call(sendSignInLink, { body: { email } })
    const [mail] = await app.mailsTo(email, 6)
    const tomorrows = /enter this code: (\d{4} \d{4})\b/.exec(mail?.text ?? '')?.[1]?.replace(' ', '') ?? ''
    expect(await tryAt(wrong(tomorrows))).toBe('LINK_SPENT')
    await expectSuccess(own.call(signInWithLink, { body: { email, code: tomorrows } }))
    await own.close()
  })

  test('do not work with the email of another person', async () => {
    const { digits } = await mailedCodes()
    await givenLinkCode(app, 'another@example.com')
    expect(await refusal('another@example.com', digits)).toBe('LINK_SPENT')
  })

  test('cannot reset a password, and are not spent by trying', async () => {
    await givenPassword(app, email, 'the forgotten password')
    await app.send(sendPasswordReset, { email })
    const { digits } = await mailedCodes()
    const body = { email, code: digits, password: 'a password for a stranger' }
    await expectRefusal(app.send(resetPassword, body), 'LINK_SPENT')
    await expectSuccess(signIn(email, digits))
  })
})

test('an administrator who gets a password after signing in by link can sign in with both', async () => {
  const password = 'the right password'
  await signIn(email, await givenLinkCode(app, email))
  await givenPassword(app, email, password)
  await givenPassword(app, email, 'a later password')
  await expectSuccess(app.send(signInWithPassword, { email, password }))
})

test('a signed-in person can verify their address, and cannot choose where that mail goes', async () => {
  const person = await givenPerson(app)
  await app.request({
    method: 'POST',
    url: `/api${sendVerification.path}`,
    headers: { authorization: `Bearer ${person.token}` },
    payload: { email: 'another-place@example.com' },
  })
  expect((await app.mailsTo(person.email, 2))[0]?.text).toContain('#code=')
})

test('of people who sign in at the same moment, only those with a wrong code are refused', async () => {
  const emails = Array.from({ length: 6 }, (_, number) => `moment${number}@example.com`)
  const codes: string[] = []
  for (const each of emails) codes.push(await givenLinkCode(app, each))
  await app.query('insert into identity_wrong_digits (email, tries, since) values ($1, 20, $2)', [
    emails[1],
    app.services.clock(),
  ])
  // The first one is alone; the others wait for it together.
  const answers = await Promise.all(
    emails.map((each, number) =>
      signIn(each, [codes[0], '12345678', 'x'.repeat(43)][number] ?? codes[number] ?? ''),
    ),
  )
  expect(answers.map(({ status, failure }) => failure?.code ?? status)).toEqual([
    200,
    'TOO_MANY_DIGITS',
    'LINK_SPENT',
    200,
    200,
    200,
  ])
  const proven = answers.slice(3).map(({ data }) => decodeJwt(data.idToken).email)
  expect(proven).toEqual(emails.slice(3))
})

test('an address gets one unspent link a minute, however often and from wherever it is asked for', async () => {
  const askFor = (eventSlotId?: number) => app.send(sendSignInLink, { email, eventSlotId })
  const answers = await atOnce(8, () => askFor())
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  await app.untilJobsAreDone()
  expect(await app.mailsTo(email)).toHaveLength(1)
  // A person who chose another slot since then gets a link to it, once.
  for (const slot of [1, 1, 2]) await askFor(slot)
  await app.untilJobsAreDone()
  expect(await app.mailsTo(email)).toHaveLength(2)
  app.pass({ minutes: 1.1 })
  await askFor(2)
  expect(await app.mailsTo(email, 3)).toHaveLength(3)
})

test('an address gets another link as soon as the one before is spent', async () => {
  for (let links = 0; links < 3; links++) {
    await expectSuccess(signIn(email, await givenLinkCode(app, email)))
  }
})

test('the life of a link begins when its mail leaves', async () => {
  const own = await startApp({ works: false })
  await own.call(sendSignInLink, { body: { email } })
  own.pass({ minutes: 40 })
  const [mail] = await own.query(`select mail_id as id, text from mails where to_address = '${email}'`)
  await openSendMail(own.services)({ mailId: mail?.id }, { isLast: true })
  const code = codeIn(mail?.text)
  own.pass({ minutes: 14.9 })
  const digits = /enter this code: (\d{4} \d{4})\b/.exec(mail?.text)?.[1]?.replace(' ', '') ?? ''
  await expectRefusal(own.call(signInWithLink, { body: { email, code: wrong(digits) } }), 'LINK_SPENT')
  await expectSuccess(own.call(signInWithLink, { body: { email, code } }))
  await own.close()
})

test('a link whose mail has waited for an hour is given up', async () => {
  const own = await startApp({ works: false })
  await own.call(sendSignInLink, { body: { email } })
  own.pass({ minutes: 60.1 })
  const [mail] = await own.query(`select mail_id as id from mails where to_address = '${email}'`)
  await openSendMail(own.services)({ mailId: mail?.id }, { isLast: true })
  expect(await own.query(`select status from mails where mail_id = ${mail?.id}`)).toEqual([
    { status: 'given-up' },
  ])
  await own.close()
})

test('a link works for 15 minutes, its mail then loses it, and it is deleted', async () => {
  const own = await startApp()
  const [inTime, late] = [await givenLinkCode(own, email), await givenLinkCode(own, 'late@example.com')]
  own.pass({ minutes: 14.9 })
  await expectSuccess(own.call(signInWithLink, { body: { email, code: inTime } }))
  own.pass({ minutes: 0.2 })
  const answer = await own.call(signInWithLink, { body: { email: 'late@example.com', code: late } })
  expect(answer.failure?.code).toBe('LINK_SPENT')
  await sweepMails(own.services)
  expect(await own.query("select text from mails where to_address = 'late@example.com'")).toEqual([
    { text: '' },
  ])
  own.pass({ minutes: 60 })
  await sweepCodes(own.services)
  const rows = await own.query('select 1 from identity_codes where email = $1', ['late@example.com'])
  expect(rows).toEqual([])
  await own.close()
})

/** Requests another link a minute later. */
function givenLaterCode() {
  app.pass({ minutes: 1.1 })
  return givenLinkCode(app, email)
}

function signIn(each: string, code: string) {
  return app.send(signInWithLink, { email: each, code })
}

async function refusal(each: string, code: string) {
  return (await signIn(each, code)).failure?.code
}

async function mailedCodes(): Promise<{ code: string; digits: string }> {
  const code = await givenLinkCode(app, email)
  const mails = await app.mailsTo(email)
  const digits = /enter this code: (\d{4} \d{4})\b/.exec(mails[0]?.text ?? '')?.[1]?.replace(' ', '') ?? ''
  expect(digits).toHaveLength(8)
  return { code, digits }
}

function wrong(digits: string) {
  return String((Number(digits) + 1) % 100_000_000).padStart(8, '0')
}
