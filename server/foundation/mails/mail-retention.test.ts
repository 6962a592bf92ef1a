import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestApp } from '#test/app.ts'
import { startApp } from '#test/app.ts'
import { givenMail } from '#test/given.ts'
import { forgetMails, openSendMail } from './jobs.ts'
import { addMailMonths } from './mail-months.ts'
import { findMailboxMessages } from './queries.ts'
import { findMailFailures } from './retry-mails.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ works: false })
})
afterAll(() => app.close())

const news = { to: 'reader@example.com', content: { subject: 'News', paragraphs: ['Hello there'] } }

const at = (time: string) => ({ ...app.services, clock: () => new Date(time) })

test('the next three months get partitions, once', async () => {
  for (let time = 0; time < 2; time++) await addMailMonths(at('2024-12-31T23:59:59Z'))
  expect(await monthsOf('mail_texts')).toEqual([
    'mail_texts_2025_01',
    'mail_texts_2025_02',
    'mail_texts_2025_03',
    'mail_texts_other',
  ])
  expect(await monthsOf('mail_attachments')).toHaveLength(4)
  expect(await monthsOf('mail_attempts')).toHaveLength(4)
})

test('a month whose mails were written before it had a partition gets one with them', async () => {
  const mailId = await givenMail(app, { ...news, to: 'early@example.com' })
  // Written while the clock was far ahead.
  await app.query(`update mail_texts set written_at = '2030-05-20' where mail_id = ${mailId}`)
  await app.query(
    `insert into mail_attempts (mail_id, attempted_at, problem) values (${mailId}, '2030-05-20', 'full'), (${mailId}, '2030-09-20', 'full')`,
  )
  await app.query(
    `insert into mail_attachments (mail_id, place, filename, content_type, content, written_at)
     values (${mailId}, 1, 'a.ics', 'text/calendar', 'a', '2030-05-31T23:59:59Z')`,
  )
  for (let time = 0; time < 2; time++) await addMailMonths(at('2030-03-01T00:00:00Z'))
  expect(await monthsOf('mail_texts')).toEqual(
    expect.arrayContaining(['mail_texts_2030_04', 'mail_texts_2030_05', 'mail_texts_2030_06']),
  )
  const places = await app.query(
    `select tableoid::regclass::text as place from mail_texts where mail_id = ${mailId} union all
     select tableoid::regclass::text from mail_attachments where mail_id = ${mailId} union all
     select tableoid::regclass::text from mail_attempts where mail_id = ${mailId} order by 1`,
  )
  expect(places.map(({ place }) => place)).toEqual([
    'mail_attachments_2030_05',
    'mail_attempts_2030_05',
    'mail_attempts_other',
    'mail_texts_2030_05',
  ])
  await app.query(`delete from mails where mail_id = ${mailId}`)
  for (const month of ['mail_texts_2030_05', 'mail_attachments_2030_05', 'mail_attempts_2030_05']) {
    expect(await app.query(`select from ${month}`)).toEqual([])
  }
})

test('a month goes as a whole 400 days after it began, and its mails can no longer be retried', async () => {
  await addMailMonths(at('2024-12-15T00:00:00Z'))
  const mailId = await givenMail(app, news)
  await app.query(`update mails set created_at = '2025-02-20', status = 'given-up' where mail_id = ${mailId}`)
  await app.query(`update mail_texts set written_at = '2025-02-20' where mail_id = ${mailId}`)
  await app.query(
    `insert into mail_attempts (mail_id, attempted_at, problem) values (${mailId}, '2025-02-20', 'full')`,
  )

  await forgetMails(at('2026-03-07T23:00:00Z'))
  expect(await monthsOf('mail_texts')).not.toContain('mail_texts_2025_01')
  expect(await monthsOf('mail_texts')).toContain('mail_texts_2025_02')
  expect(await findMailFailures(at('2026-03-07T23:00:00Z'))).toEqual([
    { reason: 'full', mails: 1, perhapsSent: 0 },
  ])

  await forgetMails(at('2026-03-08T01:00:00Z'))
  expect(await monthsOf('mail_texts')).not.toContain('mail_texts_2025_02')
  expect(await monthsOf('mail_attempts')).not.toContain('mail_attempts_2025_02')
  expect(await findMailFailures(at('2026-03-08T01:00:00Z'))).toEqual([])
  expect(await app.query(`select from mails where mail_id = ${mailId}`)).toHaveLength(1)

  await forgetMails(at('2026-03-28T00:00:00Z'))
  expect(await app.query(`select from mails where mail_id = ${mailId}`)).toEqual([])
})

test('somebody who reads the mails for long delays the drop of a month, and nobody waits behind it', async () => {
  await addMailMonths(at('2023-12-15T00:00:00Z'))
  const reader = await app.services.pool.connect()
  try {
    await reader.query('begin; select count(*) from mail_texts')
    await expect(forgetMails(at('2025-06-01T00:00:00Z'))).rejects.toThrow('lock timeout')
  } finally {
    await reader.query('rollback')
    reader.release()
  }
  await forgetMails(at('2025-06-01T00:00:00Z'))
  expect(await monthsOf('mail_texts')).not.toContain('mail_texts_2024_01')
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

async function monthsOf(table: string): Promise<string[]> {
  const rows = await app.query(
    `select inhrelid::regclass::text as name from pg_inherits where inhparent = '${table}'::regclass order by 1`,
  )
  return rows.map(({ name }) => name)
}

async function delivered() {
  const [newest] = await findMailboxMessages(app.services, 'reader@example.com')
  if (!newest) throw new Error('No mail')
  return newest
}
