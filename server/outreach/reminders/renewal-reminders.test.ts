import { beforeAll, describe, expect, test } from 'vitest'
import type { PlainDate } from '#contract/core/plain-dates.ts'
import { addDays } from '#contract/core/plain-dates.ts'
import { easternDay, easternInstant } from '#contract/core/season.ts'
import { chooseReminders } from '#contract/outreach/reminders/calls.ts'
import { administratorRoles } from '#contract/people/administrators/roles.ts'
import { registerForEvent } from '#contract/registrations/registrations/calls.ts'
import { markBounces } from '#server/foundation/bounces/bounces.ts'
import { write } from '#server/work.ts'
import { expectSuccess } from '#test/app.ts'
import type { Person } from '#test/given.ts'
import { givenAdministrator, givenPersonUnmailed, preparedApp } from '#test/given.ts'
import { givenRegistered, app as heldApp, heldOn, row, startWithHeldSlot, upload } from '#test/held-slot.ts'
import { renewalMail } from './mails.ts'
import { remindOfRenewal } from './renewal-reminders.ts'

/** 8:00 AM Eastern on the first of the days. */
const warnedAt = '2027-03-10T13:00Z'

describe('people who lack hours three weeks before the deadline', () => {
  let series: Awaited<ReturnType<typeof givenEvent>>
  const app = preparedApp({ works: false })
  beforeAll(async () => {
    setClock('2027-01-05T15:00Z')
    series = await givenEvent('Series', ['2027-02-09', '2027-02-10'], ['2027-03-16', '2027-03-17'])
    await givenEvent('Short', ['2027-03-20', '2027-03-20'])
    await givenEvent('Next year', ['2027-04-06', '2027-04-07'])
  })

  test.each([
    ['before', '2027-03-09T20:00Z', []],
    ['at night', '2027-03-10T12:59Z', []],
    ['on the first day', warnedAt, ['You still need 8 hours by 31 Mar 2027']],
    ['on the last day', '2027-03-28T20:00Z', []],
    ['afterwards', '2027-03-29T20:00Z', []],
  ])('are reminded while a slot is left: %s', async (_, at, subjects) => {
    setClock('2027-01-05T15:00Z')
    const person = await givenPersonUnmailed(app)
    setClock(at)
    await remind()
    expect(await subjectsTo(person)).toEqual(subjects)
  })

  test('are reminded once, with the slots that close the gap', async () => {
    setClock('2027-01-05T15:00Z')
    const person = await givenPersonUnmailed(app)
    const full = await givenEvent('Full', ['2027-03-15', '2027-03-16'])
    await app.query(`update event_slots set capacity = 1 where event_id = ${full.eventId}`)
    await register(await givenPersonUnmailed(app), full)
    setClock(warnedAt)
    await Promise.all([remind(), remind()])
    await remind()
    const [mail, ...others] = await mailsTo(person)
    expect(others).toEqual([])
    expect(mail?.text).toContain('You still need 8 hours.\n\nThis one gets you there:')
    expect(mail?.text).toContain(
      'Series: Tue 16 Mar 2027 – Wed 17 Mar 2027 · 8:00 AM – 12:00 PM Eastern, each day',
    )
    for (const name of ['Short', 'Next year', 'Full:']) expect(mail?.text).not.toContain(name)
    expect(mail?.unsubscribe_url).toMatch(/\/stop-reminders\//)
  })

  test('read how many hours are covered, and which slots are left if none closes the gap alone', async () => {
    setClock('2027-01-05T15:00Z')
    const person = await givenPersonUnmailed(app)
    const other = await givenEvent('Other', ['2027-03-18', '2027-03-18'])
    await register(person, other)
    await app.update('events', { isEnabled: false }, { eventId: series.eventId })
    setClock(warnedAt)
    await remind()
    await app.update('events', { isEnabled: true }, { eventId: series.eventId })
    const [mail] = await mailsTo(person)
    expect(mail).toMatchObject({ subject: 'You still need 4 hours by 31 Mar 2027' })
    expect(mail?.text).toContain('Your hours and registrations cover 4 hours so far. You still need 4 hours.')
    expect(mail?.text).toContain('This one gets you there:')
    expect(mail?.text).toContain('Short')
  })

  test.each<[string, (person: Person) => Promise<unknown>]>([
    ['are registered for all hours', (person) => register(person, series, 1)],
    ['turned reminders off', ({ token }) => app.send(chooseReminders, { hasReminders: false }, token)],
    [
      'have an address that bounces',
      ({ email }) =>
        app.write((work) =>
          markBounces(work, [
            { email, reason: 'No such mailbox', source: 'provider', bouncedAt: work.clock() },
          ]),
        ),
    ],
  ])('are left alone if they %s', async (_, prepare) => {
    setClock('2027-01-05T15:00Z')
    const person = await givenPersonUnmailed(app)
    await prepare(person)
    setClock(warnedAt)
    await remind()
    expect(await subjectsTo(person)).not.toContainEqual(expect.stringContaining('You still need'))
  })

  test('are reminded if their registration is long over without hours', async () => {
    setClock('2027-01-05T15:00Z')
    const person = await givenPersonUnmailed(app)
    await register(person, await givenEvent('Over', ['2027-01-19', '2027-01-20']))
    setClock(warnedAt)
    await remind()
    expect(await subjectsTo(person)).toContain('You still need 8 hours by 31 Mar 2027')
  })

  test.each(administratorRoles)('are left alone if they have a role in the panel: %s', async (role) => {
    setClock('2027-01-05T15:00Z')
    const staff = await givenAdministrator(app, `${role}@example.com`, role)
    setClock(warnedAt)
    await remind()
    expect(await subjectsTo(staff)).not.toContainEqual(expect.stringContaining('You still need'))
  })

  test('who signed up before the renewal year and registered for nothing are left alone', async () => {
    setClock('2027-01-05T15:00Z')
    const person = await givenPersonUnmailed(app)
    await app.update('users', { registeredAt: new Date('2026-03-31T12:00Z') }, { userId: person.userId })
    setClock(warnedAt)
    await remind()
    expect(await subjectsTo(person)).toEqual([])
  })

  function setClock(instant: string) {
    app.pass({ minutes: (Date.parse(instant) - app.services.clock().getTime()) / 60_000 })
  }

  const remind = () => app.write((work) => remindOfRenewal(work, {}))

  async function givenEvent(eventName: string, ...dates: [PlainDate, PlainDate][]) {
    const { db } = app.services
    const { eventId } = await db
      .insertInto('events')
      .values({ eventName })
      .returning('eventId')
      .executeTakeFirstOrThrow()
    const times = { eventId, focusId: 2, startTime: '08:00', endTime: '12:00' } as const
    const slots = await db
      .insertInto('eventSlots')
      .values(dates.map(([startOn, endOn]) => ({ ...times, startOn, endOn })))
      .returning('eventSlotId')
      .execute()
    return { eventId, slotIds: slots.map(({ eventSlotId }) => eventSlotId) }
  }

  async function register({ token }: Person, { eventId, slotIds }: typeof series, slot = 0) {
    const body = { eventId, eventSlotId: slotIds[slot] as number, focusId: 2 }
    await expectSuccess(app.send(registerForEvent, body, token))
  }

  async function mailsTo({ email }: Person, by = app) {
    const rows = await by.query(
      `select subject, coalesce(kept.text, mails.text) as text, unsubscribe_url from mails
       left join mail_texts kept using (mail_id) where to_address = $1`,
      [email],
    )
    return rows as { subject: string; text: string; unsubscribe_url: string | null }[]
  }

  async function subjectsTo(person: Person) {
    return (await mailsTo(person)).map(({ subject }) => subject)
  }
})

describe('people who missed their slot', () => {
  startWithHeldSlot()
  /** The day before, on the last day of a renewal year, when no slot is left. */
  const today = ((day) => (day.endsWith('-03-31') ? addDays(day, -1) : day))(easternDay(new Date()))

  test('are told so once the report is final, with the slots that are left; who came is not', async () => {
    const app = heldApp
    const held = addDays(today, -3)
    await heldOn(held)
    const [absent, came] = [await givenRegistered(), await givenRegistered()]
    const times = {
      startOn: addDays(today, 1),
      endOn: addDays(today, 2),
      startTime: '08:00',
      endTime: '12:00',
    } as const
    const { eventId } = await app.services.db
      .insertInto('events')
      .values({ eventName: 'Still open' })
      .returning('eventId')
      .executeTakeFirstOrThrow()
    await app.services.db
      .insertInto('eventSlots')
      .values({ eventId, focusId: 2, ...times })
      .execute()
    const services = { ...app.services, clock: () => easternInstant(today, '12:00') }
    const remind = () => write(services, undefined, (work) => remindOfRenewal(work, {}))
    await remind()
    expect(await missedBy(absent)).toEqual([])
    await upload(row(came.email, '08:00', '12:00').replaceAll(/\d{4}-\d\d-\d\d/g, held))
    await remind()
    await remind()
    const [mail, ...others] = await missedBy(absent)
    expect([mail?.subject, others]).toEqual(['We missed you: Piston IA Renewal Series 2027', []])
    expect(mail?.text).toContain('You still need 8 hours.')
    expect(await missedBy(came)).toEqual([])

    async function missedBy({ email }: Person) {
      const rows = await app.query(
        "select subject, kept.text from mails join mail_texts kept using (mail_id) where to_address = $1 and subject like 'We missed%'",
        [email],
      )
      return rows as { subject: string; text: string }[]
    }
  })
})

test.each([
  [1, true, 'This one gets you there:'],
  [2, true, 'Any of these gets you there:'],
  [1, false, 'You can still register for this one:'],
  [2, false, 'You can still register for these:'],
])('the words before %i slots fit, which give all hours: %s', (count, doClose, words) => {
  const on: PlainDate = '2027-03-16'
  const day = { startOn: on, endOn: on, startTime: '08:00', endTime: '12:00', breaks: [] } as const
  const slots = Array.from({ length: count }, () => ({ ...day, eventId: 7, eventName: 'Series', hours: 4 }))
  const lacking = { firstName: 'Pat', eventName: null, covered: 0, reminderCode: 'code' }
  const about = { publicUrl: 'https://portal.example.com', deadline: '31 Mar 2027', slots, doClose }
  expect(renewalMail(lacking, about).paragraphs.at(-1)).toBe(words)
})
