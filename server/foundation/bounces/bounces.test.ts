import { describe, expect, test } from 'vitest'
import {
  clearBounce,
  clearOwnBounce,
  getBounces,
  getOwnBounce,
  markBounce,
} from '#contract/foundation/bounces/calls.ts'
import { deleteAccount } from '#contract/office/accounts/calls.ts'
import { getAccount } from '#contract/office/accounts/records.ts'
import { changeEmail, confirmEmail } from '#contract/people/email-changes/calls.ts'
import { sendSignInLink } from '#contract/people/identity/calls.ts'
import { exchangeToken } from '#contract/people/sessions/calls.ts'
import { openSendMail } from '#server/foundation/mails/jobs.ts'
import { startApp } from '#test/app.ts'
import type { Person } from '#test/given.ts'
import {
  codeIn,
  givenIdToken,
  givenPerson,
  historyOf,
  preparedAdministrator,
  preparedApp,
} from '#test/given.ts'
import { startSmtpReceiver } from '#test/receivers.ts'
import { expireBounces } from './bounces.ts'

const app = preparedApp()
const administrator = preparedAdministrator(app)

test('an address that an administrator marks is shown to its person, on their page and in the history', async () => {
  const person = await givenPerson(app)
  await mark(person.email, 'The letter came back')
  const marked = { email: person.email, reason: 'The letter came back', source: 'administrator' }
  expect(await bounceOf(person)).toMatchObject(marked)
  const account = await app.call(getAccount, { query: { userId: person.userId } }, administrator)
  expect(account.data.bounce).toMatchObject(marked)
  expect((await app.dataOf(getBounces, {}, administrator)).bounces[0]).toMatchObject(marked)
  expect(await toldOf(person)).toEqual([
    ['email-bounced', 'The letter came back', administrator.userId],
    ['signed-up', '', person.userId],
  ])
  await mark(person.email, 'And again')
  expect((await bounceOf(person))?.reason).toBe('The letter came back')
  expect(await toldOf(person)).toHaveLength(2)
})

test("the list of marked addresses shows their people and the total, people's addresses first", async () => {
  const [person, leaving] = [await givenMarked(), await givenMarked()]
  const email = 'nobody.left@example.com'
  const { pool } = app.services
  await pool.query('update bounces set email = $1 where email = $2', [email, leaving.email])
  const { bounces, total } = await app.dataOf(getBounces, {}, administrator)
  expect([bounces[0], bounces.at(-1)].map((bounce) => [bounce?.email, bounce?.person])).toEqual([
    [person.email, { userId: person.userId, firstName: 'Pat', lastName: "O'Brien" }],
    [email, null],
  ])
  expect(total).toBe(bounces.length)
  await pool.query(`insert into bounces (email, reason, source, bounced_at)
    select 'old' || n || '@example.com', 'Came back', 'provider', now() from generate_series(1, 250) n`)
  const many = await app.dataOf(getBounces, {}, administrator)
  expect([many.bounces.length, many.total]).toEqual([200, total + 250])
  expect(many.bounces[0]?.email).toBe(person.email)
  await pool.query("delete from bounces where email like 'old%'")
})

test('the mark on an address that belongs to nobody ends after 30 days, and that of a person stays', async () => {
  const person = await givenMarked()
  const { pool } = app.services
  await pool.query(`
    insert into mails (cause, to_address, subject, html, text)
      select email, email, 'Hello', '', '' from unnest(array['fresh@example.com', 'stale@example.com']) email;
    insert into bounces (email, reason, source, bounced_at) values
      ('fresh@example.com', 'Came back', 'provider', now() - interval '29 days'),
      ('stale@example.com', 'Came back', 'provider', now() - interval '31 days');
    update bounces set bounced_at = now() - interval '31 days' where email = '${person.email}'`)
  await expireBounces(app.services)
  const { rows } = await pool.query('select email from bounces where email = any($1) order by 1', [
    ['fresh@example.com', 'stale@example.com', person.email],
  ])
  expect(rows.map(({ email }) => email)).toEqual(['fresh@example.com', person.email])
})

describe('a mark is cleared', () => {
  test('when the person says that the address works', async () => {
    const person = await givenMarked()
    await app.call(clearOwnBounce, {}, person)
    expect(await bounceOf(person)).toBeNull()
    expect((await toldOf(person))[0]).toEqual(['bounce-cleared', '', person.userId])
  })

  test('when an administrator clears it', async () => {
    const person = await givenMarked()
    await app.send(clearBounce, { email: person.email }, administrator)
    expect(await bounceOf(person)).toBeNull()
  })

  test('when somebody signs in with a link that was mailed to the marked address', async () => {
    const person = await givenMarked()
    const authToken = await givenIdToken(app, person.email)
    expect(await bounceOf(person)).not.toBeNull()
    const { token } = await app.dataOf(exchangeToken, { body: { authToken } })
    expect(await bounceOf({ ...person, token })).toBeNull()
  })

  test('when the person changes their email or deletes their account', async () => {
    const [changing, leaving] = [await givenMarked(), await givenMarked()]
    const email = `mended.${changing.email}`
    await app.send(changeEmail, { email }, changing)
    const [mail] = await app.mailsTo(email)
    const code = codeIn(mail?.text)
    await app.send(confirmEmail, { code })
    await app.send(deleteAccount, { email: leaving.email }, leaving)
    const rows = await app.query('select email from bounces where email = any($1)', [
      [changing.email, leaving.email, email],
    ])
    expect(rows).toEqual([])
  })
})

describe('a refusal by a mail server', () => {
  test('marks the address even if storing the mark failed the first time', async () => {
    const receiver = await startSmtpReceiver()
    const sending = await startApp({ sharing: app, works: false, environment: { MAIL_URL: receiver.url } })
    const { pool } = app.services
    receiver.refuse('recipient', 550)
    const { rows } = await pool.query(
      "insert into mails (cause, to_address, subject, html, text) values ('late', 'late@example.com', 'Hello', 'Hello', 'Hello') returning mail_id",
    )
    const data = { mailId: rows[0].mail_id }
    await pool.query("alter table bounces add constraint away check (email <> 'late@example.com')")
    await expect(openSendMail(sending.services)(data, { isLast: false })).rejects.toThrow('away')
    await pool.query('alter table bounces drop constraint away')
    await pool.query('update mails set leased_until = now() where mail_id = $1', [data.mailId])
    await openSendMail(sending.services)(data, { isLast: false })
    const { rows: marked } = await pool.query("select reason from bounces where email = 'late@example.com'")
    expect(marked).toEqual([{ reason: expect.stringContaining('550') }])
    await sending.close()
    await receiver.close()
  })

  test.each([
    [550, true],
    [451, false],
  ])('with %i marks the address: %s', async (status, isMarked) => {
    const receiver = await startSmtpReceiver()
    const sending = await startApp({ sharing: app, works: false, environment: { MAIL_URL: receiver.url } })
    const email = `refused.${status}@example.com`
    const { pool } = app.services
    await pool.query('insert into users (email) values ($1)', [email])
    receiver.refuse('recipient', status)
    // The other portal would send it into its mailbox immediately.
    const { rows } = await pool.query(
      "insert into mails (cause, to_address, subject, html, text) values ($1, $1, 'Hello', 'Hello', 'Hello') returning mail_id",
      [email],
    )
    await openSendMail(sending.services)({ mailId: rows[0].mail_id }, { isLast: false }).catch(() => {})
    const { bounces } = await app.dataOf(getBounces, {}, administrator)
    const found = bounces.filter((bounce) => bounce.email === email)
    expect(found.map(({ source, reason }) => [source, reason])).toEqual(
      isMarked ? [['mail-server', expect.stringContaining('550 No such mailbox')]] : [],
    )
    await sending.close()
    await receiver.close()
  })
})

test('a sign-in link is mailed even to a marked address, because somebody asked for it', async () => {
  const person = await givenMarked()
  await app.send(sendSignInLink, { email: person.email })
  expect((await app.mailsTo(person.email, 2))[0]?.subject).toBe('Your sign-in link')
})

async function givenMarked() {
  const person = await givenPerson(app)
  await mark(person.email, 'Came back')
  return person
}

function mark(email: string, reason: string) {
  return app.send(markBounce, { email, reason }, administrator)
}

async function bounceOf({ token }: Person) {
  return (await app.dataOf(getOwnBounce, {}, token)).bounce
}

async function toldOf({ userId }: Person) {
  const activities = await historyOf(app, administrator, { userId })
  return activities.map(({ activity, reason, actedBy }) => [activity, reason, actedBy?.userId])
}
