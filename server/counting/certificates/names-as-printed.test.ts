import { beforeEach, expect, test } from 'vitest'
import {
  generateCertificate,
  getCertificate,
  issueCertificate,
  sendCertificate,
} from '#contract/counting/certificates/calls.ts'
import { mergeAccounts } from '#contract/office/accounts/merges.ts'
import { getEndedSlots } from '#contract/office/dashboard/calls.ts'
import { getProfile, updateProfile } from '#contract/people/users/calls.ts'
import { getUserById, updateUserByAdmin } from '#contract/people/users/edits.ts'
import { getRegisteredEvents } from '#contract/registrations/registrations/calls.ts'
import { expectSuccess } from '#test/app.ts'
import { codeOf, pdfOf, textOf } from '#test/certificates.ts'
import { completeProfile } from '#test/complete-profile.ts'
import type { Person } from '#test/given.ts'
import {
  byHand,
  givenEvent,
  givenPerson,
  givenRegistration,
  preparedAdministrator,
  preparedApp,
} from '#test/given.ts'

// Tifinagh and Yi, for which the certificates have no font.
const name = { firstName: 'ⵉⴷⵉⵔ', lastName: 'ꆈꌠ' }
const letters = 'ⵉⴷⵔꆈꌠ'

let person: Person
let registrationId: number
const app = preparedApp()
const administrator = preparedAdministrator(app)
beforeEach(async () => {
  person = await givenPerson(app, { profile: name })
  registrationId = await givenRegistration(app, person, await givenEvent(app))
})

const credit = (hours = 8) => app.send(generateCertificate, byHand({ registrationId, hours }), administrator)
const profile = async () => (await app.dataOf(getProfile, {}, person)).userData
const save = (changes: object) => app.send(updateProfile, { ...completeProfile, ...name, ...changes }, person)
const linkOf = async () => {
  const { registeredEvents } = await app.dataOf(getRegisteredEvents, {}, person)
  return registeredEvents[0]?.certificateLink ?? null
}
const subjects = async () => {
  await app.untilJobsAreDone()
  return (await app.mailsTo(person.email, 0)).map(({ subject }) => subject)
}
const asked = 'How should your name be printed?'

test('a name with letters that no font has is stored as typed, and the profile says which letters', async () => {
  expect(await profile()).toMatchObject({ ...name, printedName: '', unprintableLetters: letters })
  await save({ firstName: 'Idir' })
  expect(await profile()).toMatchObject({ unprintableLetters: 'ꆈꌠ' })
})

test('hours count, while the certificate waits and the person is asked once', async () => {
  expect((await credit()).data.link).toBe('')
  expect((await credit(7)).data.link).toBe('')
  expect(await linkOf()).toBe(null)
  expect((await subjects()).filter((subject) => subject === asked)).toHaveLength(1)
  const [mail] = (await app.mailsTo(person.email, 0)).filter(({ subject }) => subject === asked)
  expect(mail?.text).toContain([...letters].join(' '))
  expect(mail?.text).toContain('/private/profile')
  for (const call of [issueCertificate, sendCertificate]) {
    const { failure } = await app.send(call, { registrationId }, administrator)
    expect(failure?.code).toBe('NAME_NOT_PRINTABLE')
  }
})

test('a name as printed is refused with such letters; else the certificate is issued with it and emailed', async () => {
  await credit()
  const refused = await save({ printedName: 'Idir ⵉ' })
  expect(refused.failure).toMatchObject({
    code: 'INVALID_FIELDS',
    fields: { printedName: expect.stringContaining('ⵉ') },
  })
  await save({ printedName: '  Idir   Nosu ' })
  expect(await profile()).toMatchObject({ ...name, printedName: 'Idir Nosu', unprintableLetters: '' })
  expect((await subjects()).filter((subject) => subject.startsWith('Your certificate:'))).toHaveLength(1)
  const link = (await linkOf()) ?? ''
  expect((await app.dataOf(getCertificate, { params: { code: codeOf(link) } })).name).toBe('Idir Nosu')
  expect(await textOf(await pdfOf(app, link))).toContain('Idir Nosu')
  // Saving the profile without it leaves it; '' empties it.
  await save({})
  expect((await profile()).printedName).toBe('Idir Nosu')
  await save({ firstName: 'Idir', lastName: 'Nosu', printedName: '' })
  expect((await profile()).printedName).toBe('')
})

test('an administrator sees who is waited for, and can enter the name', async () => {
  const waiting = async () => {
    const { unprintable } = await app.dataOf(getEndedSlots, {}, administrator)
    return unprintable.filter(({ userId }) => userId === person.userId)
  }
  expect(await waiting()).toEqual([])
  await credit()
  expect(await waiting()).toEqual([{ userId: person.userId, name: 'ⵉⴷⵉⵔ ꆈꌠ', letters }])
  const { userData } = await app.dataOf(getUserById, { query: { userId: person.userId } }, administrator)
  const body = {
    ...completeProfile,
    ...name,
    userId: person.userId,
    version: userData.version,
    printedName: 'Idir',
  }
  await expectSuccess(app.send(updateUserByAdmin, body, administrator))
  await app.untilJobsAreDone()
  expect(await linkOf()).not.toBe(null)
  expect(await waiting()).toEqual([])
})

test('a person from before is asked when their hours are credited', async () => {
  await app.query(`update users set unprintable_letters = '' where user_id = '${person.userId}'`)
  await credit()
  expect((await profile()).unprintableLetters).toBe(letters)
  expect(await subjects()).toContain(asked)
})

test('a certificate keeps its name if the new one has such letters, and is corrected, withdrawn, and issued again', async () => {
  await save({ firstName: 'Idir', lastName: 'Nosu' })
  const { link } = (await credit()).data
  await app.untilJobsAreDone()
  await save({})
  const certificate = () => app.dataOf(getCertificate, { params: { code: codeOf(link) } })
  for (const hours of [4, 0, 7]) {
    await credit(hours)
    await app.untilJobsAreDone()
    expect(await certificate()).toMatchObject({
      valid: hours > 0,
      name: 'Idir Nosu',
      hours: hours || 4,
    })
  }
  await expectSuccess(app.send(sendCertificate, { registrationId }, administrator))
  expect(await subjects()).not.toContain(asked)
})

test('a certificate that waits is issued once the account is merged into one with a name that can be printed', async () => {
  await credit()
  const kept = await givenPerson(app)
  const merge = { userId: kept.userId, absorbedId: person.userId, ending: [] }
  await expectSuccess(app.send(mergeAccounts, merge, administrator))
  await app.untilJobsAreDone()
  const { registeredEvents } = await app.dataOf(getRegisteredEvents, {}, kept)
  expect(registeredEvents[0]?.certificateLink).toContain('/download')
})

test('a certificate that was printed with such a name is still corrected', async () => {
  await save({ firstName: 'Idir', lastName: 'Nosu' })
  const { link } = (await credit()).data
  // A job that reads the person before the change, and the certificate after it, would correct the certificate.
  await app.untilJobsAreDone()
  // As it was printed before letters were checked.
  await app.query(`
    update users set first_name = 'ⵉⴷⵉⵔ' where user_id = '${person.userId}';
    alter table certificates disable trigger user;
    update certificates set person_name = 'ⵉⴷⵉⵔ Nosu' where registration_id = ${registrationId};
    alter table certificates enable trigger user`)
  expect((await credit(4)).data.link).toBe(link)
})
