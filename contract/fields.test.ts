import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import {
  emailAddress,
  epochMilliseconds,
  flag,
  id,
  idText,
  isPlainLine,
  optionalLine,
  requiredLine,
  requiredText,
  wireDate,
  wireTime,
} from './fields.ts'

function messageOf(schema: z.ZodMiniType, value: unknown): string | undefined {
  return z.safeParse(schema, value).error?.issues[0]?.message
}

describe('an e-mail address', () => {
  const email = emailAddress('Invalid Email')
  const longestLocal = 'a'.repeat(64)

  test.each([
    ['ada@example.com', 'ada@example.com'],
    ['  Ada.Lovelace@Example.COM\n', 'ada.lovelace@example.com'],
    ["o'brien@example.com", "o'brien@example.com"],
    ['ada+ia2026@mail.example.co.uk', 'ada+ia2026@mail.example.co.uk'],
    ['a@x-y.example', 'a@x-y.example'],
    [`${longestLocal}@example.com`, `${longestLocal}@example.com`],
  ])('%j is kept as %j', (typed, kept) => {
    expect(z.parse(email, typed)).toBe(kept)
  })

  test.each([
    '',
    ' ',
    'ada',
    'ada@',
    '@example.com',
    'ada@example',
    'ada@@example.com',
    'ada@example..com',
    'ada@.example.com',
    'ada@-example.com',
    'ada@example-.com',
    'ada lovelace@example.com',
    'Ada <ada@example.com>',
    'ada@example.com, eve@example.com',
    'ada@example.com\r\nBcc: eve@example.com',
    'ada@example.com\u0000',
    'ädä@example.com',
    'ada@éxample.com',
    '👩@example.com',
    `${longestLocal}a@example.com`,
    `ada@${'a'.repeat(64)}.com`,
    `ada@${'a.'.repeat(130)}com`,
    `${'a'.repeat(1 << 20)}@example.com`,
    'a@'.repeat(1 << 19),
    undefined,
    null,
    1,
    true,
    ['ada@example.com'],
    { email: 'ada@example.com' },
  ])('%o is refused', (value) => {
    expect(messageOf(email, value)).toBe('Invalid Email')
  })
})

describe('a line', () => {
  test.each([
    ['Ada', true],
    ['', true],
    ["O'Brien ✈️ שלום مرحبا 山", true],
    ['a\u0000b', false],
    ['a\tb', false],
    ['a\nb', false],
    ['a\rb', false],
    ['a\u0085b', false],
    ['a\u2028b', false],
    ['\ud83d', false],
    ['\ude80\ud83d', false],
  ])('%j is plain: %s', (text, plain) => {
    expect(isPlainLine(text)).toBe(plain)
  })

  test('that is required is refused with its own message when blank', () => {
    const name = requiredLine('Please provide your name', 10)
    expect(messageOf(name, ' ')).toBe('Please provide your name')
    expect(messageOf(name, null)).toBe('Please provide your name')
    expect(messageOf(name, 'x'.repeat(11))).toBe('Please use 10 characters at most')
    expect(messageOf(name, 'x'.repeat(10))).toBeUndefined()
    expect(messageOf(name, '🛩'.repeat(10))).toBeUndefined()
  })

  test('that is optional may be empty, but not of another type', () => {
    expect(messageOf(optionalLine(), '')).toBeUndefined()
    expect(messageOf(optionalLine(), null)).toBe('Has to be text')
    expect(messageOf(optionalLine(3), 'four')).toBe('Please use 3 characters at most')
  })
})

describe('a text of several lines', () => {
  const text = requiredText('Please enter message', 25)

  test.each(['one\r\n\ttwo', "it's <b>5</b> o'clock", '✈️ שלום'])('keeps %j as typed', (typed) => {
    expect(z.parse(text, typed)).toBe(typed)
  })

  test.each([
    ['', 'Please enter message'],
    [' \n\t', 'Please enter message'],
    [undefined, 'Please enter message'],
    [7, 'Please enter message'],
    ['x'.repeat(26), 'Please use 25 characters at most'],
    ['a\u0000', 'Contains characters that cannot be stored'],
    ['\ud800', 'Contains characters that cannot be stored'],
  ])('refuses %o with %j', (typed, message) => {
    expect(messageOf(text, typed)).toBe(message)
  })
})

describe('an id', () => {
  const message = 'Has to be a whole number above 0'

  test.each([1, 42, 2_147_483_647])('may be %i', (value) => {
    expect(z.parse(id(), value)).toBe(value)
    expect(z.parse(idText(), String(value))).toBe(value)
  })

  test.each([
    0,
    -1,
    1.5,
    2_147_483_648,
    1e300,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    '1',
    null,
    undefined,
    [],
    {},
  ])('in a body is not %o', (value) => {
    expect(messageOf(id(), value)).toBe(message)
  })

  test.each([
    '0',
    '-1',
    '1.5',
    '1e3',
    '0x1',
    ' 1',
    '',
    '2147483648',
    '9'.repeat(1 << 20),
    '١',
    '1;',
    1,
    undefined,
    ['1'],
  ])('in a query is not %o', (value) => {
    expect(messageOf(idText(), value)).toBe(message)
  })
})

describe('a flag', () => {
  test.each([
    [1, true],
    [0, false],
    [true, true],
    [false, false],
  ])('%o is read as %s', (sent, read) => {
    expect(z.parse(flag(), sent)).toBe(read)
  })

  test.each(['1', 'YES', 2, -1, null, undefined, {}])('%o is refused', (sent) => {
    expect(messageOf(flag(), sent)).toBe('Has to be 1 or 0')
  })
})

test.each([
  [0, true],
  [1_767_225_600_000, true],
  [8_640_000_000_000_000, true],
  [8_640_000_000_000_001, false],
  [-1, false],
  [0.5, false],
  ['0', false],
  [null, false],
])('%o is an instant in milliseconds: %s', (value, is) => {
  expect(messageOf(epochMilliseconds(), value)).toBe(is ? undefined : 'Has to be milliseconds since 1970')
})

test.each([
  ['09/03/2026', true],
  ['9/3/2026', false],
  ['2026-03-09', false],
  ['09/03/2026\n', false],
])('%j is a date of the wire: %s', (date, is) => {
  expect(z.safeParse(wireDate, date).success).toBe(is)
})

test.each([
  ['08:00', true],
  ['8:00', false],
  ['08:00 AM', false],
])('%j is a time of the wire: %s', (time, is) => {
  expect(z.safeParse(wireTime, time).success).toBe(is)
})
