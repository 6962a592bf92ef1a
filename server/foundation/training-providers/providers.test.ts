import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { getActivities } from '#contract/foundation/activities/calls.ts'
import type { Provider } from '#contract/foundation/training-providers/calls.ts'
import {
  getCourseNumbers,
  getProvider,
  previewProvider,
  saveProvider,
  setCourseNumber,
} from '#contract/foundation/training-providers/calls.ts'
import { storeFile } from '#server/core/files/stored-files.ts'
import { atOnce, expectRefusal, expectSuccess } from '#test/app.ts'
import { picturesOf, textOf } from '#test/certificates.ts'
import {
  givenEvent,
  givenNoProvider,
  givenPersonUnmailed,
  preparedAdministrator,
  preparedApp,
} from '#test/given.ts'

const app = preparedApp({ works: false })
const administrator = preparedAdministrator(app)

const provider: Provider = {
  name: 'Example Aviation Training',
  contact: 'training@example.com',
  postalAddress: '1 Airport Road, Columbia, SC 29201',
  signatoryName: 'Sample Signatory',
  signatoryTitle: 'Director of Training',
  signature: '',
}

const read = () => app.dataOf(getProvider, {}, administrator)
const save = (body: Partial<Provider> & { version?: number | undefined }) =>
  app.send(saveProvider, { ...provider, version: undefined, ...body }, administrator)
const preview = (body: Provider & { courseNumber: string }, token?: string) =>
  app.request({
    method: 'POST',
    url: `/api${previewProvider.path}`,
    payload: body,
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  })

/** Stores a picture of this size, as an upload does, and returns its address. */
async function givenPicture(width: number, height: number) {
  const background = { r: 11, g: 37, b: 69, alpha: 0.5 }
  const bytes = await sharp({ create: { width, height, channels: 4, background } })
    .webp()
    .toBuffer()
  return storeFile(app.services.db, 'image/webp', bytes)
}

describe('the training provider', () => {
  test('has no name and no signatory until an administrator saves it', async () => {
    await givenNoProvider(app)
    expect(await read()).toEqual({
      name: '',
      contact: 'events@example.com',
      postalAddress: '',
      signatoryName: '',
      signatoryTitle: 'Authorized representative of the training provider',
      signature: '',
      version: 1,
      savedAt: null,
      savedBy: '',
    })
  })

  test('can be saved with the words that came with the portal', async () => {
    const former = {
      name: 'IA Renewal Seminars',
      contact: 'events@example.com',
      signatoryName: 'Course Coordinator',
      signatoryTitle: 'Authorized representative of the training provider',
    }
    const { data } = await save({ ...former, version: 1 })
    expect(data).toMatchObject({ ...former, version: 2, savedBy: 'Portal Administrator' })
  })

  test('is saved as typed, as a new version with time and author, and the history shows what changed', async () => {
    const { version } = await read()
    const typed = { ...provider, name: "O'Brien & <b>Sons</b> Łódź", signature: await givenPicture(300, 80) }
    const saved = (await save({ ...typed, version })).data
    expect(saved).toMatchObject({ ...typed, version: version + 1, savedBy: 'Portal Administrator' })
    expect(saved.savedAt?.getTime()).toBeGreaterThan(Date.now() - 60_000)
    expect(await read()).toEqual(saved)
    const query = { activity: 'provider-changed' } as const
    const [entry] = (await app.dataOf(getActivities, { query }, administrator)).activities
    expect(entry).toMatchObject({ actedBy: { email: administrator.email }, person: null, event: null })
    expect(entry?.changes).toContainEqual({
      what: 'Training provider',
      from: 'IA Renewal Seminars',
      to: typed.name,
    })
    expect(entry?.changes).toContainEqual({ what: 'Signature', from: '', to: 'a picture' })
  })

  test('gets no new version and no history entry if it is saved unchanged', async () => {
    const { version } = (await save({})).data
    expect((await save({ version })).data.version).toBe(version)
    expect((await read()).version).toBe(version)
  })

  test('is not overwritten after another administrator changed it, and the refusal names the change and its author', async () => {
    const { version } = (await save({})).data
    await save({ contact: 'other@example.com', version })
    const { failure } = await save({ name: 'Mine', version })
    expect(failure?.code).toBe('CHANGED_MEANWHILE')
    expect(failure?.message).toBe(
      'This has changed since you opened it: Training provider changed (contact from training@example.com to other@example.com) by Portal Administrator. Check it and try again.',
    )
    expect((await read()).contact).toBe('other@example.com')
  })

  test('is saved by only one of several administrators at the same moment', async () => {
    const { version } = await read()
    const answers = await atOnce(8, (place) => save({ name: `Provider ${place}`, version }))
    const codes = answers.map(({ failure }) => failure?.code ?? 'saved').sort()
    expect(codes).toEqual([...Array(7).fill('CHANGED_MEANWHILE'), 'saved'])
    expect((await read()).version).toBe(version + 1)
  })

  test.each([
    ['a blank name', { name: ' ' }, 'Please give the name of the training provider'],
    ['no contact', { contact: '' }, 'Please say how to reach the training provider'],
    ['no signatory', { signatoryName: '\t' }, 'Please say who signs the certificates'],
    ['no title', { signatoryTitle: '' }, 'Please give the title of the signatory'],
    ['a name that is too long', { name: 'x'.repeat(201) }, 'Please use 200 characters at most'],
    [
      'a picture from another site',
      { signature: 'https://example.com/a.png' },
      'Please choose the picture again',
    ],
    [
      'a picture that was never uploaded',
      { signature: `/api/files/${'0'.repeat(64)}` },
      'This picture has been deleted. Please choose it again.',
    ],
  ])('with %s is refused at that field', async (_, typed, message) => {
    const before = await read()
    expect((await save(typed)).failure?.fields).toEqual({ [Object.keys(typed)[0] ?? '']: message })
    expect(await read()).toEqual(before)
  })

  test('cannot be signed with a file that is no picture', async () => {
    const signature = await storeFile(app.services.db, 'image/webp', Buffer.from('no picture'))
    const message = 'This picture cannot be printed. Please choose another one.'
    expect((await save({ signature })).failure?.fields).toEqual({ signature: message })
  })
})

describe('the preview of a certificate', () => {
  test('shows a sample person and the unsaved settings', async () => {
    const before = await read()
    const body = { ...provider, name: 'Not Saved Yet', signature: await givenPicture(120, 60) }
    const answer = await preview({ ...body, courseNumber: 'C-IND-IM-0' }, administrator.token)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'cache-control': 'no-store',
      'content-disposition': 'attachment; filename="certificate-specimen.pdf"',
    })
    const pdf = new Uint8Array(answer.rawPayload)
    const text = await textOf(pdf)
    for (const words of ['Sample Person', 'SPECIMEN', 'Not Saved Yet', 'Sample Signatory', 'C-IND-IM-0']) {
      expect(text).toContain(words)
    }
    expect(picturesOf(pdf)).toEqual([[120, 60]])
    expect(await read()).toEqual(before)
    const verified = await app.request({ url: '/api/public/certificates/SPECIMEN' })
    expect(verified.json().code).toBe('CERTIFICATE_NOT_FOUND')
  })

  test('is drawn for administrators only, and refuses what cannot be saved', async () => {
    const body = { ...provider, courseNumber: '' }
    expect((await preview(body)).statusCode).toBe(401)
    expect((await preview(body, (await givenPersonUnmailed(app)).token)).statusCode).toBe(403)
    const refused = await preview({ ...body, name: '' }, administrator.token)
    expect(refused.json().fields).toEqual({ name: 'Please give the name of the training provider' })
  })
})

describe('the course number', () => {
  const list = async () => (await app.dataOf(getCourseNumbers, {}, administrator)).events
  const set = (eventId: number, courseNumber: string, before?: string) =>
    app.send(setCourseNumber, { eventId, courseNumber, before }, administrator)

  test('of an event can be set and removed, and the history shows both', async () => {
    const { eventId, eventName } = await givenEvent(app)
    const numberOf = async () => (await list()).find((event) => event.eventId === eventId)
    expect(await numberOf()).toEqual({
      eventId,
      eventName,
      dates: '09 Feb 2027 – 10 Feb 2027',
      courseNumber: '',
    })
    await set(eventId, ' C-IND-IM-270209 ', '')
    expect((await numberOf())?.courseNumber).toBe('C-IND-IM-270209')
    await set(eventId, '')
    expect((await numberOf())?.courseNumber).toBe('')
    const { activities } = await app.dataOf(getActivities, { query: { eventId } }, administrator)
    expect(activities.map(({ activity, event, changes }) => ({ activity, event, changes }))).toEqual(
      [
        { from: 'C-IND-IM-270209', to: '' },
        { from: '', to: 'C-IND-IM-270209' },
      ].map((change) => ({
        activity: 'course-number-changed',
        event: { eventId, eventName },
        changes: [{ what: 'FAA course number', ...change }],
      })),
    )
  })

  test('is listed for this season and the previous one, latest first', async () => {
    const years = [2025, 2026, 2028]
    for (const year of years) await givenEvent(app, { year, eventName: `Of ${year}` })
    const names = (await list()).map(({ eventName }) => eventName).filter((name) => name.startsWith('Of '))
    expect(names).toEqual(['Of 2028', 'Of 2026'])
  })

  test('is not overwritten after another administrator set it', async () => {
    const { eventId } = await givenEvent(app)
    await set(eventId, 'THEIRS', '')
    const { failure } = await set(eventId, 'MINE', '')
    expect(failure).toMatchObject({
      code: 'CHANGED_MEANWHILE',
      message: 'Someone else has changed this number to THEIRS since you opened it. Check it and try again.',
    })
    await expectSuccess(set(eventId, 'MINE', 'THEIRS'))
  })

  test('for an unknown event, or too long, is refused', async () => {
    await expectRefusal(set(999_999, 'C-IND'), 'EVENT_NOT_FOUND')
    const { eventId } = await givenEvent(app)
    expect((await set(eventId, 'x'.repeat(51))).failure?.fields).toMatchObject({
      courseNumber: 'Please use 50 characters at most',
    })
  })
})
