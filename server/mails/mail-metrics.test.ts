import { afterAll, beforeAll, expect, test } from 'vitest'
import { write } from '#server/work.ts'
import type { TestApp } from '#test/app.ts'
import { startApp } from '#test/app.ts'
import { writeMail } from './mails.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ works: false })
})
afterAll(() => app.close())

test('the figures tell how many mails wait in which state, and since when', async () => {
  for (const status of ['queued', 'queued', 'failed', 'unknown', 'sent']) await givenMail(status)
  await app.services.pool.query(
    "update mails set created_at = now() - interval '10 minutes' where mail_id = (select min(mail_id) from mails)",
  )
  const { body } = await app.request({ url: '/api/metrics' })
  const figures = (name: string) =>
    Object.fromEntries(
      [...body.matchAll(new RegExp(`^${name}{status="(.+)"} (.+)$`, 'gm'))].map(([, status, value]) => [
        status,
        Number(value),
      ]),
    )
  expect(figures('mails')).toEqual({ queued: 2, sending: 0, failed: 1, 'given-up': 0, unknown: 1 })
  const { queued = 0, failed = 0, sending } = figures('mails_oldest_seconds')
  expect([Math.floor(queued / 60), Math.floor(failed / 60), sending]).toEqual([10, 0, 0])
})

let causes = 0
async function givenMail(status: string) {
  const content = { subject: 'Hello', paragraphs: ['Hello'] }
  const mail = { cause: `mail ${++causes}`, to: 'pat@example.com', content }
  const mailId = await write(app.services, undefined, (work) => writeMail(work, mail))
  await app.services.pool.query('update mails set status = $1 where mail_id = $2', [status, mailId])
}
