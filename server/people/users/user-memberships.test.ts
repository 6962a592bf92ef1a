import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/core/endpoint.ts'
import { getConsents, getProfile, updateMembershipInfo, updateProfile } from '#contract/people/users/calls.ts'
import { consentTexts } from '#contract/people/users/memberships.ts'
import { getRegisteredEvents, registerForEvent } from '#contract/registrations/registrations/calls.ts'
import { completeProfile } from '#test/complete-profile.ts'
import type { EventWithSlots, Person } from '#test/given.ts'
import { choiceOf, givenEvent, givenPerson, givenPersonUnmailed, preparedApp } from '#test/given.ts'

let person: Person
const app = preparedApp()
beforeEach(async () => {
  person = await givenPerson(app)
})

const none = { aopa_number: null, aopa_skipped: false, is_aop_member: 'NO_INPUT' }

describe('answers about a membership', () => {
  test.each<[string, object[], object]>([
    ['none', [], none],
    ['a number', [{ aopaNumber: "A'1" }], { aopa_number: "A'1", aopa_skipped: false, is_aop_member: 'YES' }],
    ['a skip', [{ aopaSkipped: true }], { aopa_number: null, aopa_skipped: true, is_aop_member: 'NO' }],
    [
      'a skip as 1 with an empty number',
      [{ aopaSkipped: 1, aopaNumber: '' }],
      { aopa_number: null, aopa_skipped: true, is_aop_member: 'NO' },
    ],
    [
      'a number, then a skip',
      [{ aopaNumber: '123' }, { aopaSkipped: true }],
      { aopa_number: null, aopa_skipped: true, is_aop_member: 'NO' },
    ],
    [
      'a skip, then a number',
      [{ aopaSkipped: true }, { aopaNumber: '123' }],
      { aopa_number: '123', aopa_skipped: false, is_aop_member: 'YES' },
    ],
    ['a number, then both cleared', [{ aopaNumber: '123' }, { aopaNumber: '', aopaSkipped: false }], none],
    [
      'a number, then only that it is not skipped',
      [{ aopaNumber: '123' }, { aopaSkipped: false }],
      { aopa_number: '123', aopa_skipped: false, is_aop_member: 'YES' },
    ],
    [
      'a number, then something about another association',
      [{ aopaNumber: '123' }, { nbaaSkipped: true, vaiNumber: 'V 9' }],
      {
        aopa_number: '123',
        is_aop_member: 'YES',
        nbaa_number: null,
        nbaa_skipped: true,
        vai_number: 'V 9',
        vai_skipped: false,
      },
    ],
  ])('are stored: %s', async (_, given, expected) => {
    for (const each of given) await answer(each)
    expect(await profile()).toMatchObject(expected)
  })

  test.each([
    [
      { isAopMember: 'YES', aopNumber: '123' },
      { aopa_number: '123', is_aop_member: 'YES' },
    ],
    [{ isAopMember: 'NO' }, { aopa_skipped: true, is_aop_member: 'NO' }],
    [{ mailingConsentChoice: 1 }, { has_given_mailing_consent: 1 }],
  ])('from an older client, %o, are recorded as %o', async (sent, expected) => {
    await answer(sent)
    expect(await profile()).toMatchObject(expected)
  })

  test.each(['YES', 'NO'])('keep a legacy %s while nothing is answered', async (legacy) => {
    await app.query('update users set is_aop_member = $2 where user_id = $1', [person.userId, legacy])
    const user = await answer({ nbaaNumber: '7' })
    expect(user.is_aop_member).toBe(legacy)
    expect(user).toMatchObject({ aopa_number: null, aopa_skipped: false, has_given_mailing_consent: null })
  })

  test('can come with the profile, too', async () => {
    const body = { ...completeProfile, vaiNumber: 'V1', aopaSkipped: true }
    await send(updateProfile, body)
    expect(await profile()).toMatchObject({ vai_number: 'V1', aopa_skipped: true, is_aop_member: 'NO' })
  })

  test('that are too long or contain line breaks are refused', async () => {
    for (const aopaNumber of ['x'.repeat(51), 'a\nb']) {
      const refused = await send(updateMembershipInfo, { aopaNumber })
      expect(Object.keys(refused.fields)).toEqual(['aopaNumber'])
    }
  })
})

describe('the consent', () => {
  const yesterday = Date.now() - 86_400_000
  let event: EventWithSlots
  let other: EventWithSlots
  let given: Record<string, unknown>
  beforeAll(async () => {
    event = await givenEvent(app, { eventName: "Pilots' Piston Series 2027" })
    other = await givenEvent(app, { eventName: 'Turbine' })
    given = {
      hasGivenMailingConsent: 1,
      mailingConsentTimestamp: yesterday,
      mailingConsentEventId: event.eventId,
      mailingConsentEventName: event.eventName,
    }
  })

  test('is recorded with the text that was shown, the time and the event', async () => {
    await answer(given)
    expect(await profile()).toMatchObject({
      has_given_mailing_consent: 1,
      mailing_consent_timestamp: yesterday,
      mailing_consent_event_name: "Pilots' Piston Series 2027",
    })
    expect(await recorded()).toEqual([
      {
        is_given: true,
        text_shown: `${consentTexts.mailingList}\n${consentTexts.release}`,
        event_id: event.eventId,
        event_name: "Pilots' Piston Series 2027",
      },
    ])
  })

  test('is also recorded if it is refused', async () => {
    await answer({ ...given, hasGivenMailingConsent: 0 })
    expect((await profile()).has_given_mailing_consent).toBe(0)
    expect(await recorded()).toMatchObject([{ is_given: false }])
  })

  test('is a new answer each time it changes, and all answers are kept', async () => {
    await answer(given)
    await answer({ hasGivenMailingConsent: 0, mailingConsentTimestamp: yesterday + 1000 })
    expect((await recorded()).map((row) => row.is_given)).toEqual([true, false])
    expect(await profile()).toMatchObject({
      has_given_mailing_consent: 0,
      mailing_consent_timestamp: yesterday + 1000,
    })
  })

  test('can be withdrawn by a new answer, is shown with all earlier ones, and registrations stay', async () => {
    await answer(given)
    const body = choiceOf(event)
    await app.send(registerForEvent, body, person)
    await answer({ hasGivenMailingConsent: 0, mailingConsentTimestamp: Date.now() })
    const { consents } = await app.dataOf(getConsents, {}, person)
    expect(consents).toMatchObject([
      { isGiven: false, textShown: consentTexts.withdrawal, eventName: null },
      { isGiven: true, eventName: event.eventName },
    ])
    expect((await app.dataOf(getRegisteredEvents, {}, person)).registeredEvents).toHaveLength(1)
    const stranger = await givenPersonUnmailed(app)
    expect((await app.dataOf(getConsents, {}, stranger)).consents).toEqual([])
  })

  test('for another event is a new answer', async () => {
    await answer(given)
    await answer({
      hasGivenMailingConsent: 1,
      mailingConsentEventId: other.eventId,
      mailingConsentEventName: other.eventName,
    })
    expect((await recorded()).map((row) => row.event_id)).toEqual([event.eventId, other.eventId])
  })

  test.each([
    ['is not there', 404, 'EVENT_NOT_FOUND'],
    ['is a draft', 404, 'EVENT_NOT_FOUND'],
    ['was deleted', 404, 'EVENT_NOT_FOUND'],
    ['is closed', 409, 'EVENT_CLOSED'],
  ] as const)(
    'for an event that %s is refused, and none of the answers is stored',
    async (what, status, code) => {
      const { eventId } = await givenEvent(app, { isEnabled: false })
      const state = { isDraft: what === 'is a draft', deletedAt: what === 'was deleted' ? new Date() : null }
      await app.update('events', state, { eventId })
      const mailingConsentEventId = what === 'is not there' ? 2_000_000_000 : eventId
      const body = { hasGivenMailingConsent: true, mailingConsentEventId, aopaNumber: 'A 1' }
      const refused = await app.send(updateMembershipInfo, body, person)
      expect([refused.status, refused.failure?.code]).toEqual([status, code])
      expect(await recorded()).toEqual([])
      expect(await profile()).toMatchObject({ has_given_mailing_consent: null, ...none })
    },
  )

  test.each([
    ['with its timestamp', { hasGivenMailingConsent: 1, mailingConsentTimestamp: yesterday }],
    ['without a timestamp', { hasGivenMailingConsent: 1 }],
    ['with an empty timestamp', { hasGivenMailingConsent: 1, mailingConsentTimestamp: null }],
    ['as never asked', { hasGivenMailingConsent: null, mailingConsentTimestamp: null }],
  ] as const)('that the profile form repeats %s is not a new answer', async (_, sent) => {
    await answer(given)
    await send(updateProfile, { ...completeProfile, ...sent })
    expect(await recorded()).toHaveLength(1)
    expect(await profile()).toMatchObject({
      has_given_mailing_consent: 1,
      mailing_consent_timestamp: yesterday,
    })
  })

  test('from a clock that is far off is recorded by our clock', async () => {
    const { mailing_consent_timestamp } = await answer({ ...given, mailingConsentTimestamp: 8.64e15 })
    expect(Math.abs((mailing_consent_timestamp ?? 0) - Date.now())).toBeLessThan(60_000)
  })

  async function recorded() {
    const rows = await app.query(
      'select is_given, text_shown, event_id, event_name from mailing_consents where user_id = $1 order by mailing_consent_id',
      [person.userId],
    )
    return rows
  }
})

/** Sends a payload in the wire format. */
async function send(endpoint: Endpoint, payload: object) {
  const answer = await app.request({
    method: 'POST',
    url: `/api${endpoint.path}`,
    headers: { authorization: `Bearer ${person.token}` },
    payload,
  })
  return answer.json()
}

async function answer(answers: object) {
  return (await send(updateMembershipInfo, answers)).data.userData
}

/** Returns the person in the wire format. */
async function profile() {
  const { wire } = await app.call(getProfile, {}, person)
  return (wire as { userData: Record<string, unknown> }).userData
}
