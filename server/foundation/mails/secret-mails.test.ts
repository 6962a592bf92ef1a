import { beforeAll, expect, test } from 'vitest'
import { changeEmail, confirmEmail, undoEmailChange } from '#contract/people/email-changes/calls.ts'
import {
  resetPassword,
  sendPasswordReset,
  sendSignInLink,
  signInWithLink,
} from '#contract/people/identity/calls.ts'
import type { TestApp } from '#test/app.ts'
import { expectSuccess, startApp } from '#test/app.ts'
import { givenAdministrator, givenPassword, givenPersonUnmailed } from '#test/given.ts'
import { openSendMail, sweepMails } from './jobs.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ works: false })
  return () => app.close()
})

test('once a link is used, all sign-in mails to that address lose their codes', async () => {
  const email = 'pat@example.com'
  await askTwice(email)
  await askTwice('sam@example.com')
  const [, used] = await codesTo(email)
  await app.send(signInWithLink, { email, code: used as string })
  expect(await codesTo(email)).toEqual([undefined, undefined])
  expect(await codesTo('sam@example.com')).toEqual([expect.any(String), expect.any(String)])
})

test('a sign-in mail that still waits when another link is used is never sent', async () => {
  const email = 'robin@example.com'
  await askTwice(email)
  const [waiting] = await mailsTo(email)
  const [, used] = await codesTo(email)
  await app.send(signInWithLink, { email, code: used as string })
  await openSendMail(app.services)({ mailId: waiting?.mailId as number }, { isLast: false })
  expect(await mailsTo(email)).toMatchObject([{ status: 'given-up' }, {}])
})

test('using a link does not change mails for other purposes', async () => {
  const { email } = await givenAdministrator(app)
  await givenPassword(app, email, 'correct horse')
  await app.send(sendPasswordReset, { email })
  await app.send(sendSignInLink, { email })
  const [, used] = (await codesTo(email)).slice(-2)
  await app.send(signInWithLink, { email, code: used as string })
  expect((await codesTo(email)).slice(-2)).toEqual([expect.any(String), undefined])
})

test('a new password voids every code of its address', async () => {
  const { email } = await givenAdministrator(app)
  await givenPassword(app, email, 'correct horse')
  await app.send(sendSignInLink, { email })
  await app.send(sendPasswordReset, { email })
  const code = (await codesTo(email)).at(-1) as string
  await app.send(resetPassword, { email, code, password: 'correct horse battery' })
  expect((await codesTo(email)).filter((each) => each !== undefined)).toEqual([])
})

test('a pending email change keeps its code until it is confirmed or another email is requested', async () => {
  const { token } = await givenPersonUnmailed(app)
  const [first, second] = ['first@example.com', 'second@example.com']
  await app.send(changeEmail, { email: first }, token)
  expect(await codesTo(first)).toEqual([expect.any(String)])
  await app.send(changeEmail, { email: second }, token)
  expect(await codesTo(first)).toEqual([undefined])
  const [code] = await codesTo(second)
  await app.send(confirmEmail, { code: code as string })
  expect(await codesTo(second)).toEqual([undefined])
})

test('the mail with the undo link of an email change is emptied once the link is used', async () => {
  const { token, email } = await givenPersonUnmailed(app)
  const newEmail = 'third@example.com'
  await app.send(changeEmail, { email: newEmail }, token)
  const [asked] = await codesTo(newEmail)
  await app.send(confirmEmail, { code: asked as string })
  const [code] = await codesTo(email)
  await expectSuccess(app.send(undoEmailChange, { code: code as string }))
  expect(await codesTo(email)).toEqual([undefined])
})

test('a mail with a code that has not left within an hour is emptied, because it is given up', async () => {
  const email = 'alex@example.com'
  await app.send(sendSignInLink, { email })
  app.pass({ minutes: 59 })
  await sweepMails(app.services)
  expect(await codesTo(email)).toEqual([expect.any(String)])
  app.pass({ minutes: 2 })
  await sweepMails(app.services)
  expect(await codesTo(email)).toEqual([undefined])
})

async function askTwice(email: string) {
  for (let time = 0; time < 2; time++) {
    app.pass({ minutes: 1.1 })
    await app.send(sendSignInLink, { email })
  }
}

async function mailsTo(email: string) {
  const query = app.services.db.selectFrom('mails').select(['mailId', 'status', 'text']).orderBy('mailId')
  return query.where('toAddress', '=', email).where('isSecret', '=', true).execute()
}

/** Returns the code in each mail to an address; undefined for a mail without one. */
async function codesTo(email: string): Promise<(string | undefined)[]> {
  return (await mailsTo(email)).map(({ text }) => /[#&]code=([\w-]+)/.exec(text)?.[1])
}
