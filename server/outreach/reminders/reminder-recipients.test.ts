import { describe, expect, test } from 'vitest'
import type { PlainDate, PlainTime } from '#contract/core/plain-dates.ts'
import { addDays } from '#contract/core/plain-dates.ts'
import { easternDay, easternInstant, seasonOfDay } from '#contract/core/season.ts'
import { generateCertificate } from '#contract/counting/certificates/calls.ts'
import { getOwnFindings } from '#contract/counting/credit-findings/own-calls.ts'
import type { DayHours } from '#contract/events/slots/hours-by-day.ts'
import { startBulkJob } from '#contract/office/bulk-jobs/calls.ts'
import { undoBulkJob } from '#contract/office/bulk-jobs/undo.ts'
import { getRegisteredEvents } from '#contract/registrations/registrations/calls.ts'
import { asFound, renewalYears } from '#contract/registrations/registrations/renewal-years.ts'
import type { TestApp } from '#test/app.ts'
import { expectSuccess } from '#test/app.ts'
import { noPollsAsked } from '#test/attendance-uploads.ts'
import type { Person } from '#test/given.ts'
import {
  givenEvent,
  givenPersonUnmailed,
  givenRegistration,
  preparedAdministrator,
  preparedApp,
} from '#test/given.ts'
import {
  administrator as by,
  givenRegistered,
  app as heldApp,
  heldOn,
  idOf,
  on,
  row,
  slot,
  startWithHeldSlot,
  upload,
} from '#test/held-slot.ts'
import { lockLacking } from './reminder-recipients.ts'

describe('reminders and the page Registered Events say the same about missing hours', () => {
  const today = '2027-01-15'
  const app = preparedApp({ works: false })
  const administrator = preparedAdministrator(app)

  type Held = [
    startOn: PlainDate,
    endOn: PlainDate,
    startTime: PlainTime,
    endTime: PlainTime,
    hours: number,
    byDay?: DayHours[] | null,
    ...rest: [] | [breakFrom: PlainTime, breakTo: PlainTime, focusId: number],
  ]
  const morning = ['08:00', '12:00'] as const

  test.each<[string, number, Held[]]>([
    ['who holds nothing', 8, []],
    ['registered for 4 hours', 4, [['2027-02-09', '2027-02-09', ...morning, 0]]],
    ['registered for two days of 4 hours', 0, [['2027-02-09', '2027-02-10', ...morning, 0]]],
    ['registered for 9 hours', 0, [['2027-02-09', '2027-02-09', '08:00', '17:00', 0]]],
    ['registered for 2 hours without the last break', 6, [['2027-02-09', '2027-02-09', '08:00', '09:50', 0]]],
    ['registered for 10 minutes less than 2 hours', 7, [['2027-02-09', '2027-02-09', '08:00', '09:40', 0]]],
    ['registered for a slot of today', 4, [[today, today, ...morning, 0]]],
    ['whose credit may still come', 4, [['2026-12-16', '2026-12-16', ...morning, 0]]],
    ['whose credit is no longer expected', 8, [['2026-12-15', '2026-12-15', ...morning, 0]]],
    ['whose series began too long ago', 8, [['2026-12-15', '2026-12-16', ...morning, 0]]],
    ['who earned 3 of 4 hours', 5, [['2026-11-10', '2026-11-10', ...morning, 3]]],
    [
      'who earned some and registered for more',
      1,
      [
        ['2026-11-10', '2026-11-10', ...morning, 3],
        ['2027-02-09', '2027-02-09', ...morning, 0],
      ],
    ],
    ['registered for a series over the end of the year', 4, [['2027-03-31', '2027-04-01', ...morning, 0]]],
    ['who earned 6 hours over the end of the year', 4, [['2027-03-31', '2027-04-01', ...morning, 6]]],
    ['who earned 6 hours over its beginning', 6, [['2026-03-31', '2026-04-01', ...morning, 6]]],
    ['who earned 3 hours over its beginning', 8, [['2026-03-31', '2026-04-01', ...morning, 3]]],
    [
      'registered in person for a day with lunch',
      2,
      [['2027-02-09', '2027-02-09', '09:00', '16:00', 0, null, '12:00', '13:00', 4]],
    ],
    [
      'registered in person for halves of an hour around an early lunch',
      0,
      [['2027-02-09', '2027-02-09', '08:00', '17:00', 0, null, '11:45', '12:30', 4]],
    ],
    [
      'registered online for a day with the same break',
      1,
      [['2027-02-09', '2027-02-09', '08:00', '17:00', 0, null, '11:45', '12:30', 2]],
    ],
    [
      'registered for days with a break over the end of the year',
      5,
      [['2027-03-31', '2027-04-01', ...morning, 0, null, '09:50', '11:00', 2]],
    ],
    ['registered for the next year', 8, [['2027-04-06', '2027-04-07', ...morning, 0]]],
    [
      'who earned hours of a slot of this year in the year before',
      8,
      [['2026-04-01', '2026-04-01', ...morning, 4, [{ on: '2026-03-31', hours: 4 }]]],
    ],
    [
      'who earned hours of a slot of the year before in this year',
      4,
      [['2026-03-30', '2026-03-31', ...morning, 4, [{ on: '2026-04-02', hours: 4 }]]],
    ],
    [
      'who earned 6 hours over the beginning, of which 5 in this year',
      3,
      [
        [
          ...(['2026-03-31', '2026-04-01', ...morning, 6] as const),
          [
            { on: '2026-03-31', hours: 1 },
            { on: '2026-04-01', hours: 5 },
          ],
        ],
      ],
    ],
  ])('of a person %s: %i', async (_, missing, held) => {
    const person = await givenPersonUnmailed(app)
    for (const [startOn, endOn, startTime, endTime, hours, byDay, from, to, focusId = 2] of held) {
      const event = await givenEvent(app, { focusId })
      const breaks = JSON.stringify(from ? [{ from, to, name: 'Break' }] : [])
      const times = { startOn, endOn, startTime, endTime, breaks }
      await app.update('eventSlots', times, { eventId: event.eventId })
      const registrationId = await givenRegistration(app, person, event, { by: administrator })
      await app.query('update registrations set hours = $1, credited_days = $2 where registration_id = $3', [
        hours,
        byDay && JSON.stringify(byDay),
        registrationId,
      ])
    }
    expect([await missingByReminders(app, person, today), await missingByPage(app, person, today)]).toEqual([
      missing,
      missing,
    ])
  })
})

describe('so they do once a final report gives fewer hours', () => {
  startWithHeldSlot()
  const now = easternDay(new Date())
  // The slot is held three days before, in the same renewal year.
  const today = /-04-0[1-3]$/.test(now) ? (`${now.slice(0, 4)}-03-31` as PlainDate) : now

  test.each([
    ['who came for two of four hours', 6, ['08:00', '10:00']],
    ['who came for all hours', 4, ['08:00', '12:00']],
    ['who did not come', 8, undefined],
  ])('to a person %s: %i', async (_, missing, visit) => {
    const held = addDays(today, -3)
    await heldOn(held)
    const [person, other] = [await givenRegistered(), await givenRegistered()]
    expect(await missingByPage(heldApp, person, today)).toBe(4)
    expect(await missingByReminders(heldApp, person, today)).toBe(4)
    const [from, to] = visit ?? []
    const rows = [row(other.email, '08:00', '12:00'), ...(from && to ? [row(person.email, from, to)] : [])]
    await upload(rows.join('\n').replaceAll(/\d{4}-\d\d-\d\d/g, held))
    expect(await missingByPage(heldApp, person, today)).toBe(missing)
    expect(await missingByReminders(heldApp, person, today)).toBe(missing)
  })
})

describe('found hours that an administrator has decided against', () => {
  startWithHeldSlot()

  test.each([
    [
      'set to 0',
      async (registrationId: number) => {
        const decision = { registrationId, hours: 0, reason: 'Another person' }
        await expectSuccess(heldApp.send(generateCertificate, decision, by))
      },
    ],
    [
      'undone',
      async (registrationId: number) => {
        const action = { kind: 'credit-found', eventSlotId: slot } as const
        const registrations = { ids: [registrationId] }
        const { jobId } = (await heldApp.send(startBulkJob, { action, registrations }, by)).data
        await heldApp.untilJobsAreDone()
        const undo = { params: { jobId }, body: { reason: 'Another person' } }
        await expectSuccess(heldApp.call(undoBulkJob, undo, by))
      },
    ],
  ])('are not to come once they are %s, on the page and in reminders', async (_, decide) => {
    const person = await givenRegistered()
    await noPollsAsked(heldApp, slot, on)
    await upload(row(person.email, '08:00', '12:00'))
    const missing = async () => [
      await missingByPage(heldApp, person, on),
      await missingByReminders(heldApp, person, on),
    ]
    expect(await missing()).toEqual([4, 4])
    await decide(await idOf(person))
    await heldApp.untilJobsAreDone()
    expect(await missing()).toEqual([8, 8])
  })
})

describe('hours that were found on a day of another renewal year', () => {
  startWithHeldSlot()

  test('are to come in that year, on the page and in reminders', async () => {
    const [person, other] = [await givenRegistered(), await givenRegistered()]
    const held = addDays(easternDay(new Date()), -7)
    await heldOn(held)
    await upload(
      [row(other.email, '08:00', '12:00'), row(person.email, '08:00', '10:00')]
        .join('\n')
        .replaceAll(/\d{4}-\d\d-\d\d/g, held),
    )
    // The slot moved to the next renewal year after it was counted.
    const season = seasonOfDay(held)
    await heldOn(`${season}-04-02` as PlainDate)
    for (const [today, missing] of [
      [`${season}-04-10`, 8],
      [`${season}-03-20`, 6],
    ] as [PlainDate, number][]) {
      expect([await missingByReminders(heldApp, person, today), today]).toEqual([missing, today])
      expect([await missingByPage(heldApp, person, today), today]).toEqual([missing, today])
    }
  })
})

/** The hours that a reminder would ask for; 0: no reminder. */
async function missingByReminders(app: TestApp, { userId }: Person, today: PlainDate) {
  const asked = { season: seasonOfDay(today), today, now: easternInstant(today, '12:00'), isWarned: true }
  const all = { ...asked, after: '00000000-0000-0000-0000-000000000000', atMost: 1000 }
  const { lacking } = await app.services.db.transaction().execute((tx) => lockLacking(tx, all))
  const found = lacking.find((one) => one.userId === userId && one.kind === 'hours-missing')
  return found ? 8 - found.covered : 0
}

/** The missing hours on the page Registered Events. */
async function missingByPage(app: TestApp, { token }: Person, today: PlainDate) {
  const { registeredEvents } = await app.dataOf(getRegisteredEvents, {}, token)
  const { findings } = await app.dataOf(getOwnFindings, {}, token)
  const years = renewalYears(asFound(registeredEvents, findings), today)
  return years.find(({ season }) => season === seasonOfDay(today))?.hoursMissing
}
