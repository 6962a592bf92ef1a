import { expect, test } from 'vitest'
import { embedCode, siteOf } from './rules.ts'

test.each([
  ['https://www.example.com', 'https://www.example.com'],
  ['www.example.com', 'https://www.example.com'],
  [' Example.COM/training?from=mail#top ', 'https://example.com'],
  ['https://example.com:8443/', 'https://example.com:8443'],
  ['https://example.com:443', 'https://example.com'],
  ['https://münchen.example', 'https://xn--mnchen-3ya.example'],
  ['http://localhost:4000/page', 'http://localhost:4000'],
])('%o is the website %s', (typed, site) => {
  expect(siteOf(typed)).toBe(site)
})

test.each([
  '',
  ' ',
  'http://example.com',
  'ftp://example.com',
  'javascript://example.com/%0aalert(1)',
  'https://*.example.com',
  '*',
  'https:',
  'example',
  'https://user:secret@example.com',
  'https://example.com;script-src',
  'https://example.com https://other.example',
  "https://example.com'",
  'https://192.0.2.1',
  'https://[2001:db8::1]',
  `https://${'a'.repeat(64)}.example`,
])('%o is no website that may be listed', (typed) => {
  expect(siteOf(typed)).toBeUndefined()
})

test.each([
  [{ show: 'events' }, '<script async src="https://portal.example.com/embed.js"></script>'],
  [
    { show: 'events', eventId: 7 },
    '<script async src="https://portal.example.com/embed.js" data-event="7"></script>',
  ],
  [
    { show: 'button' },
    '<script async src="https://portal.example.com/embed.js" data-show="button"></script>',
  ],
] as const)('the code for %o is one script', (embed, code) => {
  expect(embedCode('https://portal.example.com', embed)).toBe(code)
})
