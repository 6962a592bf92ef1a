import { expect, test } from 'vitest'
import { sendCertificate } from '#contract/counting/certificates/calls.ts'
import { releaseHours } from '#contract/ledger/credits/calls.ts'
import { getAccount } from '#contract/office/accounts/records.ts'
import { changeEmail } from '#contract/people/email-changes/calls.ts'
import { updateMembershipInfo } from '#contract/people/users/calls.ts'
import { deleteRegistration } from '#contract/registrations/registrations/changes.ts'
import {
  givenCredit,
  givenEvent,
  givenPerson,
  givenPersonUnmailed,
  givenRegistration,
  prepared,
  preparedAdministrator,
  preparedApp,
} from '#test/given.ts'

const app = preparedApp()
const administrator = preparedAdministrator(app)
const person = prepared(() => givenPerson(app))

test('an administrator reads everything stored about a person, and who made each decision', async () => {
  const piston = await givenEvent(app)
  const turbine = await givenEvent(app, { eventName: 'Turbine IA Renewal Series 2027', focusId: 3 })
  const credited = await givenRegistration(app, person, piston)
  const deleted = await givenRegistration(app, person, turbine)
  await givenCredit(app, administrator, credited, 4)
  await givenCredit(app, administrator, credited, 8)
  await givenCredit(app, administrator, deleted, 8)
  await app.send(sendCertificate, { registrationId: credited }, administrator)
  const body = { registrationId: deleted, reason: 'Asked by phone' }
  await app.send(deleteRegistration, body, administrator)
  await app.send(updateMembershipInfo, { hasGivenMailingConsent: true }, person)
  await app.send(changeEmail, { email: 'wanted@example.com' }, person)
  await app.untilJobsAreDone()

  const account = (await read()).data
  expect(account).toMatchObject({
    user: { userId: person.userId, email: person.email },
    newEmail: 'wanted@example.com',
    registrations: expect.arrayContaining([
      expect.objectContaining({ registrationId: credited, hours: 8, canceledAt: null, isRestorable: false }),
      expect.objectContaining({ registrationId: deleted, canceledAt: expect.any(Date), isRestorable: true }),
    ]),
    consents: [{ isGiven: true, answeredBy: null }],
    sessions: [{ beganBy: 'link', isThisOne: false }],
  })
  expect(account.credits.map(({ hours, reason, decidedBy }) => [hours, reason, decidedBy])).toEqual([
    [0, 'Asked by phone', 'Portal Administrator'],
    [8, 'Confirmed', 'Portal Administrator'],
    [8, 'Confirmed', 'Portal Administrator'],
    [4, 'Confirmed', 'Portal Administrator'],
  ])
  expect(account.certificates.map(({ hours, state }) => [hours, state])).toEqual([
    [8, 'withdrawn'],
    [8, 'stands'],
    [4, 'replaced'],
  ])
  expect(account.mails).toContainEqual(
    expect.objectContaining({ toAddress: person.email, subject: expect.stringContaining('certificate') }),
  )

  // After another registration, the deleted one can't be restored.
  await givenRegistration(app, person, turbine)
  const { registrations } = (await read()).data
  expect(registrations.find(({ registrationId }) => registrationId === deleted)?.isRestorable).toBe(false)
})

test('the page of a person whose hours were released shows the credits, none of which counts', async () => {
  const released = await givenPersonUnmailed(app)
  const registrationId = await givenRegistration(app, released, await givenEvent(app))
  await givenCredit(app, administrator, registrationId, 8)
  const [row] = await app.query(`select version from registrations where registration_id = ${registrationId}`)
  const body = { registrationId, reason: 'A mistake', version: row?.version }
  expect((await app.dataOf(releaseHours, { body }, administrator)).hours).toBe(0)
  const { credits } = (await read(released)).data
  expect(credits.map(({ act, isStanding }) => [act, isStanding])).toEqual([
    ['release', false],
    ['set', false],
  ])
})

test('an unknown user id is answered with USER_NOT_FOUND', async () => {
  const query = { userId: crypto.randomUUID() }
  const answer = await app.call(getAccount, { query }, administrator)
  expect([answer.status, answer.failure?.code]).toEqual([404, 'USER_NOT_FOUND'])
})

test('an administrator sees which of their own sessions is the current one', async () => {
  const query = { userId: administrator.userId }
  const { sessions } = await app.dataOf(getAccount, { query }, administrator)
  expect(sessions).toMatchObject([{ beganBy: 'password', isThisOne: true }])
})

function read({ userId } = person) {
  return app.call(getAccount, { query: { userId } }, administrator)
}
