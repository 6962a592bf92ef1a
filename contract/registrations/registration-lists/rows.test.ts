import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { getAllRegisteredUsers, pageSizes } from './calls.ts'
import { exportedColumns, RegistrationFilter, RegistrationRow, sortColumns } from './rows.ts'

const wireRow = {
  'Reg Id': 42,
  registrationId: 42,
  'User Id': '00000000-0000-4000-8000-000000000001',
  userId: '00000000-0000-4000-8000-000000000001',
  eventId: 1,
  eventSlotId: 11,
  focusId: 2,
  'User Name': "Ada O'Brien",
  'User Email': 'ada@example.com',
  'User Phone': '+1||8035550100',
  'User Company Name': 'Example Aviation',
  'User State': 'Ohio',
  'User Zip': '43004',
  'User Country': 'United States',
  'Event Name': 'Piston IA Renewal Series 2027',
  'Event Date': '09/02/2027 - 10/02/2027',
  'Event Time': '08:00 - 12:00',
  'Registration Date': '2026-11-30T23:59:59.500Z',
  Hours: 8,
  'Join URL': 'https://webinar.example.com/j/1',
  hasJoinUrl: true,
  isInPerson: false,
  Certificate: 'https://portal.example.com/download?certificate=x',
  ruleHours: 6,
  creditHours: 8,
  answers: 'Size: M',
  version: 3,
}

test("a row of All Registrations has the specification's names and its version", () => {
  const wire = RegistrationRow.def.in as z.ZodMiniObject
  expect(Object.keys(wire.shape)).toEqual(Object.keys(wireRow))
})

test('a row is read into our names and written back as on the wire', () => {
  const row = z.parse(RegistrationRow, wireRow)
  expect(row).toEqual({
    registrationId: 42,
    userId: '00000000-0000-4000-8000-000000000001',
    eventId: 1,
    eventSlotId: 11,
    focusId: 2,
    userName: "Ada O'Brien",
    email: 'ada@example.com',
    phone: '+1||8035550100',
    companyName: 'Example Aviation',
    state: 'Ohio',
    zip: '43004',
    country: 'United States',
    eventName: 'Piston IA Renewal Series 2027',
    startOn: '2027-02-09',
    endOn: '2027-02-10',
    startTime: '08:00',
    endTime: '12:00',
    registeredAt: new Date('2026-11-30T23:59:59.500Z'),
    hours: 8,
    joinUrl: 'https://webinar.example.com/j/1',
    hasJoinUrl: true,
    isInPerson: false,
    certificateLink: 'https://portal.example.com/download?certificate=x',
    ruleHours: 6,
    creditHours: 8,
    answers: 'Size: M',
    version: 3,
  })
  expect(z.encode(RegistrationRow, row)).toEqual(wireRow)
  const { ruleHours: _, ...undecided } = wireRow
  expect(z.parse(RegistrationRow, undecided)).toEqual({ ...row, ruleHours: null })
  expect(z.encode(RegistrationRow, { ...row, ruleHours: null })).toEqual(undecided)
  const { answers: __, ...unasked } = wireRow
  expect(z.encode(RegistrationRow, { ...row, answers: null })).toEqual(unasked)
})

/** The sort keys as spelled on the wire and in our names. */
const columns = {
  'Reg Id': 'registrationId',
  'User Name': 'userName',
  'User Email': 'email',
  'User Phone': 'phone',
  'User Company Name': 'companyName',
  'User State': 'state',
  'User Zip': 'zip',
  'User Country': 'country',
  'Event Name': 'eventName',
  'Event Date': 'startOn',
  'Event Time': 'startTime',
  'Registration Date': 'registeredAt',
  Hours: 'hours',
} as const
const wireColumns = Object.keys(columns)

test('every sortable column is a column of the row, under its name on the wire', () => {
  expect(wireColumns.filter((column) => !(column in wireRow))).toEqual([])
  expect(sortColumns).toEqual(Object.values(columns))
  for (const [wire, sort] of Object.entries(columns)) {
    expect(z.parse(RegistrationFilter, { sort: wire })).toEqual({ sort })
    expect(z.encode(RegistrationFilter, { sort })).toEqual({ sort: wire })
  }
})

test('the header of the CSV export has the columns and the two links', () => {
  expect(exportedColumns).toEqual([...wireColumns, 'Join URL', 'Certificate'])
})

describe('the list of registrations', () => {
  const query = getAllRegisteredUsers.query as z.ZodMiniType

  test('offers pages of 100, 500 and 1000', () => {
    expect(pageSizes).toEqual([100, 500, 1000])
    expect(z.parse(query, {})).toEqual({})
  })

  test('accepts every filter', () => {
    const sent = {
      page: '2',
      limit: '500',
      search: "o'brien",
      year: '2026',
      eventName: 'Piston',
      eventSlotId: '7',
    }
    const read = z.parse(query, { ...sent, sort: 'User Name', order: 'desc' })
    expect(read).toEqual({
      page: 2,
      limit: 500,
      search: "o'brien",
      year: 2026,
      eventName: 'Piston',
      eventSlotId: 7,
      sort: 'userName',
      order: 'desc',
    })
    expect(z.encode(query, read)).toEqual({ ...sent, sort: 'User Name', order: 'desc' })
  })

  test("accepts 'All' for every year", () => {
    expect(z.parse(RegistrationFilter, { year: 'All' })).toEqual({ year: undefined })
    expect(z.encode(RegistrationFilter, {})).toEqual({})
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
      ['password', 'userName', 'user name', "Hours'; drop table users", '__proto__'],
      `One of: ${wireColumns.join(', ')}`,
    ],
    ['order', ['up', 'ASC', ''], 'asc or desc'],
  ])('refuses a wrong %s', (field, values, message) => {
    for (const value of values) {
      const issues = z.safeParse(query, { [field]: value }).error?.issues
      expect(issues?.map((issue) => [issue.path, issue.message])).toContainEqual([[field], message])
    }
  })
})
