import { beforeEach, describe, expect, test } from 'vitest'
import { addDays, shownDay } from '#contract/core/plain-dates.ts'
import { getOwnFindings } from '#contract/counting/credit-findings/own-calls.ts'
import {
  answerReview,
  askForReview,
  countReviews,
  getOwnReviews,
  getReviewFile,
  getReviews,
} from '#contract/counting/credit-reviews/calls.ts'
import { getActivities } from '#contract/foundation/activities/calls.ts'
import { deleteAccount } from '#contract/office/accounts/calls.ts'
import { startBulkJob } from '#contract/office/bulk-jobs/calls.ts'
import { giveBackBulkJob, undoBulkJob } from '#contract/office/bulk-jobs/undo.ts'
import { write } from '#server/work.ts'
import { expectRefusal, expectSuccess } from '#test/app.ts'
import { noPollsAsked } from '#test/attendance-uploads.ts'
import type { Person } from '#test/given.ts'
import { givenCredit, givenPersonUnmailed, givenRegistration, givenSession } from '#test/given.ts'
import * as held from '#test/held-slot.ts'
import { expireReviews } from './credit-reviews.ts'

held.startWithHeldSlot()
let person: Person
let registrationId: number
beforeEach(async () => {
  person = await held.givenRegistered()
  registrationId = await held.idOf(person)
  await held.upload(held.row(person.email, '08:00', '11:10'))
})

const photo = Buffer.from('\x89PNG\r\n photo', 'latin1')
const file = new File([photo], 'my screen.png')

function ask(
  body: Partial<Parameters<typeof held.app.call<typeof askForReview>>[1]['body']> = {},
  by = person,
) {
  return held.app.send(
    askForReview,
    { registrationId, hourNumbers: [4], words: 'I was there until noon.', ...body },
    by,
  )
}

const own = async (by = person) => (await held.app.dataOf(getOwnReviews, {}, by)).registrations
const ofSlot = async () =>
  (await held.app.dataOf(getReviews, { query: { eventSlotId: held.slot } }, held.administrator)).reviews
const open = async () => (await held.app.dataOf(getReviews, { query: {} }, held.administrator)).reviews
const count = () => held.app.dataOf(countReviews, {}, held.administrator)

test('a file comes in a form, whose fields are texts or JSON', async () => {
  const payload = new FormData()
  payload.set('registrationId', String(registrationId))
  payload.set('hourNumbers', '[4]')
  // A number as text.
  payload.set('words', '104')
  payload.set('file', new Blob([photo]), 'my\0 scre\u2028en\ud83d.png')
  const sent = { method: 'POST', url: '/api/private/credit-reviews/own' } as const
  const headers = { authorization: `Bearer ${person.token}` }
  const answer = await held.app.request({ ...sent, headers, payload: payload as never })
  expect([answer.statusCode, answer.json()]).toEqual([200, { error: false, data: {} }])
  const [review] = await ofSlot()
  expect(review).toMatchObject({ hourNumbers: [4], words: '104', fileName: 'my scre en\ufffd.png' })
  const inJson = { registrationId, words: 'x', file: { name: 'a.png', content: photo.toString('base64') } }
  const refused = await held.app.request({ ...sent, headers, payload: inJson })
  expect([refused.statusCode, Object.keys(refused.json().fields)]).toEqual([422, ['file']])
})

async function answer(hours: number | null, words = 'We have looked.', change: { version?: number } = {}) {
  const review = (await ofSlot()).at(-1)
  const body = { reviewId: review?.reviewId ?? 0, hours, words, version: review?.version, ...change }
  const { failure } = await held.app.send(answerReview, body, held.administrator)
  await held.app.untilJobsAreDone()
  return failure?.code
}

async function mails() {
  const rows = await held.app.query(
    'select subject, t.text from mails join mail_texts t using (mail_id) where to_address = $1 order by mail_id',
    [person.email],
  )
  return rows as { subject: string; text: string }[]
}

describe('a review', () => {
  test('is asked for with words, hours and a file, and waits with its age until it is answered', async () => {
    const before = await count()
    expect(await own()).toMatchObject([{ registrationId, canAsk: true, reviews: [] }])
    await expectSuccess(ask({ hourNumbers: [4, 2, 4], file }))
    const asked = { hourNumbers: [2, 4], words: 'I was there until noon.', fileName: 'my screen.png' }
    expect(await own()).toMatchObject([{ canAsk: false, reviews: [{ ...asked, answer: null }] }])
    const [review, ...others] = await ofSlot()
    expect(others).toEqual([])
    expect(review).toMatchObject({
      ...asked,
      registrationId,
      email: person.email,
      eventId: held.event.eventId,
      answer: null,
      hours: 3,
      possibleHours: 4,
      isSecond: false,
    })
    expect(await open()).toContainEqual(review)
    expect(await count()).toMatchObject({ open: before.open + 1, oldestAt: expect.any(Date) })
    const { reviewId = 0 } = review ?? {}
    const download = await held.app.request({
      url: `/api${getReviewFile.path.replace(':reviewId', String(reviewId))}`,
      headers: { authorization: `Bearer ${held.administrator.token}` },
    })
    expect(download.rawPayload).toEqual(photo)
    await expectRefusal(ask(), 'REVIEW_OPEN')
  })

  test('is answered by more hours, with words, a certificate and one email each, also for those who had a certificate', async () => {
    await givenCredit(held.app, held.administrator, registrationId, 3)
    await ask()
    expect(await answer(3)).toBe('REVIEW_NOT_MORE')
    expect(await answer(4, 'The platform lost you at 11:10.', { version: 0 })).toBe('CHANGED_MEANWHILE')
    expect(await answer(4, 'The platform lost you at 11:10.')).toBe(undefined)
    expect(await held.creditedTo(person)).toBe(4)
    const finding = (await held.findings()).people.find(({ userId }) => userId === person.userId)
    expect(finding).toMatchObject({ hours: 4, isDecided: true })
    const [told] = (await mails()).filter(({ subject }) => subject.startsWith('Your review'))
    expect(told).toMatchObject({
      subject: 'Your review: you now have 4 hours',
      text: expect.stringContaining('Our reason: The platform lost you at 11:10.'),
    })
    expect((await mails()).filter(({ subject }) => subject.includes('certificate'))).toHaveLength(1)
    expect(await own()).toMatchObject([
      {
        canAsk: false,
        reviews: [{ answer: { hours: 4, words: 'The platform lost you at 11:10.' } }],
      },
    ])
    expect(await ofSlot()).toMatchObject([{ answer: { hours: 4, answeredBy: 'Portal Administrator' } }])
    expect(await open()).not.toContainEqual(expect.objectContaining({ registrationId }))
    await expectRefusal(ask(), 'REVIEW_ANSWERED')
  })

  test('that is refused with words can be asked for once more, and not again', async () => {
    await ask()
    expect(await answer(null, 'Nobody was there after 11:10.')).toBe(undefined)
    expect(await held.creditedTo(person)).toBe(0)
    const [first] = (await mails()).filter(({ subject }) => subject.startsWith('Your review'))
    expect(first?.subject).toBe('Your review: your hours stay the same')
    expect(first?.text).toContain('Nobody was there after 11:10.')
    expect(first?.text).toMatch(/you can ask once more until \d+ \w{3} \d{4}/)
    expect(await own()).toMatchObject([{ canAsk: true }])
    await expectSuccess(ask({ words: 'I have a photo.' }))
    expect((await ofSlot()).map(({ isSecond }) => isSecond)).toEqual([false, true])
    expect(await answer(null)).toBe(undefined)
    const told = (await mails()).filter(({ subject }) => subject.startsWith('Your review'))
    expect(told.map(({ text }) => text.includes('once more'))).toEqual([true, false])
    await expectRefusal(ask(), 'REVIEW_ANSWERED')
  })

  test('is answered once, by one of two administrators at the same moment', async () => {
    await ask()
    const [review] = await ofSlot()
    const body = { reviewId: review?.reviewId ?? 0, hours: 4, words: 'Yes', version: review?.version ?? 0 }
    const answers = await Promise.all(
      [4, null].map((hours) => held.app.send(answerReview, { ...body, hours }, held.administrator)),
    )
    expect(answers.map(({ failure }) => failure?.code).toSorted()).toEqual(['CHANGED_MEANWHILE', undefined])
    const unknown = { body: { ...body, reviewId: 2_000_000_000 } }
    await expectRefusal(held.app.call(answerReview, unknown, held.administrator), 'REVIEW_NOT_FOUND')
  })

  test('names hours with their days, so that the same hour of two days is not confused', async () => {
    await held.app.update('eventSlots', { startOn: addDays(held.on, -1) }, { eventSlotId: held.slot })
    await ask({ hourNumbers: [8, 4, 3] })
    const [before, on] = [addDays(held.on, -1), held.on].map((day) => shownDay(day))
    const about = `hours 3 and 4 of ${before} and hour 4 of ${on}`
    expect((await ofSlot())[0]).toMatchObject({ hourNumbers: [3, 4, 8], about })
    expect(await own()).toMatchObject([{ reviews: [{ about }] }])
  })

  test('gives more than the hours that were found, also while nobody has credited them', async () => {
    await ask()
    expect([await answer(2), await answer(3)]).toEqual(['REVIEW_NOT_MORE', 'REVIEW_NOT_MORE'])
    expect(await answer(4)).toBe(undefined)
  })

  test('can be asked for and answered when an administrator has undone all hours, but not once attendance counts again', async () => {
    await noPollsAsked(held.app, held.slot, held.on)
    await held.upload(held.row(person.email, '08:00', '12:00'))
    const action = { kind: 'credit-found', eventSlotId: held.slot } as const
    const started = await held.app.send(
      startBulkJob,
      { action, registrations: { ids: [registrationId] } },
      held.administrator,
    )
    await held.app.untilJobsAreDone()
    const params = { jobId: started.data.jobId }
    const body = { reason: 'Another person' }
    await held.app.call(undoBulkJob, { params, body }, held.administrator)
    await held.app.untilJobsAreDone()
    const { findings } = await held.app.dataOf(getOwnFindings, {}, person)
    expect(findings).toMatchObject([{ standing: { hours: 0, isDecided: true, reason: '' }, hours: 4 }])
    await expectSuccess(ask())
    expect(await ofSlot()).toMatchObject([{ hours: 0 }])
    await held.app.call(giveBackBulkJob, { params, body }, held.administrator)
    await held.app.untilJobsAreDone()
    expect((await held.app.dataOf(getOwnFindings, {}, person)).findings).toMatchObject([
      { standing: { hours: 0, isDecided: false } },
    ])
    expect(await answer(4)).toBe('REVIEW_NOT_MORE')
    expect(await answer(null)).toBe(undefined)
  })

  test('can be asked for when an administrator has set aside what waited', async () => {
    const otherId = await givenRegistration(held.app, person, await held.givenHeldEvent(), {
      by: held.administrator,
    })
    await givenCredit(held.app, held.administrator, otherId, 4)
    await held.upload(held.row(person.email, '08:00', '12:00'))
    const [wait] = await held.waits()
    expect(wait).toMatchObject({ kind: 'overlap', registrationId })
    await expectRefusal(ask(), 'REVIEW_NEEDLESS')
    await held.decide({ act: 'set-aside', subject: wait?.subject ?? '' })
    await expectSuccess(ask())
  })

  test('is asked for once, however often the button is pressed', async () => {
    const answers = await Promise.all([ask(), ask()])
    expect(answers.map(({ failure }) => failure?.code).toSorted()).toEqual(['REVIEW_OPEN', undefined])
  })

  test('has a file whose name opens no other program than its content', async () => {
    await ask({ file: new File(['%PDF-1.7 <script>'], 'proof.hta') })
    expect((await ofSlot())[0]?.fileName).toBe('proof.hta.pdf')
  })

  test('is refused for others’ registrations, canceled ones, empty words and programs', async () => {
    await expectRefusal(ask({}, await givenPersonUnmailed(held.app)), 'REGISTRATION_NOT_FOUND')
    expect((await ask({ words: ' \n ' })).failure?.fields).toEqual({
      words: 'Please say what we should look at',
    })
    const program = new File(['MZ'], 'photo.png')
    await expectRefusal(ask({ file: program }), 'SHEET_REFUSED')
    await ask()
    await held.app.query('update registrations set cancelled_at = now() where registration_id = $1', [
      registrationId,
    ])
    await expectRefusal(ask(), 'REGISTRATION_NOT_FOUND')
    expect(await ofSlot()).toEqual([])
  })
})

test('a review is told in the history and in the download, and its words go with the account, not its hours', async () => {
  await ask({ file })
  await answer(4)
  const query = { registrationId }
  const { activities } = await held.app.dataOf(getActivities, { query }, held.administrator)
  expect(activities.map(({ activity, item, reason }) => [activity, item, reason])).toEqual(
    expect.arrayContaining([
      ['review-asked', 'Hour 4', ''],
      ['review-answered', '4 hours', 'We have looked.'],
    ]),
  )
  const download = (path: string) =>
    held.app.request({ url: path, headers: { authorization: `Bearer ${person.token}` } })
  expect((await download('/api/private/account-data/json')).json().creditReviews).toMatchObject([
    {
      words: 'I was there until noon.',
      fileName: 'my screen.png',
      file: photo.toString('base64'),
      answer: { hours: 4, words: 'We have looked.' },
    },
  ])
  expect((await download('/api/private/account-data/html')).body).toContain('I was there until noon.')
  const body = { email: person.email }
  await expectSuccess(held.app.send(deleteAccount, body, person))
  const rows = await held.app.query(
    `select review.words, file, file_name, answer.words as answered, hours from credit_reviews review
     join credit_review_answers answer using (credit_review_id) where registration_id = $1`,
    [registrationId],
  )
  expect(rows).toEqual([{ words: '', file: null, file_name: '', answered: '', hours: 4 }])
})

test('reviews and their answers stay as they are until they are three years old', async () => {
  await ask()
  await answer(null)
  const { services } = held.app
  const run = (text: string) => services.pool.query(text)
  await expect(run("update credit_reviews set words = 'x'")).rejects.toThrow('append-only')
  await expect(run('update credit_reviews set hour_numbers = hour_numbers')).rejects.toThrow('append-only')
  await expect(run('delete from credit_reviews')).rejects.toThrow('append-only')
  await expect(run("update credit_review_answers set words = 'x'")).rejects.toThrow('append-only')
  await expect(run('update credit_review_answers set hours = 8')).rejects.toThrow('append-only')
  await expect(run('delete from credit_review_answers')).rejects.toThrow('append-only')
  await run('delete from credit_reviews where false')
  const old = async (asked: string, answered: string) => {
    await run(`with old as (
      insert into credit_reviews (registration_id, event_slot_id, hour_numbers, words, asked_at)
      values (${registrationId}, ${held.slot}, '{}', '${asked}', now() - interval '${asked}') returning credit_review_id)
      insert into credit_review_answers select credit_review_id, null, null, 'x', null, now() - interval '${answered}' from old`)
  }
  await old('3 years 2 days', '3 years 1 day')
  await old('3 years 3 days', '2 years 364 days')
  await write(services, undefined, expireReviews)
  const { rows } = await run(`select words from credit_reviews where registration_id = ${registrationId}`)
  expect(rows.map(({ words }) => words)).toEqual(['I was there until noon.', '3 years 3 days'])
})

// Last, because it moves the clock.
test('a review can be asked for until the later of 30 days after the event and March 31', async () => {
  const [{ askUntil } = { askUntil: new Date(0) }] = await own()
  held.app.pass({ minutes: (askUntil.getTime() - held.app.services.clock().getTime()) / 60_000 + 1 })
  const later = { ...person, token: await givenSession(held.app, person.userId) }
  expect(await own(later)).toEqual([])
  await expectRefusal(ask({}, later), 'REVIEW_OVER')
})
