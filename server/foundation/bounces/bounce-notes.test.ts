import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startApp } from '#test/app.ts'
import { preparedApp } from '#test/given.ts'

const secret = 'a-secret-of-twenty-chars'
const bearer = `Bearer ${secret}`

const app = preparedApp({ works: false, environment: { MAIL_BOUNCE_SECRET: secret } })
beforeAll(async () => {
  await app.query(
    "insert into users (email) select name || '@example.com' from unnest(array['ann', 'ben', 'cleo']) name",
  )
})
afterEach(() => app.services.pool.query('delete from bounces'))

const early = '2026-11-20T10:00:00.000Z'
const late = '2026-11-20T12:00:00.000Z'

function bounce(emails: string[], { type = 'Permanent', timestamp = early, key = 'notificationType' } = {}) {
  const bouncedRecipients = emails.map((emailAddress) => ({
    emailAddress,
    diagnosticCode: `550 ${emailAddress}`,
  }))
  return {
    [key]: 'Bounce',
    bounce: { bounceType: type, bounceSubType: 'General', timestamp, bouncedRecipients, feedbackId: '1' },
    mail: { destination: [...emails, 'ben@example.com'] },
  }
}

describe('a notification from the mail service', () => {
  const complaint = {
    notificationType: 'Complaint',
    complaint: { timestamp: early, complainedRecipients: [{ emailAddress: 'ann@example.com' }] },
  }
  const delivery = {
    notificationType: 'Delivery',
    // A notification of a delivery names its recipients, too.
    delivery: { recipients: ['ann@example.com'] },
    bounce: bounce(['ann@example.com']).bounce,
  }

  test.each([
    ['of a permanent bounce', bounce(['Ann@Example.com']), ['ann@example.com']],
    [
      'for several recipients',
      bounce(['ann@example.com', 'cleo@example.com']),
      ['ann@example.com', 'cleo@example.com'],
    ],
    ['as an event', bounce(['ann@example.com'], { key: 'eventType' }), ['ann@example.com']],
    ['of a complaint', complaint, ['ann@example.com']],
    ['of a temporary bounce', bounce(['ann@example.com'], { type: 'Transient' }), []],
    ['of an undetermined bounce', bounce(['ann@example.com'], { type: 'Undetermined' }), []],
    ['of a delivery', delivery, []],
    ['about an unknown address', bounce(['stranger@example.com']), []],
  ])('%s marks exactly the bounced addresses', async (_, note, marked) => {
    expect((await tell(note)).statusCode).toBe(200)
    expect(await markedEmails()).toEqual(marked)
  })

  test('in an SNS envelope with the type text/plain is read like a bare notification', async () => {
    const envelope = {
      Type: 'Notification',
      MessageId: '1',
      Message: JSON.stringify(bounce(['ann@example.com'])),
    }
    expect((await tell(envelope, { type: 'text/plain; charset=UTF-8' })).statusCode).toBe(200)
    expect(await markedEmails()).toEqual(['ann@example.com'])
  })

  test.each([
    ['cut in an emoji', `${'x'.repeat(199)}👩 said no`, early, `${'x'.repeat(199)}👩`],
    ['with NUL and lines', '550 no\0such\r\nbox', early, '550 nosuch box'],
    ['with half a surrogate pair', '550 \ud83d no', early, '550 \ufffd no'],
    ['of 6,000 characters', '5'.repeat(6000), early, '5'.repeat(200)],
    ['of the year 275760', '550', '+275760-09-13T00:00:00.000Z', '550'],
    ['before Christ', '550', '-000300-01-01T00:00:00.000Z', '550'],
    ['without a time', '550', 'x'.repeat(300), '550'],
  ])('%s marks all of its addresses', async (_, diagnosticCode, timestamp, reason) => {
    const note = bounce([])
    const told = { bounceType: 'Permanent', timestamp }
    const recipients = ['ann@example.com', 'x'.repeat(300), 'odd\0\ud83d@example.com', 'ben@example.com']
    const bouncedRecipients = recipients.map((emailAddress) => ({ emailAddress, diagnosticCode }))
    expect((await tell({ ...note, bounce: { ...told, bouncedRecipients } })).statusCode).toBe(200)
    const rows = await app.query('select email, reason, bounced_at from bounces order by 1')
    expect(rows).toMatchObject([
      { email: 'ann@example.com', reason },
      { email: 'ben@example.com', reason },
    ])
    for (const row of rows) expect(Math.abs(Date.now() - row.bounced_at.getTime())).toBeLessThan(3e10)
  })

  test('that arrives twice, or after the mark was cleared, changes nothing', async () => {
    await tell(bounce(['ann@example.com'], { timestamp: late }))
    await tell(bounce(['ann@example.com'], { timestamp: late }))
    await tell(bounce(['ann@example.com'], { timestamp: early }))
    const rows = await app.query("select activity from activities where activity = 'email-bounced'")
    expect(rows.length).toBeGreaterThan(0)
    await app.query(`update bounces set cleared_at = '${late}'::timestamptz + interval '1 minute'`)
    await tell(bounce(['ann@example.com'], { timestamp: late }))
    expect(await markedEmails()).toEqual([])
    const after = await app.services.pool.query(
      "select activity from activities where activity = 'email-bounced'",
    )
    expect(after.rows.length).toBe(rows.length)
    await tell(bounce(['ann@example.com'], { timestamp: '2026-11-20T12:02:00.000Z' }))
    expect(await markedEmails()).toEqual(['ann@example.com'])
  })
})

describe('a notification', () => {
  const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`

  test.each([
    [bearer, 200],
    [basic(`ses:${secret}`), 200],
    [basic(`:${secret}`), 200],
    [undefined, 401],
    ['Bearer ', 401],
    ['Bearer wrong', 401],
    [basic(`${secret}:`), 401],
    [basic('ses:wrong'), 401],
    [secret, 401],
  ])('with the authorization %s is answered with %i', async (authorization, status) => {
    expect((await tell(bounce(['ann@example.com']), { authorization })).statusCode).toBe(status)
    expect(await markedEmails()).toHaveLength(status === 200 ? 1 : 0)
  })

  test('is refused if no secret is configured', async () => {
    const open = await startApp({ sharing: app, works: false })
    const answer = await tell(bounce(['ann@example.com']), { authorization: 'Bearer ' }, open)
    expect(answer.statusCode).toBe(401)
    await open.close()
  })
})

test.each([
  [{ Type: 'Notification', Message: 'no JSON' }, 400],
  [{ Type: 'Notification', Message: '{"bounce": 7}' }, 400],
  [{}, 400],
  [{ ...bounce([]), bounce: { bounceType: 'Permanent' } }, 400],
])('an unreadable notification is refused: %o', async (note, status) => {
  expect((await tell(note)).statusCode).toBe(status)
})

test('a subscription is confirmed by the operator from the log, and the portal calls no URL', async () => {
  const logLines: string[] = []
  const environment = { MAIL_BOUNCE_SECRET: secret, LOG_LEVEL: 'warn' }
  const logging = await startApp({ sharing: app, works: false, environment, logLines })
  const SubscribeURL = 'https://sns.us-east-1.amazonaws.com/?Action=ConfirmSubscription&Token=1'
  const answer = await tell({ Type: 'SubscriptionConfirmation', SubscribeURL }, {}, logging)
  expect(answer.statusCode).toBe(200)
  expect(logLines.join()).toContain(SubscribeURL)
  await logging.close()
})

interface Telling {
  authorization?: string | undefined
  type?: string
}

function tell(note: object, { type = 'application/json', ...given }: Telling = {}, at = app) {
  const authorization = 'authorization' in given ? given.authorization : bearer
  return at.request({
    method: 'POST',
    url: '/api/webhooks/mail-bounces',
    headers: { 'content-type': type, ...(authorization !== undefined && { authorization }) },
    payload: JSON.stringify(note),
  })
}

async function markedEmails() {
  const rows = await app.query('select email from bounces where cleared_at is null order by email')
  return rows.map(({ email }) => email)
}
