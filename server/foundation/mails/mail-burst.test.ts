import { afterAll, beforeAll, expect, test } from 'vitest'
import { registerForEvent } from '#contract/registrations/registrations/calls.ts'
import type { TestApp } from '#test/app.ts'
import { atOnce, startApp, until } from '#test/app.ts'
import { choiceOf, givenEvent, givenPersonUnmailed } from '#test/given.ts'
import { hurryJobs } from '#test/queue.ts'
import type { SmtpReceiver } from '#test/receivers.ts'
import { startSmtpReceiver } from '#test/receivers.ts'

let receiver: SmtpReceiver
let app: TestApp
beforeAll(async () => {
  receiver = await startSmtpReceiver()
  app = await startApp({ environment: { MAIL_URL: receiver.url } })
})
afterAll(async () => {
  await app.close()
  await receiver.close()
})

// A drill in test/faults/ does the same with 2,000 people.
test('after an outage of the mail server every confirmation arrives once, and one rejected person delays nobody', async () => {
  await receiver.goAway()
  const event = await givenEvent(app)
  const people = await atOnce(40, () => givenPersonUnmailed(app))
  const [nobody, ...others] = people.map(({ email }) => email)
  receiver.reject(nobody as string)
  const body = choiceOf(event)
  const answers = await Promise.all(people.map(({ token }) => app.send(registerForEvent, body, token)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  await until(async () => (await count("status in ('queued', 'failed')")) === 3 * 40)
  await until(async () => app.services.mail.health().awaySince !== null)
  await receiver.comeBack()
  await until(async () => {
    await hurryJobs(app)
    return (await count("status not in ('sent', 'given-up')")) === 0
  })
  const arrived = receiver.mails.flatMap(({ to }) => to).filter((to) => !to.startsWith('staff'))
  expect(arrived.sort()).toEqual(others.sort())
  const rows = await app.query("select to_address, status from mails where status <> 'sent'")
  expect(rows).toEqual([{ to_address: nobody, status: 'given-up' }])
})

async function count(condition: string): Promise<number> {
  const rows = await app.query(`select count(*)::int as mails from mails where ${condition}`)
  return rows[0].mails
}
