import { describe, expect, test } from 'vitest'
import { sum } from '#contract/core/numbers.ts'
import { getOwnEarlierCertificates } from '#contract/counting/earlier-certificates/calls.ts'
import { mergeAccounts, separateAccounts } from '#contract/office/accounts/merges.ts'
import { getAccount } from '#contract/office/accounts/records.ts'
import { getDashboard } from '#contract/office/dashboard/calls.ts'
import { getAllRegisteredUsers } from '#contract/registrations/registration-lists/calls.ts'
import { getRegisteredEvents } from '#contract/registrations/registrations/calls.ts'
import { deleteRegistration } from '#contract/registrations/registrations/changes.ts'
import { renewalYears } from '#contract/registrations/registrations/renewal-years.ts'
import { renewalFile } from '#server/counting/certificates/certificate-filed-years.ts'
import { lockLacking } from '#server/outreach/reminders/reminder-recipients.ts'
import type { Person } from '#test/given.ts'
import {
  givenCredit,
  givenEvent,
  givenPersonUnmailed,
  givenRegistration,
  prepared,
  preparedAdministrator,
  preparedApp,
} from '#test/given.ts'
import { recordEarlierCertificates } from './earlier-certificates.ts'

const app = preparedApp()
const administrator = preparedAdministrator(app)
// On 9 and 10 February, in the renewal year 2026.
const event = prepared(() => givenEvent(app, { year: 2026 }))

const [season, today] = [2026, '2026-03-01'] as const

describe('a day for which the portal credits hours and another training provider issued a certificate', () => {
  test('counts once, in every figure, if the portal credits it later', async () => {
    const person = await givenPersonUnmailed(app)
    const registrationId = await givenRegistration(app, person, event, { by: administrator })
    await givenEarlier(person, ['2026-02-09'], 3)
    expect(await hoursOf(person)).toMatchObject({ page: 3 })
    await givenCredit(app, administrator, registrationId, 4)
    expect(await hoursOf(person)).toEqual({ page: 4, reminders: 4, file: 4, counted: [false] })
    const { earlierCertificates } = await accountOf(person)
    expect(earlierCertificates.map(({ isCounted }) => isCounted)).toEqual([false])
  })

  test('counts once if their accounts are merged, and for both if they are separated', async () => {
    const [kept, absorbed] = [await givenPersonUnmailed(app), await givenPersonUnmailed(app)]
    const registrationId = await givenRegistration(app, kept, event, { by: administrator })
    await givenCredit(app, administrator, registrationId, 4)
    await givenEarlier(absorbed, ['2026-02-08', '2026-02-09'], 3)
    const accountMergeId = await mergeInto(kept, absorbed)
    expect(await hoursOf(kept)).toMatchObject({ page: 4, reminders: 4, counted: [false] })
    await app.send(separateAccounts, { accountMergeId }, administrator)
    expect((await accountOf(kept)).earlierCertificates).toEqual([])
    expect((await accountOf(absorbed)).earlierCertificates).toMatchObject([{ hours: 3, isCounted: true }])
  })

  test('counts the certificate if the portal credits another day, or withdrew its credit', async () => {
    const person = await givenPersonUnmailed(app)
    const registrationId = await givenRegistration(app, person, event, { by: administrator })
    await givenEarlier(person, ['2026-02-11'], 3)
    await givenEarlier(person, ['2026-02-10'], 1)
    await givenCredit(app, administrator, registrationId, 3)
    // Three hours fill the first day only.
    expect(await hoursOf(person)).toEqual({ page: 7, reminders: 7, file: 7, counted: [true, true] })
    await app.query(
      `update registrations set hours = 3, credited_days = null where registration_id = ${registrationId}`,
    )
    expect(await hoursOf(person)).toMatchObject({ page: 6, reminders: 6, counted: [true, false] })
    await app.send(deleteRegistration, { registrationId, reason: 'Absent' }, administrator)
    expect(await hoursOf(person)).toMatchObject({ page: 4, counted: [true, true] })
  })
})

test('certificates return to their account after merges of merges, in any order, and later ones stay', async () => {
  const people = await Promise.all([0, 1, 2].map(() => givenPersonUnmailed(app)))
  const [first, second, third] = people as [Person, Person, Person]
  await givenEarlier(second, ['2026-01-12'], 2)
  await givenEarlier(third, ['2026-01-13'], 3)
  const ofThird = await mergeInto(second, third)
  const ofSecond = await mergeInto(first, second)
  await givenEarlier(first, ['2026-01-14'], 1)
  for (const accountMergeId of [ofThird, ofSecond])
    await app.send(separateAccounts, { accountMergeId }, administrator)
  const held = await Promise.all(people.map(accountOf))
  expect(held.map(({ earlierCertificates }) => earlierCertificates.map(({ hours }) => hours))).toEqual([
    [1],
    [2],
    [3],
  ])
})

test('of two certificates for one day, as after a merge, the one recorded first counts', async () => {
  const person = await givenPersonUnmailed(app)
  await givenRegistration(app, person, event, { by: administrator })
  await givenEarlier(person, ['2026-01-05', '2026-01-06'], 4)
  await givenEarlier(person, ['2026-01-06'], 3)
  expect(await hoursOf(person)).toMatchObject({ page: 4, counted: [false, true] })
})

test("the dashboard's counts by hours are those of the lists behind them", async () => {
  const crowd = await givenEvent(app, { year: 2024, eventName: 'Counted' })
  const people = await Promise.all([0, 1, 2, 3].map(() => givenPersonUnmailed(app)))
  const [none, some, enough, credited] = people as [Person, Person, Person, Person]
  for (const person of people) await givenRegistration(app, person, crowd, { by: administrator })
  const { registrations } = await listed(undefined)
  const creditedId = registrations.find(({ userId }) => userId === credited.userId)?.registrationId ?? 0
  await givenEarlier(none, ['2024-04-01'], 8)
  await givenEarlier(some, ['2024-03-31'], 3)
  await givenEarlier(enough, ['2023-04-01'], 8)
  await givenEarlier(credited, ['2024-02-09'], 8)
  await givenCredit(app, administrator, creditedId, 4)
  const { hours } = await app.dataOf(getDashboard, { query: { year: 2024 } }, administrator)
  expect(hours).toEqual({ none: 1, some: 2, enough: 1 })
  for (const [which, expected] of [
    ['none', [none]],
    ['some', [some, credited]],
    ['enough', [enough]],
    ['short', [none, some, credited]],
  ] as const) {
    const found = (await listed(which)).registrations.map(({ userId }) => userId)
    expect([which, found.sort()]).toEqual([which, expected.map(({ userId }) => userId).sort()])
  }

  async function listed(credited: 'none' | 'some' | 'enough' | 'short' | undefined) {
    const query = { year: 2024, credited }
    return await app.dataOf(getAllRegisteredUsers, { query }, administrator)
  }
})

let count = 0

function givenEarlier({ userId }: Person, days: string[], hours: number) {
  count += 1
  const certificate = { userId, number: `E-${count}`, issuer: 'Acme Training', title: '', days, hours }
  return app.write((work) => recordEarlierCertificates(work, [certificate]))
}

/** Returns a person's hours of the renewal year on their page, in reminders and in the renewal file. */
async function hoursOf({ userId, token }: Person) {
  const { registeredEvents } = await app.dataOf(getRegisteredEvents, {}, token)
  const { certificates } = await app.dataOf(getOwnEarlierCertificates, {}, token)
  const year = renewalYears(registeredEvents, today, certificates).find((each) => each.season === season)
  const asked = { season, today, now: new Date(`${today}T12:00:00Z`), isWarned: true, atMost: 1000 }
  const { lacking } = await app.write(({ tx }) =>
    lockLacking(tx, { ...asked, after: '00000000-0000-0000-0000-000000000000' }),
  )
  await app.untilJobsAreDone()
  const file = await renewalFile(app.services, userId, season).catch(() => undefined)
  return {
    page: year?.hoursEarned,
    reminders: lacking.find((each) => each.userId === userId)?.covered,
    file: file && sum(file.years.flatMap(({ rows }) => rows).map(({ hours }) => hours)),
    counted: certificates.map(({ isCounted }) => isCounted),
  }
}

/** Merges an account into another. Returns the merge's id. */
async function mergeInto(kept: Person, { userId: absorbedId, email }: Person) {
  const body = { userId: kept.userId, absorbedId, ending: [] }
  await app.send(mergeAccounts, body, administrator)
  return (await accountOf(kept)).merges.find((merge) => merge.email === email)?.accountMergeId ?? 0
}

function accountOf({ userId }: Person) {
  return app.dataOf(getAccount, { query: { userId } }, administrator)
}
