import { beforeEach, describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/core/endpoint.ts'
import {
  exportForSponsors,
  getSponsorConsents,
  sponsorColumns,
} from '#contract/events/sponsor-exports/calls.ts'
import { updateMembershipInfo, updateProfile } from '#contract/people/users/calls.ts'
import { deleteUser } from '#server/people/users/delete-user.ts'
import { expectRefusal } from '#test/app.ts'
import { completeProfile } from '#test/complete-profile.ts'
import type { EventWithSlots, Person } from '#test/given.ts'
import {
  cancelOwn,
  givenEvent,
  givenPersonUnmailed,
  givenRegistration,
  preparedAdministrator,
  preparedApp,
} from '#test/given.ts'

let event: EventWithSlots
let other: EventWithSlots
let person: Person
const app = preparedApp({ works: false })
const administrator = preparedAdministrator(app)
beforeEach(async () => {
  event = await givenEvent(app)
  other = await givenEvent(app, { eventName: 'Turbine IA Renewal Series 2027', focusId: 3 })
  person = await givenPersonUnmailed(app)
  await givenRegistration(app, person, event)
})

describe('sponsors get', () => {
  test('people who agreed for this event, with the time', async () => {
    await answer(person, event, true)
    await app.query('update mailing_consents set answered_at = $1 where user_id = $2', [
      '2026-11-01 05:30:00.7Z',
      person.userId,
    ])
    expect(await told()).toEqual([
      `Pat,O'Brien,Example Aviation,${person.email},(+1) 8035550100,South Carolina,United States,Piston,09 Feb 2027 – 10 Feb 2027 8:00 AM – 12:00 PM,01 Nov 2026 1:30 AM Eastern`,
    ])
    expect(await consents()).toEqual({ registered: 1, agreed: 1 })
  })

  test('people who also agreed for a later event', async () => {
    await answer(person, event, true)
    await answer(person, other, true)
    expect(await told()).toHaveLength(1)
  })

  test('people who agreed again for this event after a withdrawal', async () => {
    await answer(person, event, true)
    await answer(person, undefined, false)
    await answer(person, event, true)
    expect(await told()).toHaveLength(1)
  })

  test('the new slot of a person who moved, once', async () => {
    await answer(person, event, true)
    await givenRegistration(app, person, event, { slot: 1 })
    expect(await told()).toEqual([expect.stringContaining(' 1:00 PM – 5:00 PM,')])
  })

  test('no text that a spreadsheet would run', async () => {
    await answer(person, event, true)
    await app.send(updateProfile, { ...completeProfile, firstName: '=1+1', companyName: '@SUM(1,2)' }, person)
    expect(await told()).toEqual([expect.stringMatching(/^'=1\+1,O'Brien,'@SUM\(1 2\),/)])
  })
})

describe('sponsors never get a person', () => {
  test.each<[string, () => Promise<unknown>]>([
    ['who was never asked', async () => {}],
    ['who said no', () => answer(person, event, false)],
    ['who agreed for another event', () => answer(person, other, true)],
    ['who agreed for no event', () => answer(person, undefined, true)],
    ['who agreed only by the name of the event', () => answer(person, undefined, true, event.eventName)],
    [
      'who withdrew',
      async () => {
        await answer(person, event, true)
        await answer(person, undefined, false)
      },
    ],
    [
      'who said no for this event and later agreed for another',
      async () => {
        await answer(person, event, false)
        await answer(person, other, true)
      },
    ],
    [
      'who later said no for another event',
      async () => {
        await answer(person, event, true)
        await answer(person, other, false)
      },
    ],
    [
      'who withdrew and then agreed for another event',
      async () => {
        await answer(person, event, true)
        await answer(person, undefined, false)
        await answer(person, other, true)
      },
    ],
    [
      'who was shown a text without the release',
      async () => {
        await answer(person, event, true)
        await app.query(
          "update mailing_consents set text_shown = split_part(text_shown, E'\\n', 1) where user_id = $1",
          [person.userId],
        )
      },
    ],
    [
      'whose profile says no, whatever the history says',
      async () => {
        await answer(person, event, true)
        await app.query('update users set has_given_mailing_consent = false where user_id = $1', [
          person.userId,
        ])
      },
    ],
    [
      'who canceled',
      async () => {
        await answer(person, event, true)
        await cancelOwn(app, person, event)
      },
    ],
    [
      'who is registered only for another event',
      async () => {
        await answer(person, event, true)
        await givenRegistration(app, person, other)
        await cancelOwn(app, person, event)
      },
    ],
    [
      'whose account is deleted, even if the registration remains',
      async () => {
        await answer(person, event, true)
        await app.query('update registrations set user_id = null where user_id = $1', [person.userId])
        await app.write((work) => deleteUser(work, person.userId))
      },
    ],
  ])('%s', async (_, happens) => {
    const agreeing = await givenPersonUnmailed(app)
    await givenRegistration(app, agreeing, event)
    await answer(agreeing, event, true)
    await happens()
    expect(await told()).toEqual([expect.stringContaining(agreeing.email)])
    expect((await consents()).agreed).toBe(1)
  })
})

test('people who registered but did not agree are counted next to those who did', async () => {
  const agreeing = await givenPersonUnmailed(app)
  await givenRegistration(app, agreeing, event)
  await answer(agreeing, event, true)
  expect(await consents()).toEqual({ registered: 2, agreed: 1 })
})

test.each([getSponsorConsents, exportForSponsors])(
  '$path needs an event and an administrator',
  async (call) => {
    const query = { eventId: event.eventId }
    await expectRefusal(app.call(call, { query }, person), 'NOT_ADMINISTRATOR')
    const unknown = await app.call(call, { query: { eventId: 2_000_000_000 } }, administrator)
    expect(unknown.failure?.code).toBe('EVENT_NOT_FOUND')
  },
)

let answeredMs = Date.now()
/** Answers about the mailing list and the release, each at a later time. */
async function answer(
  who: Person,
  about: EventWithSlots | undefined,
  hasGivenMailingConsent: boolean,
  mailingConsentEventName = about?.eventName,
) {
  const body = {
    hasGivenMailingConsent,
    mailingConsentTimestamp: new Date(++answeredMs),
    ...(about && { mailingConsentEventId: about.eventId }),
    ...(mailingConsentEventName && { mailingConsentEventName }),
  }
  return await app.dataOf(updateMembershipInfo, { body }, who)
}

/** Returns the file's lines below its header. */
async function told() {
  const { payload } = await asked(exportForSponsors)
  const [header, ...lines] = payload.split('\r\n')
  expect(header).toBe(`\ufeff${sponsorColumns.join(',')}`)
  expect(lines.pop()).toBe('')
  return lines
}

async function consents() {
  const data = await app.dataOf(getSponsorConsents, { query: { eventId: event.eventId } }, administrator)
  return data
}

function asked({ path }: Endpoint) {
  return app.request({
    url: `/api${path}`,
    query: { event_id: String(event.eventId) },
    headers: { authorization: `Bearer ${administrator.token}` },
  })
}
