import { expect, test } from 'vitest'
import { codeOf } from './verification-code.ts'

test.each([
  ['AbC-_1234567890abcdef0', 'AbC-_1234567890abcdef0'],
  ['  AbC-_1234567890abcdef0 ', 'AbC-_1234567890abcdef0'],
  ['https://portal.example.com/verify/AbC-_1234567890abcdef0', 'AbC-_1234567890abcdef0'],
  ['portal.example.com/verify/AbC-_1234567890abcdef0/', 'AbC-_1234567890abcdef0'],
  ['https://portal.example.com/download?certificate=AbC-_1234567890abcdef0', 'AbC-_1234567890abcdef0'],
  [
    'https://portal.example.com/download?certificate=AbC-_1234567890abcdef0&view=verification',
    'AbC-_1234567890abcdef0',
  ],
  ['', undefined],
  ['short', undefined],
  ['<script>alert(1)</script>', undefined],
  ['two words of text', undefined],
])('%o holds the code %o', (typed, code) => {
  expect(codeOf(typed)).toBe(code)
})
