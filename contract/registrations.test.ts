import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { RefusalCode } from './refusals.ts'
import {
  cancellationRefusal,
  getAllRegisteredUsers,
  getUserEvents,
  pageSizes,
  RegistrationFilter,
  RegistrationRow,
  registerForEvent,
  registrationRefusal,
  sortColumns,
} from './registrations.ts'

const open = { isEnabled: true }
const closed = { isEnabled: false }
const slot = {}
const same = { slotChanges: false, hasCertificate: false }
const other = { slotChanges: true, hasCertificate: false }

describe('whether somebody may take a slot', () => {
  test.each<[string, Parameters<typeof registrationRefusal>, RefusalCode | undefined]>([
    ['an open event', [open, slot, undefined], undefined],
    ['an event that does not exist', [undefined, slot, undefined], 'EVENT_NOT_FOUND'],
    ['neither event nor slot', [undefined, undefined, undefined], 'EVENT_NOT_FOUND'],
    ['a slot of another event or focus', [open, undefined, undefined], 'SLOT_NOT_FOUND'],
    ['a strange slot of a closed event', [closed, undefined, undefined], 'SLOT_NOT_FOUND'],
    ['a strange slot, holding one', [open, undefined, other], 'SLOT_NOT_FOUND'],
    ['a closed event', [closed, slot, undefined], 'EVENT_CLOSED'],
    ['the slot already held: the same registration', [open, slot, same], undefined],
    ['the slot already held, closed since', [closed, slot, same], undefined],
    ['the slot already held, certified', [open, slot, { ...same, hasCertificate: true }], undefined],
    ['another slot of the event: it moves', [open, slot, other], undefined],
    ['another slot of a closed event', [closed, slot, other], 'EVENT_CLOSED'],
    [
      'another slot after the certificate',
      [open, slot, { ...other, hasCertificate: true }],
      'CERTIFICATE_ISSUED',
    ],
    [
      'another slot, closed and certified',
      [closed, slot, { ...other, hasCertificate: true }],
      'EVENT_CLOSED',
    ],
  ])('%s', (_case, args, refusal) => {
    expect(registrationRefusal(...args)).toBe(refusal)
  })
})

describe('whether somebody may cancel', () => {
  test.each<[string, Parameters<typeof cancellationRefusal>, RefusalCode | undefined]>([
    ['a registration of an open event', [{ hasCertificate: false }, open], undefined],
    ['what was never registered', [undefined, open], 'NOT_REGISTERED'],
    ['what was never registered, closed', [undefined, closed], 'NOT_REGISTERED'],
    ['a registration of a closed event', [{ hasCertificate: false }, closed], 'EVENT_CLOSED'],
    ['a certified registration', [{ hasCertificate: true }, open], 'CERTIFICATE_ISSUED'],
    ['a certified registration, closed', [{ hasCertificate: true }, closed], 'EVENT_CLOSED'],
  ])('%s', (_case, args, refusal) => {
    expect(cancellationRefusal(...args)).toBe(refusal)
  })
})

test("a row of All Registrations has the specification's names, letter for letter", () => {
  expect(Object.keys(RegistrationRow.shape)).toEqual([
    'Reg Id',
    'registrationId',
    'User Id',
    'userId',
    'eventId',
    'eventSlotId',
    'focusId',
    'User Name',
    'User Email',
    'User Phone',
    'User Company Name',
    'User State',
    'User Zip',
    'User Country',
    'Event Name',
    'Event Date',
    'Event Time',
    'Registration Date',
    'Hours',
    'Join URL',
    'Certificate',
  ])
})

test('every sortable column is one of the row', () => {
  expect(sortColumns.filter((column) => !(column in RegistrationRow.shape))).toEqual([])
})

describe('the list of registrations', () => {
  const query = getAllRegisteredUsers.query as z.ZodMiniType

  test('offers pages of 100, 500 and 1000, 100 when nothing is said', () => {
    expect(pageSizes).toEqual([100, 500, 1000])
    expect(z.parse(query, {})).toEqual({ page: 1, limit: 100 })
  })

  test('reads every filter', () => {
    const sent = {
      page: '2',
      limit: '500',
      search: "o'brien",
      year: '2026',
      eventName: 'Piston',
      eventSlotId: '7',
    }
    expect(z.parse(query, { ...sent, sort: 'User Name', order: 'desc' })).toEqual({
      page: 2,
      limit: 500,
      search: "o'brien",
      year: 2026,
      eventName: 'Piston',
      eventSlotId: 7,
      sort: 'User Name',
      order: 'desc',
    })
  })

  test("takes 'All' for every year", () => {
    expect(z.parse(RegistrationFilter, { year: 'All' })).toEqual({ year: undefined })
  })

  test.each([
    [
      'page',
      ['0', '-1', '1.5', '1000001', 'x', '', '9'.repeat(1 << 20), 1, ['1']],
      'Pages are counted from 1',
    ],
    ['limit', ['0', '1001', '-100', 'all', 100], 'A page has 1 to 1000 rows'],
    ['search', ['x'.repeat(201)], 'Please use 200 characters at most'],
    ['search', ['a\u0000'], 'Contains characters that cannot be stored'],
    ['search', [1, ['a', 'b']], 'Has to be text'],
    ['year', ['26', '0000', 'all', '20260', 2026, ['2026', '2025']], 'A year has four digits'],
    ['eventName', ['x'.repeat(201)], 'Please use 200 characters at most'],
    ['eventSlotId', ['0', 'x', '2147483648', ''], 'Has to be a whole number above 0'],
    [
      'sort',
      ['password', 'user name', "Hours'; drop table users", '__proto__'],
      `One of: ${sortColumns.join(', ')}`,
    ],
    ['order', ['up', 'ASC', ''], 'asc or desc'],
  ])('refuses a wrong %s', (field, values, message) => {
    for (const value of values) {
      const issues = z.safeParse(query, { [field]: value }).error?.issues
      expect(issues?.map((issue) => [issue.path, issue.message])).toContainEqual([[field], message])
    }
  })
})

describe('registering', () => {
  const body = registerForEvent.body as z.ZodMiniType
  const sent = { eventId: 1, eventSlotId: 11, focusId: 2 }

  test('takes event, slot and focus, and drops what it does not know', () => {
    expect(z.parse(body, { ...sent, hours: 8 })).toEqual(sent)
  })

  test.each(['eventId', 'eventSlotId', 'focusId'])('needs %s as a whole number', (field) => {
    for (const value of [undefined, null, '1', 1.5, 0, -1, 2 ** 31, [1], {}]) {
      const issues = z.safeParse(body, { ...sent, [field]: value }).error?.issues
      expect(issues).toMatchObject([{ path: [field], message: 'Has to be a whole number above 0' }])
    }
  })

  test.each(['1', '', 1, null, "' or 1=1", 'x'.repeat(1 << 20)])('refuses the user id %o', (userId) => {
    const issues = z.safeParse(body, { ...sent, userId }).error?.issues
    expect(issues).toMatchObject([{ path: ['userId'], message: 'A user id is a UUID' }])
  })
})

test('the public list of slots gives no join URL, certificate or personal field', () => {
  const data = z.toJSONSchema(getUserEvents.data as z.ZodMiniType)
  expect(data).toMatchObject({
    properties: { registeredEvents: { items: { additionalProperties: false } } },
  })
  expect(JSON.stringify(data).match(/"(joinURL|cert_link|email|first_name|registrationId|hours)"/)).toBeNull()
})
