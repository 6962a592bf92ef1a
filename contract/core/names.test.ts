import { expect, test } from 'vitest'
import { ended, formsOfName } from './names.ts'

const same: [registered: string, spelled: string][] = [
  ['José Núñez', 'Jose Nunez'],
  ['José Núñez', 'JOSÉ NÚÑEZ'],
  ['José Núñez', 'Jose\u0301 Nun\u0303ez'],
  ['Đặng Thị Hà', 'Dang Thi Ha'],
  ['Søren Łukasz Đorđe', 'Soren Lukasz Dorde'],
  ['Jürgen Groß', 'JURGEN GROSS'],
  ['Jürgen Groß', 'Jürgen Groẞ'],
  ['Æsa Œuvrard', 'Aesa Oeuvrard'],
  ['Þóra Guðrún', 'Thora Gudrun'],
  ['Işıl İnan', 'Isil Inan'],
  ['Ħelen Ŧor', 'Helen Tor'],
  ['Νίκος', 'ΝΙΚΟΣ'],
  ['Jo Torque', 'Ｊｏ　Ｔｏｒｑｕｅ'],
  ['Fio ﬁnch', 'Fio Finch'],
  ['Dara O’Neil', "Dara O'Neil"],
  ['Dara O’Neil', 'dara o`neil'],
  ['Dara O’Neil', 'Dara OʼNeil'],
  ['Dara O’Neil', 'Dara O´Neil'],
  ['Dara O’Neil', 'Dara O＇Neil'],
  ['Dara O’Neil', 'Dara ONeil'],
  ['Dara O’Neil', 'Dara O\u0092Neil'],
  ['Eve Gasket', 'Gasket, Eve'],
  ['Eve Gasket', '  Eve\t\u00a0Gasket '],
  ['Eve Gasket', '\ufeffE\u200bve\u200e Gas\u00adket\u2069'],
  ['Anne-Marie Lee', 'Anne Marie Lee'],
  ['Anne-Marie Lee', 'LEE, Anne‑Marie'],
  ['J. R. Lee', 'J.R. Lee'],
  ['李 明', '明 李'],
]

test.each(same)('%s is found as %s', (registered, spelled) => {
  expect(formsOfName(spelled).names).toEqual(formsOfName(registered).names)
})

test.each([
  ['Ben Cowling', 'Ben Cowling Jr'],
  ['Ben Cowling', 'Ben'],
  ['Ben Cowling', 'Bencowling'],
  ['Jürgen Groß', 'Juergen Gross'],
  ['Jo Torque', 'Joe Torque'],
])('%s is not found as %s', (registered, spelled) => {
  expect(formsOfName(spelled).names).not.toEqual(formsOfName(registered).names)
})

test.each<[string, string[], string[]]>([
  ['A. R. (Ben Cowling)', ['a ben cowling r', 'a r'], ['ben cowling']],
  ['Ben [Shop 2] Cowling', ['2 ben cowling shop', 'ben cowling'], ['2 shop']],
  ['Ben{Shop}Cowling', ['ben cowling shop', 'ben cowling'], ['shop']],
  ['Ben （Shop） Cowling', ['ben cowling shop', 'ben cowling'], ['shop']],
  ['Ben Cowling <Shop>', ['ben cowling shop', 'ben cowling'], ['shop']],
  ['Ben (Shop [2] A) Cowling', ['2 a ben cowling shop', 'ben cowling'], ['2', 'a shop']],
  ['(Ben Cowling)', ['ben cowling'], ['ben cowling']],
  ['Ben (Cowling', ['ben cowling'], []],
  ['Ben) Cowling :)', ['ben cowling'], []],
  ['Ben () Cowling', ['ben cowling'], []],
])('%s is a name, and one without its brackets', (name, names, inBrackets) => {
  expect(formsOfName(name)).toEqual({ names, inBrackets })
})

test.each(['', ' ', '***', '()', '’', '\u200b', '👩‍🔧'])('%j finds nobody', (name) => {
  expect(formsOfName(name)).toEqual({ names: [], inBrackets: [] })
})

test.each([
  ['Example Aviation', 'Example Aviation.'],
  ['Volt Aviation Batteries, Inc.', 'Volt Aviation Batteries, Inc.'],
  ['Asked for it (by phone.)', 'Asked for it (by phone.)'],
  ['Ready?', 'Ready?'],
])('%s ends a sentence as %s', (text, sentence) => {
  expect(ended(text)).toBe(sentence)
})
