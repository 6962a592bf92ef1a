import { beforeAll, expect, test } from 'vitest'
import type { Input } from '#contract/core/endpoint.ts'
import { sendCertificate } from '#contract/counting/certificates/calls.ts'
import {
  exportRegisteredUsersCsv,
  getAllRegisteredUsers,
} from '#contract/registrations/registration-lists/calls.ts'
import {
  givenCredit,
  givenEvent,
  givenPerson,
  givenRegistration,
  preparedAdministrator,
  preparedApp,
} from '#test/given.ts'
import { givenJoinUrl } from '#test/webinars.ts'

const app = preparedApp()
const administrator = preparedAdministrator(app)
beforeAll(async () => {
  const piston = await givenEvent(app)
  const turbine = await givenEvent(app, { eventName: 'Turbine', focusId: 3 })
  const ohio = await givenPerson(app, { email: 'ohio@example.com', profile: { state: 'Ohio', zip: '43004' } })
  const oh = await givenPerson(app, { email: 'oh@example.com', profile: { state: 'OH', zip: '43004' } })
  const abroad = { country: 'Canada', state: 'Ontario', zip: 'K1A 0B1', phone: '' }
  const canada = await givenPerson(app, { email: 'canada@example.com', profile: abroad })
  await app.query("update users set aopa_number = '1' where email = 'ohio@example.com'")
  await app.query("update users set nbaa_number = '2', vai_number = '3' where email = 'oh@example.com'")
  const first = await givenRegistration(app, ohio, piston)
  await givenRegistration(app, ohio, turbine)
  await givenRegistration(app, oh, piston)
  const last = await givenRegistration(app, canada, turbine)
  await givenCredit(app, administrator, first, 8)
  await givenCredit(app, administrator, last, 3)
  await app.send(sendCertificate, { registrationId: first }, administrator)
  await app.untilJobsAreDone()
  await givenJoinUrl(app, first)
})

type Query = Input<typeof exportRegisteredUsersCsv>['query']

test.each<[string, Query, string[]]>([
  ['of a focus', { focusId: 3 }, ['canada', 'ohio']],
  ['from a state, by its name or abbreviation', { state: 'Ohio' }, ['oh', 'ohio', 'ohio']],
  ['from a country', { country: 'Canada' }, ['canada']],
  ['of AOPA members', { membership: 'aopa' }, ['ohio', 'ohio']],
  ['of NBAA members', { membership: 'nbaa' }, ['oh']],
  ['of VAI members', { membership: 'vai' }, ['oh']],
  ['of people without a membership', { membership: 'none' }, ['canada']],
  ['without a certificate', { certificate: 'none' }, ['oh', 'ohio']],
  ['with a certificate', { certificate: 'issued' }, ['canada', 'ohio']],
  ['with a mailed certificate', { certificate: 'mailed' }, ['ohio']],
  ['with a certificate that was not mailed', { certificate: 'unmailed' }, ['canada']],
  ['without a join link', { joinUrl: 'missing' }, ['canada', 'oh', 'ohio']],
  ['of people without hours', { credited: 'none' }, ['oh']],
  ['of people with some hours', { credited: 'some' }, ['canada']],
  ['of people with enough hours', { credited: 'enough' }, ['ohio', 'ohio']],
  ['of people who need more hours', { credited: 'short' }, ['canada', 'oh']],
  ['of people who need more hours in another season', { credited: 'short', year: 2026 }, []],
  ['that match several filters', { membership: 'aopa', certificate: 'none', focusId: 3 }, ['ohio']],
  ['that match a filter and a search', { search: 'ohio', certificate: 'issued' }, ['ohio']],
  ['with SQL as a state', { state: "x' or true --" }, []],
])('registrations %s are listed, counted and exported', async (_, query, who) => {
  for (const sort of ['email', 'userName', 'registeredAt', 'hours', 'startOn'] as const) {
    const data = await app.dataOf(getAllRegisteredUsers, { query: { ...query, sort } }, administrator)
    expect(data.registrations.map(({ email }) => email.split('@')[0]).sort()).toEqual(who)
    expect(data.pagination.totalRecords).toBe(who.length)
  }
  const csv = await app.request({
    method: 'GET',
    url: `/api${exportRegisteredUsersCsv.path}`,
    query: Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])),
    headers: { authorization: `Bearer ${administrator.token}` },
  })
  expect(csv.body.trim().split('\r\n')).toHaveLength(who.length + 1)
})
