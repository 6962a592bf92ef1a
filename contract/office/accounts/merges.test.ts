import { describe, expect, test } from 'vitest'
import { filledFields } from './merges.ts'
import { mergeRefusal } from './rules.ts'

const blank = {
  firstName: '',
  lastName: '',
  country: '',
  state: '',
  zip: '',
  companyName: '',
  faaSafetyEmail: '',
  phone: '',
  isAopMember: 'NO_INPUT',
  aopaNumber: null,
  aopaSkipped: false,
  nbaaNumber: null,
  nbaaSkipped: false,
  vaiNumber: null,
  vaiSkipped: false,
} as const

describe('a merged profile is filled', () => {
  test.each([
    ['in blank fields', blank, { ...blank, phone: '+1||8035550100' }, { phone: ['', '+1||8035550100'] }],
    [
      'not in fields that have a value',
      { ...blank, companyName: 'Here' },
      { ...blank, companyName: 'There' },
      {},
    ],
    [
      'with a whole address',
      { ...blank, state: 'Bavaria' },
      { ...blank, country: 'United States', state: 'Ohio', zip: '43001' },
      { country: ['', 'United States'], state: ['Bavaria', 'Ohio'], zip: ['', '43001'] },
    ],
    [
      'with no part of another address',
      { ...blank, country: 'Germany' },
      { ...blank, country: 'United States', state: 'Ohio', zip: '43001' },
      {},
    ],
    [
      'with a membership that the kept account denied',
      { ...blank, isAopMember: 'NO', aopaSkipped: true } as const,
      { ...blank, isAopMember: 'YES', aopaNumber: '4711' } as const,
      { isAopMember: ['NO', 'YES'], aopaNumber: [null, '4711'], aopaSkipped: [true, false] },
    ],
  ])('%s', (_, kept, absorbed, filled) => {
    expect(filledFields(kept, absorbed)).toEqual(filled)
  })
})

test('an account of an administrator cannot be merged into another', () => {
  expect([mergeRefusal({ role: 'admin' }), mergeRefusal({ role: 'user' })]).toEqual([
    'ADMINISTRATOR_MERGED',
    undefined,
  ])
})
