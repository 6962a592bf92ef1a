import { expect, test } from 'vitest'
import { deviceOf } from './devices.ts'

test.each([
  ['Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Windows'],
  ['Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 Version/19.0 Mobile/15E148 Safari/604.1', 'Safari on iPhone'],
  ['curl/8.0', ''],
])('the user agent %s is shown as %j', (userAgent, device) => {
  expect(deviceOf(userAgent)).toBe(device)
})

test('only the beginning of a very long header is read', () => {
  expect(deviceOf(`${'Version/'.repeat(2000)} Firefox/140.0`)).toBe('')
})
