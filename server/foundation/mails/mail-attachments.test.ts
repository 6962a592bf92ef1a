import { afterAll, beforeAll, expect, test } from 'vitest'
import { getMailboxAttachment, mailbox } from '#contract/foundation/mails/calls.ts'
import type { MailAttachment } from '#server/core/mail/mail.ts'
import type { TestApp } from '#test/app.ts'
import { startApp } from '#test/app.ts'
import { givenMail } from '#test/given.ts'
import type { SmtpReceiver } from '#test/receivers.ts'
import { startSmtpReceiver } from '#test/receivers.ts'
import { openSendMail } from './jobs.ts'
import { writeMail } from './mails.ts'

/** Stores its mails in the built-in mailbox. */
let kept: TestApp
/** The same portal, sending by SMTP. */
let sending: TestApp
let receiver: SmtpReceiver
beforeAll(async () => {
  receiver = await startSmtpReceiver()
  kept = await startApp({ works: false })
  sending = await startApp({ sharing: kept, works: false, environment: { MAIL_URL: receiver.url } })
})
afterAll(async () => {
  await sending.close()
  await kept.close()
  await receiver.close()
})

const calendar: MailAttachment = {
  filename: 'registration.ics',
  contentType: 'text/calendar; method=REQUEST; charset=utf-8',
  content: Buffer.from('BEGIN:VCALENDAR\r\nX-WR-CALNAME:漢字\r\nEND:VCALENDAR\r\n'),
}
const picture: MailAttachment = {
  filename: 'picture.png',
  contentType: 'image/png',
  content: Buffer.from([0, 255, 13, 10]),
}

test('a mail and its attachments are stored together, once per cause', async () => {
  const mailId = await givenMail(kept, newMail('together'))
  expect(await givenMail(kept, newMail('together'))).toBeUndefined()
  const undone = kept.write(async (work) => {
    await writeMail(work, newMail('undone'))
    throw new Error('Undone')
  })
  await expect(undone).rejects.toThrow('Undone')
  const rows = await kept.query(
    'select mail_id, place, filename, content from mail_attachments order by place',
  )
  expect(rows).toEqual([
    { mail_id: mailId, place: 1, filename: 'registration.ics', content: calendar.content },
    { mail_id: mailId, place: 2, filename: 'picture.png', content: picture.content },
  ])
})

test('the mailbox lists attachments and serves each as a file, to this machine only', async () => {
  const mailId = await givenMail(kept, newMail('listed'))
  const url = `/api/mailbox/${mailId}/attachments/1`
  expect((await kept.request({ url })).statusCode).toBe(404)
  await openSendMail(kept.services)({ mailId }, { isLast: false })
  const { messages } = await kept.dataOf(mailbox, { query: { to: 'listed@example.com' } })
  expect(messages[0]?.attachments).toEqual([
    { filename: 'registration.ics', contentType: calendar.contentType },
    { filename: 'picture.png', contentType: 'image/png' },
  ])
  const answer = await kept.request({ url })
  expect(answer.rawPayload).toEqual(calendar.content)
  expect(answer.headers).toMatchObject({
    'content-type': calendar.contentType,
    'content-disposition': 'attachment; filename="registration.ics"',
  })
  expect((await kept.request({ url: url.replace(/1$/, '2') })).rawPayload).toEqual(picture.content)
  const missing = await kept.call(getMailboxAttachment, { params: { mailId, place: 3 } })
  expect(missing.failure?.code).toBe('NOT_FOUND')
  expect((await kept.request({ url, remoteAddress: '10.0.0.7' })).statusCode).toBe(404)
  expect((await sending.request({ url })).statusCode).toBe(404)
})

test('a mail is sent with its attachments', async () => {
  const mailId = await givenMail(kept, newMail('leaving'))
  await openSendMail(sending.services)({ mailId }, { isLast: false })
  const [arrived] = receiver.mails.splice(0)
  for (const { content } of [calendar, picture]) expect(arrived?.raw).toContain(content.toString('base64'))
})

test('an expired mail is given up and not sent', async () => {
  const expiresAt = new Date(Date.now() + 60_000)
  const mailIds = [
    await givenMail(kept, { ...newMail('early'), expiresAt }),
    await givenMail(kept, { ...newMail('late'), expiresAt }),
  ] as number[]
  const [early = 0, late = 0] = mailIds
  await openSendMail(sending.services)({ mailId: early }, { isLast: false })
  sending.pass({ minutes: 2 })
  await openSendMail(sending.services)({ mailId: late }, { isLast: false })
  const rows = await kept.query('select status from mails where mail_id = any($1) order by mail_id', [
    mailIds,
  ])
  expect(rows).toEqual([{ status: 'sent' }, { status: 'given-up' }])
  expect(receiver.mails.splice(0).map(({ to }) => to)).toEqual([['early@example.com']])
})

function newMail(name: string) {
  const content = { subject: 'With attachments', paragraphs: ['Hello'] }
  return { cause: name, to: `${name}@example.com`, content, attachments: [calendar, picture] }
}
