import { describe, expect, test } from 'vitest'
import type { PlainDate } from '#contract/core/plain-dates.ts'
import { cancelRegistration, registerForEvent } from '#contract/registrations/registrations/calls.ts'
import { write } from '#server/work.ts'
import { expectSuccess } from '#test/app.ts'
import { mailsWithCalendars, readCalendar } from '#test/calendars.ts'
import type { Person } from '#test/given.ts'
import { givenPersonUnmailed, preparedApp } from '#test/given.ts'
import { jobsOf } from '#test/queue.ts'
import { confirmRegistrations } from './jobs.ts'
import { tellCancellations } from './registration-cancellation.ts'

/** Two processes of one portal. Jobs wait until a test runs them. */
const app = preparedApp({ works: false })
const other = preparedApp({ sharing: app, works: false })

/** Three slots: two days with a clock change on the second, one day, and two other days. */
const slotDates: [PlainDate, PlainDate][] = [
  ['2027-03-13', '2027-03-14'],
  ['2027-03-20', '2027-03-20'],
  ['2027-03-27', '2027-03-28'],
]

describe('the calendar file of the mails', () => {
  test('comes with the confirmation, with one event a day even if the clocks change between the days', async () => {
    const { person, register } = await givenSlots()
    const registrationId = await register(0)
    await confirm(registrationId)
    const [mail] = await mailsTo(person)
    expect(mail?.subject).toMatch(/^You are registered/)
    expect(mail?.calendars).toEqual([
      [
        'REQUEST',
        [
          [`registration-${registrationId}-day-1@localhost`, 0, '2027-03-13T13:00:00.000Z'],
          [`registration-${registrationId}-day-2@localhost`, 0, '2027-03-14T12:00:00.000Z'],
        ],
      ],
    ])
  })

  test('updates the same events on every move, removes days that are gone and brings them back', async () => {
    const { person, register } = await givenSlots()
    const registrationId = await register(0)
    await confirm(registrationId)
    for (const slot of [1, 2]) {
      app.pass({ minutes: 2 })
      await register(slot)
      await confirm(registrationId)
      await confirm(registrationId)
    }
    const [day1, day2] = [1, 2].map((day) => `registration-${registrationId}-day-${day}@localhost`)
    const [last, moved] = await mailsTo(person)
    expect(moved?.calendars).toEqual([
      ['REQUEST', [[day1, 1000, '2027-03-20T12:00:00.000Z']]],
      ['CANCEL', [[day2, 1000, '2027-03-14T12:00:00.000Z']]],
    ])
    expect(last?.calendars).toEqual([
      [
        'REQUEST',
        [
          [day1, 2000, '2027-03-27T12:00:00.000Z'],
          [day2, 2000, '2027-03-28T12:00:00.000Z'],
        ],
      ],
    ])
  })

  test('is only a link in the text if the mail carries no attachment', async () => {
    const { person, register } = await givenSlots()
    const registrationId = await register(0)
    await confirm(registrationId)
    const [mail] = await mailsTo(person)
    const [url = ''] = /http\S+\/api\/public\/calendars\/\S+/.exec(mail?.text ?? '') ?? []
    const answer = await app.request({ url: url.replace(/^https?:\/\/[^/]+/, '') })
    expect([answer.statusCode, readCalendar(answer.body)[1].map(({ uid }) => uid)]).toEqual([
      200,
      [`registration-${registrationId}-day-1@localhost`, `registration-${registrationId}-day-2@localhost`],
    ])
    expect(mail?.html).toContain(`href="${url}"`)
  })
})

describe('a cancellation', () => {
  test('is announced once and removes the announced days, however often its job runs', async () => {
    const { person, register, cancel } = await givenSlots()
    const registrationId = await register(0)
    await confirm(registrationId)
    // Moved and canceled before the person got an email about the move.
    await register(1)
    await cancel()
    await confirm(registrationId)
    await Promise.all([app, other, app, other].map((each) => tell(registrationId, each)))
    await tell(registrationId)
    const mails = await mailsTo(person)
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Registration canceled: Weekend Series',
      'You are registered: Weekend Series',
    ])
    expect(mails[0]?.text).toContain('Sat 13 Mar 2027 – Sun 14 Mar 2027')
    expect(mails[0]?.calendars).toEqual([
      [
        'CANCEL',
        [
          [`registration-${registrationId}-day-1@localhost`, 1001, '2027-03-13T13:00:00.000Z'],
          [`registration-${registrationId}-day-2@localhost`, 1001, '2027-03-14T12:00:00.000Z'],
        ],
      ],
    ])
  })

  test('has a job of its own', async () => {
    const { register, cancel } = await givenSlots()
    const registrationId = await register(0)
    await cancel()
    const jobs = (await jobsOf(app, 'tell-cancellation')).filter(
      ({ data }) => data.registrationId === registrationId,
    )
    expect(jobs).toHaveLength(1)
  })

  test('is not announced if the registration was never confirmed', async () => {
    const { person, register, cancel } = await givenSlots()
    const registrationId = await register(0)
    await cancel()
    await confirm(registrationId)
    await tell(registrationId)
    expect(await mailsTo(person)).toEqual([])
  })

  test('is not announced while the registration is active', async () => {
    const { person, register } = await givenSlots()
    const registrationId = await register(0)
    await confirm(registrationId)
    await tell(registrationId)
    expect(await mailsTo(person)).toHaveLength(1)
  })

  test('makes a new calendar event if the person registers again', async () => {
    const { person, register, cancel } = await givenSlots()
    const first = await register(0)
    await confirm(first)
    await cancel()
    await tell(first)
    const second = await register(0)
    await confirm(second)
    const [mail] = await mailsTo(person)
    expect(mail?.calendars[0]?.[1].map(([uid]) => uid)).toEqual([
      `registration-${second}-day-1@localhost`,
      `registration-${second}-day-2@localhost`,
    ])
    expect(second).not.toBe(first)
  })
})

/** Returns a person and an event with a slot from 8 to noon on each of these dates. */
async function givenSlots() {
  const person = await givenPersonUnmailed(app)
  const { db } = app.services
  const { eventId } = await db
    .insertInto('events')
    .values({ eventName: 'Weekend Series' })
    .returning('eventId')
    .executeTakeFirstOrThrow()
  const times = { eventId, focusId: 2, startTime: '08:00', endTime: '12:00' } as const
  const slots = await db
    .insertInto('eventSlots')
    .values(slotDates.map(([startOn, endOn]) => ({ ...times, startOn, endOn })))
    .returning('eventSlotId')
    .execute()
  return {
    person,
    async register(index: number) {
      const body = { eventId, focusId: 2, eventSlotId: slots[index]?.eventSlotId as number }
      return (await app.dataOf(registerForEvent, { body }, person)).registration.registrationId
    },
    async cancel() {
      await expectSuccess(app.send(cancelRegistration, { eventId }, person))
    },
  }
}

function confirm(registrationId: number) {
  return app.write((work) => confirmRegistrations(work, [registrationId]))
}

function tell(registrationId: number, by = app) {
  return write(by.services, undefined, (work) => tellCancellations(work, [registrationId]))
}

function mailsTo({ email }: Person) {
  return mailsWithCalendars(app, email)
}
