import { expect, test } from 'vitest'
import { contactSupport } from '#contract/foundation/support/calls.ts'
import { preparedApp } from '#test/given.ts'

const app = preparedApp({ environment: { SUPPORT_EMAIL: 'desk@example.com' } })

const request = { name: "Pat O'Brien", email: 'pat@example.com', message: 'First line\nSecond <b>line</b>' }

test('a question reaches the support address, and a reply goes to the person who asked', async () => {
  const answer = await app.send(contactSupport, request)
  expect([answer.status, answer.data]).toEqual([200, {}])
  const [mail] = await app.mailsTo('desk@example.com')
  expect(mail?.subject).toBe("Support request from Pat O'Brien")
  expect(mail?.text).toContain('First line\nSecond <b>line</b>')
  expect(mail?.text).toContain('pat@example.com')
  expect(mail?.html).toContain('First line<br>Second &#60;b&#62;line&#60;/b&#62;')
  const rows = await app.query('select reply_to from mails')
  expect(rows).toEqual([{ reply_to: 'pat@example.com' }])
})

test.each([
  ['name', '', 'Please provide your name'],
  ['name', '   ', 'Please provide your name'],
  ['email', '', 'Please provide your email'],
  ['email', 'pat', 'Please provide your email'],
  ['email', 'pat@example.com\r\nBcc: all@example.com', 'Please provide your email'],
  ['message', '', 'Please enter message'],
  ['message', 'x'.repeat(5001), 'Please use 5000 characters at most'],
])('a request with a missing or invalid %s is refused (%j)', async (field, value, message) => {
  const answer = await app.send(contactSupport, { ...request, [field]: value })
  expect([answer.status, answer.failure?.fields]).toEqual([422, { [field]: message }])
})

test('a name that would inject a mail header is refused', async () => {
  const name = 'Pat\r\nBcc: everybody@example.com'
  const answer = await app.send(contactSupport, { ...request, name })
  expect(Object.keys(answer.failure?.fields ?? {})).toEqual(['name'])
})
