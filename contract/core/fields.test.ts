import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { pastedEmail } from './email-addresses.ts'
import {
  emailAddress,
  optionalLine,
  optionalPersonName,
  personName,
  requiredLine,
  requiredText,
  searchLine,
  yearText,
} from './fields.ts'

function messageOf(schema: z.ZodMiniType, value: unknown): string | undefined {
  return z.safeParse(schema, value).error?.issues[0]?.message
}

describe('an email address', () => {
  const email = emailAddress('Invalid Email')
  const longestLocal = 'a'.repeat(64)

  test.each([
    ['ada@example.com', 'ada@example.com'],
    ['  Ada.Lovelace@Example.COM\n', 'ada.lovelace@example.com'],
    ["o'brien@example.com", "o'brien@example.com"],
    ['\u200eada\u200b@example.com\ufeff', 'ada@example.com'],
    ['ada+ia2026@mail.example.co.uk', 'ada+ia2026@mail.example.co.uk'],
    ['a@x-y.example', 'a@x-y.example'],
    [`${longestLocal}@example.com`, `${longestLocal}@example.com`],
  ])('is stored from %j as %j', (typed, kept) => {
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
  ])('is refused if it is %o', (value) => {
    expect(messageOf(email, value)).toBe('Invalid Email')
  })
})

describe('a pasted email address', () => {
  const email = emailAddress('Invalid Email', pastedEmail)

  test.each(['Ada <Ada@example.com>', 'mailto:ada@example.com', 'ada@example.com'])('can be %j', (typed) => {
    expect(z.parse(email, typed)).toBe('ada@example.com')
  })

  test.each(['Ada <ada>', 'Ada <ada lovelace@example.com>', 'a <ada@example.com>, e <eve@example.com>'])(
    'is refused if it is %j',
    (typed) => {
      expect(messageOf(email, typed)).toBe('Invalid Email')
    },
  )
})

describe('a search', () => {
  test.each([
    ['Pat Lee', 'Pat Lee'],
    [' pat@ex', ' pat@ex'],
    ['\u200bPat Lee <Pat@Example.com>', 'pat@example.com'],
    ['pat@example.com\u200e', 'pat@example.com'],
    ['Pat\u00ad Lee\ufeff', 'Pat Lee'],
    ['Lee <Shop>', 'Lee <Shop>'],
  ])('for %j is for %j', (typed, sought) => {
    expect(z.parse(searchLine(), typed)).toBe(sought)
  })

  test.each([
    ['a\u0000', 'Contains characters that cannot be stored'],
    ['x'.repeat(201), 'Please use 200 characters at most'],
    [7, 'Has to be text'],
  ])('is refused as %j with %j', (typed, message) => {
    expect(messageOf(searchLine(), typed)).toBe(message)
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
  ])('is valid as %j: %s', (text, plain) => {
    expect(z.safeParse(optionalLine(), text).success).toBe(plain)
  })

  test('is refused with its own message if it is required and blank', () => {
    const name = requiredLine('Please provide your name', 10)
    expect(messageOf(name, ' ')).toBe('Please provide your name')
    expect(messageOf(name, null)).toBe('Please provide your name')
    expect(messageOf(name, 'x'.repeat(11))).toBe('Please use 10 characters at most')
    expect(messageOf(name, 'x'.repeat(10))).toBeUndefined()
    expect(messageOf(name, '🛩'.repeat(10))).toBeUndefined()
  })

  test('may be empty if it is optional, but must be text', () => {
    expect(messageOf(optionalLine(), '')).toBeUndefined()
    expect(messageOf(optionalLine(), null)).toBe('Has to be text')
    expect(messageOf(optionalLine(3), 'four')).toBe('Please use 3 characters at most')
  })
})

describe("a person's name", () => {
  const name = personName('First name is required', 20)

  test.each([
    [' Ferrule ', 'Ferrule'],
    ['van  der   Lee', 'van der Lee'],
    ['\u00a0Ana\u3000\u2003Lee\ufeff', 'Ana Lee'],
    [' "Pat"  O’Lee', '"Pat" O’Lee'],
    ['A\u030ana', 'A\u030ana'],
    ['a\u200bb', 'a\u200bb'],
  ])('is stored from %j as %j', (typed, kept) => {
    expect(z.parse(name, typed)).toBe(kept)
    expect(z.encode(name, typed)).toBe(kept)
    expect(z.parse(optionalPersonName(), typed)).toBe(kept)
  })

  test.each([
    [' \u00a0', 'First name is required'],
    [undefined, 'First name is required'],
    ['x'.repeat(21), 'Please use 20 characters at most'],
    [' '.repeat(21), 'First name is required'],
    ['Ana\tLee', 'Contains characters that cannot be stored'],
    ['Ana\n', 'Contains characters that cannot be stored'],
  ])('is refused as %j with %j', (typed, message) => {
    expect(messageOf(name, typed)).toBe(message)
  })

  test('may be empty if it is optional', () => {
    expect(z.parse(optionalPersonName(), '  ')).toBe('')
    expect(messageOf(optionalPersonName(3), 'four')).toBe('Please use 3 characters at most')
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

describe('a year in a query', () => {
  test.each(['1000', '2026', '9999'])('can be %s', (year) => {
    expect(z.parse(yearText, year)).toBe(Number(year))
    expect(z.encode(yearText, Number(year))).toBe(year)
  })

  test.each(['', '26', '0000', '0026', '20260', '2026x', 'All', '-2026', 2026, ['2026']])(
    'is not %o',
    (year) => {
      expect(messageOf(yearText, year)).toBe('A year has four digits')
    },
  )
})
