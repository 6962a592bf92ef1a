import { expect, test } from 'vitest'
import { exportUnregisteredUsersCsv } from '#contract/registrations/registration-lists/calls.ts'
import { startApp } from '#test/app.ts'
import {
  givenAdministrator,
  givenEvent,
  givenPersonUnmailed,
  givenRegistration,
  historyOf,
} from '#test/given.ts'

test('the export has the people of the filter with their consent, runs no formula, and is in the history', async () => {
  const app = await startApp({ works: false })
  const administrator = await givenAdministrator(app)
  const event = await givenEvent(app)
  const [registered, zoe, ann] = [
    await givenPersonUnmailed(app),
    await givenPersonUnmailed(app),
    await givenPersonUnmailed(app),
  ]
  await givenRegistration(app, registered, event, { by: administrator })
  await app.query(
    `update users set first_name = 'Zoe', company_name = '=1+1' where user_id = '${zoe.userId}'`,
  )
  await app.query(
    `update users set first_name = 'Ann', has_given_mailing_consent = true, mailing_consent_at = '2027-02-09T13:00Z' where user_id = '${ann.userId}'`,
  )
  const read = async (query: object) => {
    const url = `/api${exportUnregisteredUsersCsv.path}`
    const headers = { authorization: `Bearer ${administrator.token}` }
    const answer = await app.request({ method: 'GET', url, query: query as Record<string, string>, headers })
    expect(answer.headers['content-disposition']).toBe('attachment; filename="non-registered-users.csv"')
    return answer.body.split('\r\n').slice(0, -1)
  }
  const [header, first, second, ...others] = await read({})
  expect(header).toBe(
    '\ufeffUser Name,User Email,User Phone,User Company Name,User State,User Zip,User Country,Mailing Consent,Mailing Consent Date',
  )
  expect(first).toMatch(/^Ann .*,person\d+@example\.com,.*,Yes,09 Feb 2027 8:00 AM Eastern$/)
  expect(second).toMatch(/^Zoe .*,'=1\+1,.*,--,--$/)
  expect(others).toEqual([])
  expect(await read({ search: 'zoe' })).toEqual([header, second])
  expect(await read({ year: '2026' })).toHaveLength(4)
  const history = await historyOf(app, administrator, { activity: 'exported' })
  expect(history.map(({ reason }) => reason)).toEqual(['year: 2026', 'search: zoe', 'Non registered users'])
  await app.close()
})
