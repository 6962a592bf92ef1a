import { describe, expect, test } from 'vitest'
import { filledFields, mergeVerdicts } from './merges.ts'
import { mergeRefusal } from './rules.ts'

const held = (registrationId: number, eventId: number, hours = 0) => ({ registrationId, eventId, hours })

describe('of what two accounts hold', () => {
  test.each([
    ['each event of one stays or moves', [held(1, 10)], [held(2, 20)], { 1: 'stays', 2: 'moves' }],
    ['an event of both is that of the kept one', [held(1, 10)], [held(2, 10)], { 1: 'stays', 2: 'ends' }],
    ['with hours it goes before one without', [held(1, 10)], [held(2, 10, 4)], { 1: 'ends', 2: 'moves' }],
    ['with more hours it goes before less', [held(1, 10, 4)], [held(2, 10, 8)], { 1: 'ends', 2: 'moves' }],
    ['with as many hours the kept one stays', [held(1, 10, 8)], [held(2, 10, 8)], { 1: 'stays', 2: 'ends' }],
    ['nothing becomes of nothing', [], [], {}],
  ])('%s', (_, kept, absorbed, verdicts) => {
    expect(Object.fromEntries(mergeVerdicts(kept, absorbed))).toEqual(verdicts)
  })
})

const blank = {
  firstName: '',
  lastName: '',
  country: '',
  state: '',
  zip: '',
  companyName: '',
  phone: '',
  isAopMember: 'NO_INPUT',
  aopaNumber: null,
  aopaSkipped: false,
  nbaaNumber: null,
  nbaaSkipped: false,
  vaiNumber: null,
  vaiSkipped: false,
} as const

describe('a profile is filled', () => {
  test.each([
    ['where it is blank', blank, { ...blank, phone: '+1||8035550100' }, { phone: ['', '+1||8035550100'] }],
    [
      'never where something stands',
      { ...blank, companyName: 'Here' },
      { ...blank, companyName: 'There' },
      {},
    ],
    [
      'with a place as a whole',
      { ...blank, state: 'Bavaria' },
      { ...blank, country: 'United States', state: 'Ohio', zip: '43001' },
      { country: ['', 'United States'], state: ['Bavaria', 'Ohio'], zip: ['', '43001'] },
    ],
    [
      'with no part of a place',
      { ...blank, country: 'Germany' },
      { ...blank, country: 'United States', state: 'Ohio', zip: '43001' },
      {},
    ],
    [
      'with a membership that was said not to be there',
      { ...blank, isAopMember: 'NO', aopaSkipped: true } as const,
      { ...blank, isAopMember: 'YES', aopaNumber: '4711' } as const,
      { isAopMember: ['NO', 'YES'], aopaNumber: [null, '4711'], aopaSkipped: [true, false] },
    ],
  ])('%s', (_, kept, absorbed, filled) => {
    expect(filledFields(kept, absorbed)).toEqual(filled)
  })
})

test("an administrator's account is not merged away", () => {
  expect([mergeRefusal({ role: 'admin' }), mergeRefusal({ role: 'user' })]).toEqual([
    'ADMINISTRATOR_MERGED',
    undefined,
  ])
})
