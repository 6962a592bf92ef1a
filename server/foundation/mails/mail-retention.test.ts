import { expect, test } from 'vitest'
import { jobHandlers } from '#server/nouns.ts'
import { givenMail, preparedApp } from '#test/given.ts'
import { jobsOf, loseJobs } from '#test/queue.ts'
import { openSendMail } from './jobs.ts'
import { findMailboxMessages } from './queries.ts'

const app = preparedApp({ works: false })

const news = { to: 'reader@example.com', content: { subject: 'News', paragraphs: ['Hello there'] } }

test('old mails are deleted a thousand at a time, until none is left; younger ones stay', async () => {
  const young = await givenMail(app, news)
  await app.query(
    `insert into mails (cause, to_address, subject, created_at, forget_at)
     select 'old:' || i, 'reader@example.com', 'Old', now() - interval '401 days' * (i % 2), now() - interval '1 day' * (1 - i % 2)
     from generate_series(1, 2300) i`,
  )
  const left = [await forget(), await forget(), await forget()]
  expect(left).toEqual([
    { mails: 1301, isAgain: true },
    { mails: 301, isAgain: true },
    { mails: 1, isAgain: false },
  ])
  expect(await app.query('select mail_id from mails')).toEqual([{ mail_id: young }])
})

test('a mail whose text is in its row is sent with its text and attachments', async () => {
  const [row] = await app.query(
    `insert into mails (cause, to_address, subject, html, text)
     values ('before', 'reader@example.com', 'Before', '<p>Good day', 'Good day') returning mail_id`,
  )
  await app.query(
    `insert into mail_attachments (mail_id, place, filename, content_type, content)
     values (${row?.mail_id}, 1, 'a.ics', 'text/calendar', 'a')`,
  )
  await openSendMail(app.services)({ mailId: row?.mail_id }, { isLast: false })
  expect(await delivered()).toMatchObject({
    subject: 'Before',
    html: '<p>Good day',
    text: 'Good day',
    attachments: [{ filename: 'a.ics', contentType: 'text/calendar' }],
  })
})

/** Runs the job once. Returns how many mails are left, and whether it runs again. */
async function forget() {
  await loseJobs(app, 'expire-mails')
  await jobHandlers(app.services)['expire-mails']({}, { isLast: true })
  const [{ mails }] = (await app.query('select count(*)::int as mails from mails')) as [{ mails: number }]
  return { mails, isAgain: (await jobsOf(app, 'expire-mails')).length > 0 }
}

async function delivered() {
  const [newest] = await findMailboxMessages(app.services, 'reader@example.com')
  if (!newest) throw new Error('No mail')
  return newest
}
