import { beforeAll, describe, expect, test } from 'vitest'
import type { Input } from '#contract/core/endpoint.ts'
import { generateCertificate } from '#contract/counting/certificates/calls.ts'
import { activitiesAtOnce, getActivities } from '#contract/foundation/activities/calls.ts'
import { updateMembershipInfo, updateProfile } from '#contract/people/users/calls.ts'
import { completeProfile } from '#test/complete-profile.ts'
import type { Person } from '#test/given.ts'
import {
  byHand,
  givenEvent,
  givenPerson,
  givenRegistration,
  prepared,
  preparedAdministrator,
  preparedApp,
} from '#test/given.ts'

let registrationId: number
const app = preparedApp()
const administrator = preparedAdministrator(app)
const event = prepared(() => givenEvent(app))
const person = prepared(() =>
  givenPerson(app, { email: 'traced@example.com', profile: { lastName: 'Traced' } }),
)
beforeAll(async () => {
  registrationId = await givenRegistration(app, person, event)
  await givenRegistration(app, person, event, { slot: 1 })
  await app.send(updateProfile, { ...completeProfile, lastName: 'Renamed', aopaNumber: '4711' }, person)
  await app.send(updateMembershipInfo, { hasGivenMailingConsent: true }, person)
  const body = { registrationId, hours: 8, reason: 'Signed the list' }
  await app.send(generateCertificate, byHand(body), administrator)
  await app.untilJobsAreDone()
})

test('the history of a person shows each act, its author, what changed and the reason', async () => {
  const by = (who: Person) => ({ userId: who.userId, email: who.email })
  const about = { person: { ...by(person), name: 'Pat Renamed' } }
  const of = { ...about, registrationId, event: { eventId: event.eventId, eventName: event.eventName } }
  const entries = (await find({ userId: person.userId })).activities
  expect(entries).toMatchObject([
    { ...of, activity: 'certificate-issued', actedBy: by(administrator) },
    {
      ...of,
      activity: 'credited',
      actedBy: { ...by(administrator), name: 'Portal Administrator' },
      changes: [{ what: 'Hours', from: '0', to: '8' }],
      reason: 'Signed the list',
    },
    {
      ...about,
      activity: 'profile-changed',
      registrationId: null,
      event: null,
      changes: [{ what: 'Mailing list and release to sponsors', from: '', to: 'yes' }],
    },
    {
      ...about,
      activity: 'profile-changed',
      actedBy: by(person),
      changes: [
        { what: 'Last name', from: 'Traced', to: 'Renamed' },
        { what: 'AOPA number', from: '', to: '4711' },
      ],
    },
    {
      ...of,
      activity: 'moved',
      actedBy: by(person),
      changes: [
        {
          what: 'Time slot',
          from: 'Piston, 09 Feb 2027 – 10 Feb 2027, 8:00 AM - 12:00 PM EST',
          to: 'Piston, 09 Feb 2027 – 10 Feb 2027, 1:00 PM - 5:00 PM EST',
        },
      ],
    },
    { ...of, activity: 'registered', actedBy: by(person), changes: [], reason: '', isRestorable: false },
    { ...about, activity: 'signed-up', actedBy: by(person) },
  ])
})

test('an export is in the history, with what was exported', async () => {
  await app.request({
    method: 'GET',
    url: '/api/private/v2/export-registered-users-csv?year=2027&search=renamed&sort=Hours',
    headers: { authorization: `Bearer ${administrator.token}` },
  })
  expect((await find({ activity: 'exported' })).activities).toMatchObject([
    {
      actedBy: { email: administrator.email },
      person: null,
      event: null,
      reason: 'search: renamed, year: 2027',
    },
  ])
})

test('a change that changes nothing is not in the history', async () => {
  const before = (await find({ userId: person.userId })).activities.length
  const profile = { ...completeProfile, lastName: 'Renamed', aopaNumber: '4711' }
  await app.send(updateProfile, profile, person)
  expect((await find({ userId: person.userId })).activities).toHaveLength(before)
})

describe('the history can be filtered', () => {
  test.each<[string, () => Query, string[]]>([
    ["by a person's name", () => ({ search: 'renamed' }), ['traced@example.com']],
    ["by a person's name in any order of words", () => ({ search: 'renamed pat' }), ['traced@example.com']],
    ["by a person's email", () => ({ search: 'TRACED@' }), ['traced@example.com']],
    ['by a search that matches nobody', () => ({ search: 'nobody at all' }), []],
    ['by an event', () => ({ eventId: event.eventId }), ['traced@example.com']],
    ['by an event without entries', () => ({ eventId: 999_999 }), []],
    ['by a registration', () => ({ registrationId }), ['traced@example.com']],
  ])('%s', async (_, query, emails) => {
    const { activities } = await find(query())
    expect([...new Set(activities.map((one) => one.person?.email))]).toEqual(emails)
  })

  test('by an administrator who acted', async () => {
    const { activities } = await find({ search: administrator.email, eventId: event.eventId })
    expect(activities.map(({ activity }) => activity)).toEqual(['certificate-issued', 'credited'])
  })

  test('by a kind of activity', async () => {
    const { activities } = await find({ activity: 'moved', eventId: event.eventId })
    expect(activities.map(({ activity }) => activity)).toEqual(['moved'])
  })
})

test('a long history comes in pages, with each entry once', async () => {
  const busy = await givenPerson(app)
  for (let zip = 10_000; zip < 10_000 + activitiesAtOnce + 5; zip++) {
    await app.send(updateProfile, { ...completeProfile, zip: String(zip) }, busy)
  }
  const first = await find({ userId: busy.userId })
  expect([first.activities.length, first.hasMore]).toEqual([activitiesAtOnce, true])
  const rest = await find({ userId: busy.userId, before: first.activities.at(-1)?.activityId })
  expect([rest.activities.length, rest.hasMore]).toEqual([6, false])
  const ids = [...first.activities, ...rest.activities].map(({ activityId }) => activityId)
  expect(new Set(ids).size).toBe(ids.length)
})

type Query = Input<typeof getActivities>['query']

function find(query: Query) {
  return app.dataOf(getActivities, { query }, administrator)
}
