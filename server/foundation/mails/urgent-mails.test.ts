import { afterEach, beforeEach, expect, test } from 'vitest'
import { sendSignInLink } from '#contract/people/identity/calls.ts'
import type { TestApp } from '#test/app.ts'
import { expectSuccess, startApp, until } from '#test/app.ts'
import { givenMails } from '#test/given.ts'
import type { SmtpReceiver } from '#test/receivers.ts'
import { startSmtpReceiver } from '#test/receivers.ts'

let receiver: SmtpReceiver
let app: TestApp
beforeEach(async () => {
  receiver = await startSmtpReceiver({ latencyMs: 50 })
  app = await startApp({ environment: { MAIL_URL: receiver.url } })
})
afterEach(async () => {
  receiver.answer()
  await app.close()
  await receiver.close()
})

test('a sign-in link leaves soon, even behind hundreds of waiting mails', async () => {
  await givenMails(app, 300)
  await until(async () => receiver.mails.length >= 20)
  const before = receiver.mails.length
  await askForLink()
  expect(await linkArrives()).toBeLessThan(before + 40)
})

test('a sign-in link leaves even if every earlier mail hangs', async () => {
  receiver.fallSilent('mail')
  await givenMails(app, 40)
  await until(async () => receiver.owed() === 18)
  receiver.fallSilent(undefined)
  await askForLink()
  expect(await linkArrives()).toBe(18)
})

test('a sign-in link leaves even if the mail server allows few connections and the others hang', async () => {
  await app.close()
  app = await startApp({ environment: { MAIL_URL: `${receiver.url}?maxConnections=2` } })
  receiver.fallSilent('mail')
  await givenMails(app, 10)
  await until(async () => receiver.owed() === 1)
  receiver.fallSilent(undefined)
  await askForLink()
  expect(await linkArrives()).toBe(1)
})

test('a mail that hangs delays no other', async () => {
  receiver.fallSilent('mail')
  await givenMails(app, 1)
  await until(async () => receiver.owed() === 1)
  receiver.fallSilent(undefined)
  await givenMails(app, 40)
  await until(async () => receiver.mails.length === 41)
  expect(receiver.owed()).toBe(1)
})

async function askForLink() {
  await expectSuccess(app.send(sendSignInLink, { email: 'pat@example.com' }))
}

/** Waits for the link and returns the number of mails that arrived before it. */
async function linkArrives() {
  const place = () => receiver.mails.findIndex(({ to }) => to[0] === 'pat@example.com')
  await until(async () => place() >= 0)
  return place()
}
