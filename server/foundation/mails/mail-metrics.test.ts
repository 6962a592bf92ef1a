import { expect, test } from 'vitest'
import { givenMail, preparedApp } from '#test/given.ts'

const app = preparedApp({ works: false })

test('the metrics tell how many mails are in each state, and since when they wait', async () => {
  for (const status of ['queued', 'queued', 'failed', 'unknown', 'sent']) await givenMailOf(status)
  await app.query(
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

async function givenMailOf(status: string) {
  const mailId = await givenMail(app)
  await app.query('update mails set status = $1 where mail_id = $2', [status, mailId])
}
