import { beforeAll, describe, expect, test } from 'vitest'
import { changeEvent } from '#contract/events/events/edits.ts'
import { changeSlot } from '#contract/events/slots/calls.ts'
import type { SlotTime } from '#contract/events/slots/times.ts'
import { getActivities } from '#contract/foundation/activities/calls.ts'
import { registerForEvent } from '#contract/registrations/registrations/calls.ts'
import { remind } from '#server/outreach/reminders/jobs.ts'
import { write } from '#server/work.ts'
import { mailsWithCalendars } from '#test/calendars.ts'
import { givenAdministrator, givenEvent, givenPersonUnmailed, preparedApp } from '#test/given.ts'
import { jobsOf, loseJobs } from '#test/queue.ts'
import { confirmRegistrations, sweepConfirmations } from './jobs.ts'

/** Jobs wait until a test runs them. */
let token: string
const app = preparedApp({ works: false })
beforeAll(async () => {
  token = (await givenAdministrator(app)).token
})

describe('a person registered for a slot whose time changes', () => {
  test('is told once, after a minute, with the old time and the new one for the calendar', async () => {
    const given = await givenRegistered()
    await given.reschedule({ startTime: '09:00', endTime: '13:00' })
    expect(await waitSeconds(given.registrationId)).toBe(60)
    app.pass({ minutes: 2 })
    await given.confirm()
    await given.confirm()
    const [told, confirmed, ...more] = await given.mails()
    expect(more).toEqual([])
    expect(confirmed?.subject).toMatch(/^You are registered/)
    expect(told?.subject).toBe('Your time slot has changed: Piston IA Renewal Series 2027')
    expect(told?.text).toContain('9:00 AM – 1:00 PM Eastern')
    expect(told?.text).toMatch(
      /Previously: +Tue 09 Feb 2027 – Wed 10 Feb 2027 · 8:00 AM – 12:00 PM Eastern, each day/,
    )
    const id = `registration-${given.registrationId}-day`
    expect(told?.calendars).toEqual([
      [
        'REQUEST',
        [
          [`${id}-1@localhost`, 1, '2027-02-09T14:00:00.000Z'],
          [`${id}-2@localhost`, 1, '2027-02-10T14:00:00.000Z'],
        ],
      ],
    ])
  })

  test('is also told if a day is removed: it leaves the calendar', async () => {
    const given = await givenRegistered()
    await given.reschedule({ endOn: '2027-02-09' })
    app.pass({ minutes: 2 })
    await given.confirm()
    const [told] = await given.mails()
    expect(told?.calendars.map(([method, days]) => [method, days.length])).toEqual([
      ['REQUEST', 1],
      ['CANCEL', 1],
    ])
  })

  test('is told at once if a clock that was a day ahead recorded when they were last told', async () => {
    const given = await givenRegistered()
    await app.query(
      "update confirmations set confirmed_at = confirmed_at + interval '1 day' where registration_id = $1",
      [given.registrationId],
    )
    await given.reschedule({ startTime: '09:00', endTime: '13:00' })
    await given.confirm()
    expect(await given.mails()).toHaveLength(2)
  })

  test('is told nothing if the old time is restored within the minute', async () => {
    const given = await givenRegistered()
    await given.reschedule({ startTime: '07:00' })
    await given.reschedule({ startTime: '08:00' })
    app.pass({ minutes: 2 })
    await given.confirm()
    expect(await given.mails()).toHaveLength(1)
  })

  test('is told of every change, even back to an earlier time', async () => {
    const given = await givenRegistered()
    for (const startTime of ['07:00', '08:00', '07:00'] as const) {
      await given.reschedule({ startTime })
      app.pass({ minutes: 2 })
      await given.confirm()
    }
    expect((await given.mails()).map(({ calendars }) => calendars[0]?.[1][0]?.[1])).toEqual([3, 2, 1, 0])
  })

  test('is told only of the new slot if they were moved in between', async () => {
    const given = await givenRegistered()
    await given.reschedule({ startTime: '07:00' })
    await given.register(1)
    app.pass({ minutes: 2 })
    await given.confirm()
    const [told, ...more] = await given.mails()
    expect(more).toHaveLength(1)
    expect(told?.subject).toMatch(/^Your new time slot/)
    expect(told?.text).toContain('1:00 PM – 5:00 PM Eastern')
  })

  test('sees the change in the history, and staff get no email about it because they made it', async () => {
    const given = await givenRegistered()
    await given.reschedule({ startTime: '07:00' })
    app.pass({ minutes: 2 })
    await given.confirm()
    const query = { registrationId: given.registrationId }
    const { activities } = await app.dataOf(getActivities, { query }, token)
    expect(activities[0]).toMatchObject({ activity: 'rescheduled', changes: [{ what: 'Time' }] })
    const staffEmails = await mailsWithCalendars(app, 'staff1@example.com')
    expect(staffEmails.filter(({ text }) => text.includes(given.email))).toHaveLength(1)
  })

  test('is told even if the queue was emptied', async () => {
    const given = await givenRegistered()
    await given.reschedule({ startTime: '07:00' })
    await loseJobs(app, 'confirm-registration')
    await app.write(sweepConfirmations)
    expect(await waitSeconds(given.registrationId)).toBe(0)
  })

  test('is reminded of the new time only after they were told of it', async () => {
    const given = await givenRegistered()
    await given.reschedule({ startTime: '07:00' })
    const remindAt = (day: string) =>
      write({ ...app.services, clock: () => new Date(day) }, undefined, remind)
    await remindAt('2027-02-08T12:30Z')
    expect(await given.mails()).toHaveLength(1)
    await given.confirm()
    app.pass({ minutes: 2 })
    await given.confirm()
    await remindAt('2027-02-08T12:31Z')
    const [reminder] = await given.mails()
    expect(reminder?.subject).toMatch(/^Tomorrow/)
    expect(reminder?.text).toContain('7:00 AM')
  })
})

test('a new venue is announced only to people who attend in person', async () => {
  const inPerson = await givenRegistered({ focusId: 4, eventName: 'South Carolina Seminar 2027' })
  const virtual = await givenRegistered()
  for (const { eventId, eventName } of [inPerson, virtual]) {
    await app.send(changeEvent, { eventId, eventName, venue: 'Hangar 7' }, token)
  }
  app.pass({ minutes: 2 })
  await inPerson.confirm()
  await virtual.confirm()
  const [told] = await inPerson.mails()
  expect(told?.subject).toBe('The venue has changed: South Carolina Seminar 2027')
  expect(told?.text).toMatch(/Venue: +Hangar 7/)
  expect(told?.text).toMatch(/Previously: +South Carolina/)
  expect(await virtual.mails()).toHaveLength(1)
})

test('a new time and a new venue are announced together, with the old ones', async () => {
  const given = await givenRegistered({ focusId: 4, eventName: 'South Carolina Seminar 2027' })
  const { eventId, eventName } = given
  await app.send(changeEvent, { eventId, eventName, venue: 'Hangar 7' }, token)
  await given.reschedule({ startTime: '09:00', endTime: '13:00' })
  app.pass({ minutes: 2 })
  await given.confirm()
  const [told] = await given.mails()
  expect(told?.subject).toBe('Your time slot has changed: South Carolina Seminar 2027')
  expect(told?.text).toContain('New time and place:')
  expect(told?.text).toMatch(/Previously: .+8:00 AM – 12:00 PM Eastern, each day · South Carolina/)
})

/** Returns a person registered for an event's first slot, with the confirmation sent. */
async function givenRegistered(given: Parameters<typeof givenEvent>[1] = {}) {
  const person = await givenPersonUnmailed(app)
  const event = await givenEvent(app, given)
  const register = async (place: number) => {
    const body = { ...event, eventSlotId: event.slotIds[place] as number }
    return (await app.dataOf(registerForEvent, { body }, person)).registration.registrationId
  }
  const registrationId = await register(0)
  const confirm = () => app.write((work) => confirmRegistrations(work, [registrationId]))
  await confirm()
  app.pass({ minutes: 2 })
  return {
    ...event,
    email: person.email,
    registrationId,
    register,
    confirm,
    mails: () => mailsWithCalendars(app, person.email),
    async reschedule(time: Partial<SlotTime>) {
      const slots = app.services.db.selectFrom('eventSlots').selectAll()
      const slot = await slots.where('eventSlotId', '=', event.slotIds[0]).executeTakeFirstOrThrow()
      const data = await app.dataOf(changeSlot, { body: { ...slot, ...time } }, token)
      expect(data.eventSlotId).toBe(slot.eventSlotId)
    },
  }
}

/** Returns the seconds until the newest job that confirms a registration is due. */
async function waitSeconds(registrationId: number) {
  const jobs = (await jobsOf(app, 'confirm-registration')).filter(
    ({ data, state }) => data.registrationId === registrationId && state === 'created',
  )
  return jobs.at(-1)?.delaySeconds ?? Number.NaN
}
