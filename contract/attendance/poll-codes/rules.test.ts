import { expect, test } from 'vitest'
import { codeSigns, pollCodeRefusal, readPollCode } from './rules.ts'

test.each([
  ['k7m3q', 'K7M3Q'],
  [' K7-M3Q ', 'K7M3Q'],
  ['K7 M3\tQ', 'K7M3Q'],
  ['ks7zm', 'K572M'],
  ['Ｋ７Ｍ３Ｑ', 'K7M3Q'],
])('%j is read as %s', (typed, code) => {
  expect(readPollCode(typed)).toBe(code)
})

test('every sign of a code is read as itself, and none looks like another', () => {
  expect(readPollCode(codeSigns)).toBe(codeSigns)
  expect(codeSigns).not.toMatch(/[01OILSZB8AEU]/)
})

const at = (minute: number) => new Date(minute * 60_000)
test.each([
  ['in its minutes', 10, {}, undefined],
  ['before them', 9, {}, 'POLL_CODE_EARLY'],
  ['after them', 20, {}, 'POLL_CODE_OVER'],
  ['of a stranger', 10, { isRegistered: false }, 'POLL_CODE_OTHER_EVENT'],
  ['of a stranger before', 9, { isRegistered: false }, 'POLL_CODE_UNKNOWN'],
  ['of a stranger after', 20, { isRegistered: false }, 'POLL_CODE_UNKNOWN'],
  ['that was withdrawn', 10, { isWithdrawn: true }, 'POLL_CODE_UNKNOWN'],
] as const)('a code %s', (_, minute, more, refusal) => {
  const facts = { opensAt: at(10), closesAt: at(20), isWithdrawn: false, isRegistered: true, ...more }
  expect(pollCodeRefusal(facts, at(minute))).toBe(refusal)
})
