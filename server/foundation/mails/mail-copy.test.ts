import { beforeAll, expect, test } from 'vitest'
import { getMail, removedText } from '#contract/foundation/mails/calls.ts'
import { inviteAdministrator } from '#contract/people/administrators/calls.ts'
import { changeEmail, confirmEmail } from '#contract/people/email-changes/calls.ts'
import { sendPasswordReset, sendSignInLink } from '#contract/people/identity/calls.ts'
import { expectRefusal, expectSuccess } from '#test/app.ts'
import {
  givenEvent,
  givenMail,
  givenPassword,
  givenPerson,
  givenRegistration,
  givenTypedAgain,
  preparedAdministrator,
  preparedApp,
} from '#test/given.ts'

const app = preparedApp()
const administrator = preparedAdministrator(app)
beforeAll(async () => {
  await givenPassword(app, administrator.email, 'correct horse')
})

test('the copy of an email has no code that acts as its recipient, whatever flow wrote it', async () => {
  const email = 'pat@example.com'
  const person = await givenPerson(app, { email })
  await givenRegistration(app, person, await givenEvent(app))
  await app.send(sendSignInLink, { email })
  await app.send(sendPasswordReset, { email: administrator.email })
  await givenTypedAgain(app, administrator.token)
  const invited = { email: 'invited@example.com', role: 'viewer' } as const
  await expectSuccess(app.send(inviteAdministrator, invited, administrator))
  // The confirmation link is used, so its email is emptied; the undo link is still there.
  await app.send(changeEmail, { email: 'new@example.com' }, person)
  const [asked] = await app.mailsTo('new@example.com')
  const code = /#code=([\w-]+)/.exec(asked?.text ?? '')?.[1] as string
  await app.send(confirmEmail, { code })
  await app.untilJobsAreDone()

  const rows = await app.query(`
    select m.mail_id as id, coalesce(t.text, m.text) as text from mails m left join mail_texts t using (mail_id)`)
  const subjects: string[] = []
  for (const { id, text } of rows) {
    const secrets: string[] = text.match(/[\w-]{20,}|\b\d{8}\b/g)?.filter(isCode) ?? []
    if (secrets.length === 0) continue
    const { wire, data } = await read(Number(id))
    subjects.push(data.subject)
    for (const secret of secrets) expect(JSON.stringify(wire)).not.toContain(secret)
    expect(data.content?.text).toContain(removedText)
  }
  expect([...new Set(subjects)].toSorted()).toEqual([
    'Choose a new password',
    'You are invited to the admin panel',
    'You are registered: Piston IA Renewal Series 2027',
    'Your email was changed',
    'Your sign-in link',
  ])
})

test('an administrator reads an email as it was sent', async () => {
  const mailId = await givenMail(app, {
    to: 'sam@example.com',
    replyTo: 'asker@example.com',
    content: {
      subject: 'Support request',
      paragraphs: [
        'See https://example.com/a/page, and https://example.com/a/Page?of=1.',
        'Call 803 555 0100.',
      ],
    },
    attachments: [{ filename: 'slot.ics', contentType: 'text/calendar', content: Buffer.from('secret') }],
  })
  const { data, wire } = await read(mailId)
  expect(data).toMatchObject({
    mailId,
    toAddress: 'sam@example.com',
    replyTo: 'asker@example.com',
    subject: 'Support request',
    attachments: ['slot.ics'],
    isSecret: false,
    content: {
      text: `See https://example.com/a/page, and https://example.com/a/${removedText}\n\nCall 803 555 0100.\n\nIA Renewal Seminars\nevents@example.com`,
      isShortened: true,
    },
  })
  expect(data.content?.html).toContain('Call 803 555 0100.')
  expect(JSON.stringify(wire)).not.toContain('secret')
})

test('an email whose text is gone says so', async () => {
  const mailId = await givenMail(app)
  await app.query(`delete from mail_texts where mail_id = ${mailId}`)
  expect((await read(mailId)).data).toMatchObject({ content: null, isSecret: false })
  const secretId = await givenMail(app, { isSecret: true })
  await app.query(`update mails set html = '', text = '' where mail_id = ${secretId}`)
  expect((await read(secretId)).data).toMatchObject({ content: null, isSecret: true })
})

test('an unknown email is not found', async () => {
  await expectRefusal(read(999_999), 'NOT_FOUND')
})

function read(mailId: number) {
  return app.call(getMail, { params: { mailId } }, administrator)
}

/** Codes mix letters and digits; the words of an address do not. */
function isCode(word: string) {
  return /\d/.test(word)
}
