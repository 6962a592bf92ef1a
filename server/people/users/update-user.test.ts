import { beforeEach, describe, expect, test } from 'vitest'
import { createUser } from '#contract/people/sessions/calls.ts'
import { getProfile, updateProfile } from '#contract/people/users/calls.ts'
import { updateUserByAdmin } from '#contract/people/users/edits.ts'
import { completeProfile } from '#test/complete-profile.ts'
import type { Person } from '#test/given.ts'
import { givenAdministrator, givenIdToken, givenPerson, preparedApp } from '#test/given.ts'

let person: Person
const app = preparedApp()
beforeEach(async () => {
  person = await givenPerson(app)
})

const abroad = { ...completeProfile, country: 'Ukraine', phone: '' }

test.each([
  "O'Brien",
  'Robert"); drop table users; --',
  "''; delete from sessions where 'a' = 'a",
  '<script>alert(1)</script>',
  '<b>Bold</b> & Söhne',
  '&lt;already escaped&gt;',
  'אביגיל כהן',
  '\u202eright to left\u202c',
  '李小龍',
  '👩🏽‍🔧👨‍👩‍👧‍👦',
  'A\u030angstro\u0308m',
  'back\\slash \\u0041 %_ {{x}} $1',
  '=HYPERLINK("https://example.com")',
  'null',
])('%s is stored exactly as typed and returned unchanged', async (text) => {
  const typed = { firstName: text, lastName: text, state: text, companyName: text, aopaNumber: text }
  const stored = { first_name: text, last_name: text, state: text, company_name: text, aopa_number: text }
  const updated = await app.send(updateProfile, { ...abroad, ...typed }, person)
  expect(updated.wire).toMatchObject({ userData: stored })
  expect(updated.data.userData).toMatchObject(typed)
  expect((await app.call(getProfile, {}, person)).wire).toMatchObject({ userData: stored })
  const rows = await app.query('select first_name from users where user_id = $1', [person.userId])
  expect(rows[0].first_name).toBe(text)

  const email = `typed${Math.random().toString(36).slice(2)}@example.com`
  const authToken = await givenIdToken(app, email)
  const body = { ...abroad, ...typed, authToken, email }
  expect((await app.dataOf(createUser, { body })).userData).toMatchObject({
    firstName: text,
    companyName: text,
  })
})

test('spaces around and within a name are not stored, those of other fields are', async () => {
  const spaced = ' two  spaces '
  const typed = { firstName: spaced, lastName: spaced, state: spaced, companyName: spaced }
  const stored = { ...typed, firstName: 'two spaces', lastName: 'two spaces' }
  const updated = await app.send(updateProfile, { ...abroad, ...typed }, person)
  expect(updated.data.userData).toMatchObject(stored)
  const email = `spaced${Math.random().toString(36).slice(2)}@example.com`
  const body = { ...abroad, ...typed, authToken: await givenIdToken(app, email), email }
  expect((await app.dataOf(createUser, { body })).userData).toMatchObject(stored)
  const administrator = await givenAdministrator(app)
  const userId = person.userId
  await app.send(
    updateUserByAdmin,
    { ...abroad, ...typed, firstName: ' Pat', lastName: 'Le  Lee ', userId, version: 1 },
    administrator,
  )
  expect((await app.dataOf(getProfile, {}, person)).userData).toMatchObject({
    firstName: 'Pat',
    lastName: 'Le Lee',
  })
})

describe('a profile is refused with', () => {
  test.each([
    ['a line break', 'Pat\r\nBcc: everybody@example.com'],
    ['a tab', 'Pat\tPat'],
    ['a NUL', 'Pat\u0000'],
    ['a control character', 'Pat\u001b[31m'],
    ['a line separator', 'Pat\u2028Pat'],
    ['half an emoji', 'Pat \ud83d'],
    ['only blanks', '   '],
    ['101 letters', 'x'.repeat(101)],
  ])('%s', async (_, firstName) => {
    const answer = await app.send(updateProfile, { ...abroad, firstName }, person)
    expect([answer.status, Object.keys(answer.failure?.fields ?? {})]).toEqual([422, ['firstName']])
    expect((await app.dataOf(getProfile, {}, person)).userData.firstName).toBe('Pat')
  })

  test('one wrong field, and no field is saved', async () => {
    const body = { ...abroad, lastName: 'Changed', phone: '+380||1' }
    const answer = await app.send(updateProfile, body, person)
    expect(answer.failure?.fields).toEqual({ phone: 'Please provide a valid phone number' })
    expect((await app.dataOf(getProfile, {}, person)).userData.lastName).toBe("O'Brien")
  })
})

test.each([
  ['', 'United States', true],
  ['+1||8035550100', 'United States', true],
  ['8035550100', 'United States', true],
  ['+380||501234567', 'Ukraine', true],
  ['501234567', 'Ukraine', true],
  ['+1||12', 'United States', false],
  ['+1||803555010012345', 'United States', false],
  ['+||8035550100', 'United States', false],
  ['+1||', 'United States', false],
  ['+', 'United States', false],
  ['call me', 'United States', false],
])('the phone "%s" in %s is possible: %s', async (phone, country, isPossible) => {
  const body = { ...completeProfile, country, phone }
  const answer = await app.send(updateProfile, body, person)
  if (isPossible) expect(answer.data.userData.phone).toBe(phone)
  else expect(answer.failure?.fields).toEqual({ phone: 'Please provide a valid phone number' })
})

test('a missing phone is stored as an empty one', async () => {
  const { phone: _, ...body } = completeProfile
  expect((await app.send(updateProfile, body, person)).wire).toMatchObject({
    userData: { phone: '' },
  })
})

test('every missing field is named in the words of the form', async () => {
  const answer = await app.send(updateProfile, {} as never, person)
  expect([answer.status, answer.failure?.fields]).toEqual([
    422,
    {
      firstName: 'First name is required',
      lastName: 'Last name is required',
      country: 'Please select a valid country',
      state: 'State/Province is required',
      zip: 'ZIP/Postal code is required',
      companyName: 'Company name is required',
    },
  ])
})

test("a change affects nobody else's profile", async () => {
  const other = await givenPerson(app)
  await app.send(updateProfile, { ...abroad, firstName: 'Changed' }, person)
  expect((await app.dataOf(getProfile, {}, other)).userData.firstName).toBe('Pat')
})
