import { expect, test } from 'vitest'
import { answerToValidation, isFromZoom } from './zoom-webhooks.ts'

const secret = 'whsec_test_123'
const timestamp = '1767225600'
const signature = 'v0=1c665dc4e47ac9521f96d52c0c3cad0f520019289dc2956a7058419bf100497c'
const body = Buffer.from(
  '{"event":"webinar.registration_cancelled","event_ts":1767225600000,"payload":{"account_id":"acct1","object":{"id":99289110036}}}',
)
const notice = { body, signature, timestamp }
const sentAt = Number(timestamp) * 1000

test.each([
  ['as it was sent is accepted', notice, secret, 0, true],
  ['that is four minutes old is accepted', notice, secret, 4, true],
  ['from a clock four minutes ahead is accepted', notice, secret, -4, true],
  ['that is six minutes old, and may be a replay, is refused', notice, secret, 6, false],
  ['from a clock six minutes ahead is refused', notice, secret, -6, false],
  ['with another secret is refused', notice, 'whsec_test_124', 0, false],
  ['with a changed body is refused', { ...notice, body: Buffer.from(`${body} `) }, secret, 0, false],
  ['with a changed timestamp is refused', { ...notice, timestamp: '1767225601' }, secret, 0, false],
  ['with an invalid timestamp is refused', { ...notice, timestamp: 'now' }, secret, 0, false],
  ['without a timestamp is refused', { ...notice, timestamp: undefined }, secret, 0, false],
  ['without a signature', { ...notice, signature: undefined }, secret, 0, false],
  ['with a part of the signature', { ...notice, signature: signature.slice(0, 20) }, secret, 0, false],
  ['with letters beyond ASCII', { ...notice, signature: `v0=${'é'.repeat(64)}` }, secret, 0, false],
])('a webhook %s', (_, given, known, minutes, expected) => {
  expect(isFromZoom(given, known, new Date(sentAt + minutes * 60_000))).toBe(expected)
})

test('the validation is answered with a value that requires the secret', () => {
  expect(answerToValidation('qgg8vlvZRS6UYooatFL8Aw', secret)).toEqual({
    plainToken: 'qgg8vlvZRS6UYooatFL8Aw',
    encryptedToken: 'd740cd04ebae7d6f38fd260ce041f031c50e1ed3dd506abf2f3c359c2f5a2a8d',
  })
})
