import { expect, test } from 'vitest'
import { screenTexts } from './screen-texts.ts'

const textsOf = (code: string) => screenTexts('web/a.tsx', code).map(({ text }) => text.trim())

test.each([
  ['JSX text', '<p>New mail <b>here</b></p>', ['New mail', 'here']],
  ['an attribute', '<Text title="New mail" className="mail row" />', ['New mail']],
  ['a sentence', "const words = { mail: 'New mail' }", ['New mail']],
  ['a capital', "const title = 'Mail'", ['Mail']],
  ['a template', 'const words = `$' + '{count} mails of $' + '{name}`', ['mails of']],
  [
    'a part of a template',
    'const words = `1 $' + "{isOne ? 'mail' : 'mails'} left`",
    ['1', 'left', 'mail', 'mails'],
  ],
  ['a part of JSX', "<p>{isOne ? 'mail' : 'mails'}</p>", ['mail', 'mails']],
  ['a part after a cast', "const words = (isOne ? 'One mail' : 'Mails') as string", ['One mail', 'Mails']],
])('%s is read', (_, code, texts) => {
  expect(textsOf(code)).toEqual(texts)
})

test.each([
  ['a name in small letters', "const kind = 'mail'"],
  ['an import', "import { mail } from 'Mail kept here'"],
  ['a key', "const words = { 'Mail kept': 1 }"],
  ['a type', "let kind: 'New mail' | 'Old mail'"],
  ['a comparison in JSX', "<p>{kind === 'mail' && count}</p>"],
  ['an attribute in JSX', '<p><Icon name="mail" /></p>'],
  ['a path', 'const path = `/mail/$' + '{id}`'],
  ['a comment', '// New mail\n/* New mail */'],
])('%s is not read', (_, code) => {
  expect(textsOf(code)).toEqual([])
})

test('a text knows where it starts', () => {
  expect(screenTexts('contract/a.ts', "\nconst a = 'New mail'")).toEqual([{ text: 'New mail', start: 11 }])
})
