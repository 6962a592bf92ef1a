import { beforeEach, describe, expect, test } from 'vitest'
import { getActivities } from '#contract/foundation/activities/calls.ts'
import { undoEmailChange } from '#contract/people/email-changes/calls.ts'
import { exchangeToken } from '#contract/people/sessions/calls.ts'
import { getConsents, getProfile, updateMembershipInfo, updateProfile } from '#contract/people/users/calls.ts'
import {
  endUserSessions,
  getUserById,
  getUserConsents,
  updateUserByAdmin,
} from '#contract/people/users/edits.ts'
import { consentTexts } from '#contract/people/users/memberships.ts'
import { expectRefusal, expectSuccess } from '#test/app.ts'
import { completeProfile } from '#test/complete-profile.ts'
import { codeMailedTo } from '#test/email-changes.ts'
import type { Person } from '#test/given.ts'
import { givenIdToken, givenPerson, preparedAdministrator, preparedApp } from '#test/given.ts'

let person: Person
let people = 0
const app = preparedApp()
const other = preparedApp({ sharing: app, works: false })
const administrator = preparedAdministrator(app)
beforeEach(async () => {
  person = await givenPerson(app)
})

describe('an administrator', () => {
  test('reads and changes a profile, and the history names the administrator', async () => {
    const changed = await edit({ lastName: 'Mended', aopaNumber: '4711', nbaaSkipped: true })
    expect(changed.wire).toMatchObject({
      userData: { last_name: 'Mended', aopa_number: '4711', nbaa_skipped: true, version: 1 },
    })
    expect((await read()).wire).toEqual(changed.wire)
    expect((await app.call(getProfile, {}, person)).wire).toEqual(changed.wire)
    const [entry] = await history()
    expect(entry).toMatchObject({
      activity: 'profile-changed',
      actedBy: { userId: administrator.userId },
      person: { userId: person.userId },
      changes: expect.arrayContaining([{ what: 'Last name', from: "O'Brien", to: 'Mended' }]),
    })
  })

  test('gets the same field errors as the person would', async () => {
    const answer = await edit({ zip: 'ABC', phone: '+1||1', firstName: '' })
    expect([answer.status, answer.failure?.fields]).toEqual([
      422,
      { firstName: 'First name is required', zip: 'Enter a 5-digit ZIP code' },
    ])
    expect((await edit({ phone: '+1||1' })).failure?.fields).toEqual({
      phone: 'Please provide a valid phone number',
    })
  })

  test('gets USER_NOT_FOUND for an unknown user id', async () => {
    const userId = crypto.randomUUID()
    await expectRefusal(app.call(getUserById, { query: { userId } }, administrator), 'USER_NOT_FOUND')
    await expectRefusal(edit({ userId }), 'USER_NOT_FOUND')
  })

  test('who saves an outdated version is told what has changed, and changes nothing', async () => {
    const { version } = (await read()).data.userData
    await app.send(updateProfile, { ...completeProfile, companyName: 'Newer Company' }, person)
    const late = await edit({ version, lastName: 'Too late' })
    expect([late.status, late.failure?.code]).toEqual([409, 'CHANGED_MEANWHILE'])
    expect(late.failure?.message).toContain('company from Example Aviation to Newer Company')
    expect((await read()).data.userData).toMatchObject({ lastName: "O'Brien", version: version + 1 })
    await expectSuccess(edit({ version: version + 1, lastName: 'In time' }))
  })

  test('gets a conflict if another one saves the same version at the same moment', async () => {
    const { version } = (await read()).data.userData
    const answers = await Promise.all(
      [app, other].map((each, place) => edit({ version, lastName: `Number ${place}` }, each)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test('ends all sessions of a person in every process', async () => {
    await expectSuccess(other.call(getProfile, {}, person))
    const body = { userId: person.userId }
    await expectSuccess(app.send(endUserSessions, body, administrator))
    await expect.poll(async () => (await other.call(getProfile, {}, person)).status).toBe(401)
    expect((await history())[0]).toMatchObject({ activity: 'sessions-ended' })
  })
})

describe('a consent', () => {
  test("that an administrator records is stored with the text for that case and the administrator's name", async () => {
    await app.send(updateMembershipInfo, { hasGivenMailingConsent: true }, person)
    const mailingConsentTimestamp = new Date()
    await edit({ hasGivenMailingConsent: false, mailingConsentTimestamp })
    const query = { userId: person.userId }
    const { consents } = await app.dataOf(getUserConsents, { query }, administrator)
    expect(consents).toMatchObject([
      {
        isGiven: false,
        textShown: consentTexts.withdrawnFor,
        answeredBy: { email: administrator.email, name: 'Portal Administrator' },
      },
      { isGiven: true, textShown: `${consentTexts.mailingList}\n${consentTexts.release}`, answeredBy: null },
    ])
    const own = (await app.call(getConsents, {}, person)).wire
    expect(JSON.stringify(own)).not.toContain(administrator.email)
  })

  test('from an older client is accepted, with its event', async () => {
    const body = { mailingConsentChoice: 1, mailingConsentEventName: 'Piston 2027' } as object
    const { wire } = await edit(body)
    expect(wire).toMatchObject({
      userData: { has_given_mailing_consent: 1, mailing_consent_event_name: 'Piston 2027' },
    })
  })

  test('that is sent along unchanged is not a new answer', async () => {
    await edit({ hasGivenMailingConsent: true })
    const { mailingConsentAt } = (await read()).data.userData
    await edit({ hasGivenMailingConsent: true, mailingConsentTimestamp: mailingConsentAt })
    const query = { userId: person.userId }
    const { consents } = await app.dataOf(getUserConsents, { query }, administrator)
    expect(consents).toHaveLength(1)
  })
})

describe('a new email from an administrator', () => {
  test('takes effect at once, is announced to both addresses, and can be undone from the old one', async () => {
    const newEmail = freshEmail()
    const answer = await edit({ email: ` ${newEmail.toUpperCase()}`, lastName: 'Moved' })
    expect(answer.data.userData).toMatchObject({ email: newEmail, lastName: 'Moved', version: 2 })
    const [told] = await app.mailsTo(newEmail)
    expect(told?.subject).toBe('Your account email has changed')
    const code = await codeMailedTo(app, person.email, 'undo-email-change')
    const authToken = await givenIdToken(app, newEmail)
    const signedIn = await app.send(exchangeToken, { authToken })
    expect(signedIn.data.userData.userId).toBe(person.userId)
    await app.send(undoEmailChange, { code })
    expect((await read()).data.userData.email).toBe(person.email)
    expect((await app.call(getProfile, {}, signedIn.data)).status).toBe(401)
    expect((await history()).map(({ activity }) => activity)).toEqual([
      'email-changed',
      'profile-changed',
      'email-changed',
      'signed-up',
    ])
  })

  test("may be the person's previous one, without the link that was mailed there", async () => {
    const newEmail = freshEmail()
    await edit({ email: newEmail })
    expect((await edit({ email: person.email })).data.userData.email).toBe(person.email)
    const code = await codeMailedTo(app, newEmail, 'undo-email-change')
    expect((await app.dataOf(undoEmailChange, { body: { code } })).email).toBe(newEmail)
  })

  test('must not belong to another person, even if that person has just changed away from it', async () => {
    const somebodyElse = await givenPerson(app)
    const taken = await edit({ email: somebodyElse.email, lastName: 'Not kept' })
    expect([taken.status, taken.failure?.code]).toEqual([409, 'EMAIL_TAKEN'])
    expect(taken.failure?.fields).toHaveProperty('email')
    expect((await read()).data.userData.lastName).toBe("O'Brien")
    await edit({ userId: somebodyElse.userId, email: freshEmail() })
    await expectRefusal(edit({ email: somebodyElse.email }), 'EMAIL_TAKEN')
  })

  test('goes to one person if two ask for it at the same moment', async () => {
    const somebodyElse = await givenPerson(app)
    const email = freshEmail()
    const answers = await Promise.all([edit({ email }), edit({ email, userId: somebodyElse.userId }, other)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test('cannot be set for an administrator, whose password belongs to the old one', async () => {
    const answer = await edit({ userId: administrator.userId, email: freshEmail() })
    expect([answer.status, answer.failure?.code]).toEqual([409, 'ADMINISTRATOR_EMAIL'])
  })

  test('is refused at its field if it is not an email', async () => {
    expect((await edit({ email: 'nobody' })).failure?.fields).toEqual({ email: 'Invalid Email' })
  })
})

function edit(changes: object, at = app) {
  const body = { userId: person.userId, ...completeProfile, ...changes }
  return at.call(updateUserByAdmin, { body }, administrator.token)
}

function read() {
  return app.call(getUserById, { query: { userId: person.userId } }, administrator)
}

async function history() {
  const query = { userId: person.userId }
  return (await app.dataOf(getActivities, { query }, administrator)).activities
}

function freshEmail() {
  return `mended${++people}@example.com`
}
