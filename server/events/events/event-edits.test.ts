import { beforeAll, describe, expect, test } from 'vitest'
import { fetchAttendance, getSlotAttendance } from '#contract/attendance/attendances/calls.ts'
import type { Input } from '#contract/core/endpoint.ts'
import type { PlainDate, PlainTime } from '#contract/core/plain-dates.ts'
import { getEventsWithSlots } from '#contract/events/events/calls.ts'
import * as edits from '#contract/events/events/edits.ts'
import * as slots from '#contract/events/slots/calls.ts'
import { registerForEvent } from '#contract/registrations/registrations/calls.ts'
import { deleteRegistration, restoreRegistration } from '#contract/registrations/registrations/changes.ts'
import {
  compareWebinar,
  getWebinarComparison,
  getWebinarComparisons,
} from '#contract/webinars/webinar-comparisons/calls.ts'
import { getWebinarStats, syncWebinar } from '#contract/webinars/webinars/calls.ts'
import { storeFile } from '#server/core/files/stored-files.ts'
import { expectRefusal, expectSuccess } from '#test/app.ts'
import {
  givenEvent,
  givenPersonUnmailed,
  historyOf,
  prepared,
  preparedAdministrator,
  preparedApp,
} from '#test/given.ts'
import { givenWebinarEvent } from '#test/webinars.ts'

const app = preparedApp({ works: false })
const other = preparedApp({ sharing: app, works: false })
const administrator = preparedAdministrator(app)
const person = prepared(() => givenPersonUnmailed(app))
beforeAll(async () => {
  await app.update('users', { firstName: 'Ada', lastName: 'Min' }, { role: 'admin' })
})

const lost = JSON.stringify({ eventLogoLink: `/api/files/${'a'.repeat(64)}` })

async function storedLogo() {
  return JSON.stringify({
    eventLogoLink: await storeFile(app.services.db, 'image/webp', Buffer.from('logo')),
  })
}

describe('an event', () => {
  test('is added open for registration and without slots, and is listed under its season', async () => {
    const { data } = await admin(edits.addEvent, { eventName: "Ann's Seminar", status: 'ACTIVE' })
    expect(await find(data.eventId)).toMatchObject({
      eventName: "Ann's Seminar",
      isEnabled: true,
      status: 'ACTIVE',
      description: '{}',
      videoLink: null,
      venue: null,
      slots: [],
      version: 0,
    })
  })

  test('is changed field by field: absent fields keep their values', async () => {
    const description = await storedLogo()
    const { eventId } = (
      await admin(edits.addEvent, {
        eventName: 'Before',
        description,
        videoLink: 'https://youtu.be/abcdefghijk',
        venue: 'Hangar 1',
        isEnabled: false,
      })
    ).data
    const { data } = await admin(edits.changeEvent, { eventId, eventName: 'After', videoLink: '' })
    expect(data).toEqual({ eventId, version: 1 })
    expect(await find(eventId)).toMatchObject({
      eventName: 'After',
      description,
      videoLink: null,
      venue: 'Hangar 1',
      isEnabled: false,
      version: 1,
    })
  })

  test('gets no new version and no history entry from a change that changes nothing', async () => {
    const { eventId, eventName } = await givenEvent(app)
    expect((await admin(edits.changeEvent, { eventId, eventName, isEnabled: true })).data.version).toBe(0)
    expect(await historyOf(app, administrator, { eventId })).toEqual([])
  })

  test.each([
    ['a name', { eventName: '' }, { event_name: 'Event name is required.' }],
    ['a name that is not blank', { eventName: '   ' }, { event_name: 'Event name is required.' }],
    ['a description in JSON', { description: 'hello' }, { description: /JSON text holding eventLogoLink/ }],
    [
      'a logo stored in the portal',
      { description: '{"eventLogoLink":"https://evil.example/x.png"}' },
      { description: /JSON/ },
    ],
    ['a logo that still exists', { description: lost }, { description: /has been deleted/ }],
    ['a secure video link', { videoLink: 'http://example.com' }, { videoLink: /https:\/\// }],
    ['a video link that is no script', { videoLink: 'javascript:alert(1)' }, { videoLink: /https:\/\// }],
    ['a venue of one line', { venue: 'Hangar\n1' }, { venue: /cannot be stored/ }],
  ])('needs %s', async (_, wrong, fields) => {
    const { status, failure } = await admin(edits.addEvent, { eventName: 'Right', ...wrong })
    expect({ status, code: failure?.code }).toEqual({ status: 422, code: 'INVALID_FIELDS' })
    expect(failure?.fields).toMatchObject(
      Object.fromEntries(
        Object.entries(fields).map(([field, words]) => [field, expect.stringMatching(words)]),
      ),
    )
  })

  test.each([
    ['ACTIVE', 200],
    ['DELETED', 422],
  ])('answers the status %s with %s', async (event_status, status) => {
    const answer = await app.request({
      method: 'POST',
      url: '/api/private/events',
      headers: { authorization: `Bearer ${administrator.token}` },
      payload: { event_name: 'Sent with its status', event_status },
    })
    expect(answer.statusCode).toBe(status)
  })

  test('can feature only one of its own sponsors', async () => {
    const [mine, another] = [await givenEvent(app), await givenEvent(app)]
    const sponsorId = await givenSponsor(mine.eventId)
    const feature = (event: typeof mine) =>
      admin(edits.changeEvent, { ...event, featuredSponsorId: sponsorId } as never)
    await expectSuccess(feature(mine))
    expect((await find(mine.eventId))?.featuredSponsorId).toBe(sponsorId)
    expect((await feature(another)).failure).toMatchObject({
      code: 'INVALID_FIELDS',
      fields: { featured_sponsor_id: 'This sponsor does not belong to the event.' },
    })
  })

  test('is deleted together with its slots, and stays in the history', async () => {
    const { eventId, eventName } = await givenEvent(app, { eventName: 'To be deleted' })
    await expectSuccess(admin(edits.deleteEvent, { eventId }))
    expect(await find(eventId)).toBeUndefined()
    expect(await historyOf(app, administrator, { eventId })).toMatchObject([
      { activity: 'event-deleted', item: eventName },
    ])
    for (const gone of [
      await admin(edits.deleteEvent, { eventId }),
      await admin(edits.changeEvent, { eventId, eventName }),
      await admin(slots.addSlot, { eventId, ...morning() }),
    ]) {
      expect(gone.failure).toMatchObject({ code: 'EVENT_NOT_FOUND' })
    }
    await expectRefusal(register(await slotOf({ eventId })), 'EVENT_NOT_FOUND')
  })

  test('that is deleted leaves no slot in webinars, sync, comparison or attendance', async () => {
    const event = await givenWebinarEvent(app, ['8001'])
    expect(await listedSlots()).toContain(event.slotIds[0])
    await admin(edits.deleteEvent, { eventId: event.eventId })
    expect(await listedSlots()).not.toContain(event.slotIds[0])
    const of = { eventSlotId: event.slotIds[0] }
    const { token } = administrator
    const answers = [
      await app.send(syncWebinar, of, token),
      await app.send(compareWebinar, of, token),
      await app.send(fetchAttendance, of, token),
      await app.call(getWebinarStats, { query: of }, token),
      await app.call(getSlotAttendance, { query: of }, token),
      await app.call(getWebinarComparison, { params: of }, token),
    ]
    expect(answers.map(({ failure }) => failure?.code)).toEqual(Array(6).fill('SLOT_NOT_FOUND'))
  })

  test('with registrations cannot be deleted: the refusal states how many there are', async () => {
    const event = await givenEvent(app)
    for (const token of [person.token, (await givenPersonUnmailed(app)).token])
      await register(await slotOf(event), token)
    expect((await admin(edits.deleteEvent, event)).failure).toMatchObject({
      code: 'EVENT_HAS_REGISTRATIONS',
      message:
        '2 people are registered for this event, so it cannot be deleted. Move or delete their registrations first.',
    })
    expect(await find(event.eventId)).toBeDefined()
  })
})

describe('a slot', () => {
  test('is added, changed and deleted, and the history shows each step', async () => {
    const { eventId } = (await admin(edits.addEvent, { eventName: 'Slots' })).data
    const { eventSlotId } = (await admin(slots.addSlot, { eventId, ...morning(), webinarId: '123' })).data
    const later = { ...morning(), startTime: '09:00', webinarId: null } as const
    expect((await admin(slots.changeSlot, { eventSlotId, ...later })).data).toEqual({
      eventSlotId,
      version: 1,
    })
    expect((await find(eventId))?.slots).toMatchObject([
      { eventSlotId, startTime: '09:00', webinarId: null, registrations: 0, version: 1 },
    ])
    await expectSuccess(admin(slots.deleteSlot, { eventSlotId }))
    expect((await find(eventId))?.slots).toEqual([])
    const day = '09 Mar 2027 – 10 Mar 2027'
    expect(
      (await historyOf(app, administrator, { eventId })).map(({ activity, item, changes }) => [
        activity,
        item,
        changes,
      ]),
    ).toEqual([
      ['slot-deleted', `${day}, 9:00 AM - 12:00 PM EST`, []],
      [
        'slot-changed',
        `${day}, 8:00 AM - 12:00 PM EST`,
        [
          { what: 'Time', from: `${day}, 8:00 AM - 12:00 PM EST`, to: `${day}, 9:00 AM - 12:00 PM EST` },
          { what: 'Webinar ID', from: '123', to: '' },
        ],
      ],
      ['slot-added', `${day}, 8:00 AM - 12:00 PM EST`, []],
      ['event-added', '', []],
    ])
  })

  test.each([
    ['an end before its start', { endTime: '07:00' }, 'end_time', 'The end must be after the start.'],
    [
      'a last day before its first',
      { endOn: '2027-03-08' },
      'end_date',
      'The last day is before the first day.',
    ],
    [
      'an hour that the clocks skip',
      { startOn: '2027-03-14', endOn: '2027-03-14', startTime: '02:30' },
      'start_time',
      /clocks go forward/,
    ],
    ['an unknown type', { focusId: 9 }, 'focus_id', 'Please select an event type.'],
  ] as const)('is refused with %s', async (_, wrong, field, words) => {
    const { eventId } = await givenEvent(app)
    const { status, failure } = await admin(slots.addSlot, { eventId, ...morning(), ...wrong } as never)
    expect([status, failure?.fields]).toEqual([422, { [field]: expect.stringMatching(words) }])
  })

  test.each([
    ['a date that does not exist', { start_date: '31/02/2027' }, 'start_date', 'Please give the first day.'],
    ['a time that does not exist', { end_time: '24:30' }, 'end_time', 'Please give the time it ends.'],
    ['no start', { start_time: undefined }, 'start_time', 'Please give the time it starts.'],
  ])('is refused with %s', async (_, wrong, field, words) => {
    const { eventId } = await givenEvent(app)
    const right = {
      event_id: eventId,
      focus_id: 2,
      start_date: '09/03/2027',
      end_date: '10/03/2027',
      start_time: '08:00',
      end_time: '12:00',
    }
    const answer = await app.request({
      method: 'POST',
      url: '/api/private/events-slots',
      headers: { authorization: `Bearer ${administrator.token}` },
      payload: { ...right, ...wrong },
    })
    expect([answer.statusCode, answer.json().fields]).toEqual([422, { [field]: words }])
  })

  test('may start when another slot ends, but not before', async () => {
    const { eventId } = (await admin(edits.addEvent, { eventName: 'Tight' })).data
    await admin(slots.addSlot, { eventId, ...morning() })
    const noon = { ...morning(), startTime: '12:00', endTime: '16:00' } as const
    const { eventSlotId } = (await admin(slots.addSlot, { eventId, ...noon })).data
    const before = { ...noon, startTime: '11:59' } as const
    for (const early of [
      await admin(slots.addSlot, { eventId, ...before }),
      await admin(slots.changeSlot, { eventSlotId, ...before }),
    ]) {
      expect(early.failure).toMatchObject({ code: 'SLOTS_OVERLAP', message: 'Slots should not overlap.' })
    }
  })

  test('with registrations cannot be deleted: the refusal states their number, and the list shows it', async () => {
    const event = await givenEvent(app)
    const slot = await slotOf(event)
    await register(slot)
    const query = { eventSlotId: slot.eventSlotId }
    expect(await app.dataOf(getWebinarStats, { query }, administrator)).toEqual({
      webinarId: null,
      registrations: 1,
      withJoinUrl: 0,
    })
    expect((await admin(slots.deleteSlot, slot)).failure).toMatchObject({
      code: 'SLOT_HAS_REGISTRATIONS',
      message:
        '1 person is registered for this time slot, so it cannot be deleted. Move or delete their registrations first.',
    })
    expect((await find(event.eventId))?.slots.map(({ registrations }) => registrations)).toEqual([1, 0])
  })

  test('that was deleted accepts no restored registration', async () => {
    const slot = await slotOf(await givenEvent(app))
    const { registrationId } = (await register(slot)).data.registration
    await admin(deleteRegistration, { registrationId })
    await admin(slots.deleteSlot, slot)
    await expectRefusal(admin(restoreRegistration, { registrationId }), 'SLOT_DELETED')
  })

  test('that is deleted and registered for at the same moment ends as one or the other, never both', async () => {
    const outcomes = new Set<string>()
    for (let round = 0; round < 20; round++) {
      const slot = await slotOf(await givenEvent(app))
      const [registered, deleted] = await Promise.all([
        other.send(registerForEvent, slot, person),
        admin(slots.deleteSlot, slot),
      ])
      expect([registered.status, deleted.status].sort()).toEqual(
        [200, registered.status === 200 ? 409 : 404].sort(),
      )
      outcomes.add(registered.failure?.code ?? deleted.failure?.code ?? 'both')
    }
    expect(
      [...outcomes].filter((outcome) => !['SLOT_NOT_FOUND', 'SLOT_HAS_REGISTRATIONS'].includes(outcome)),
    ).toEqual([])
  })
})

describe('an administrator with an older version', () => {
  test('of an event is told what changed and by whom, and overwrites nothing', async () => {
    const { eventId, eventName } = await givenEvent(app)
    await admin(edits.changeEvent, { eventId, eventName: 'Renamed', isEnabled: false, version: 0 })
    const late = await admin(edits.changeEvent, { eventId, eventName, venue: 'Hangar 2', version: 0 })
    expect(late.failure).toMatchObject({
      code: 'CHANGED_MEANWHILE',
      message: `This has changed since you opened it: Event changed (name from ${eventName} to Renamed; open for registration from yes to no) by Ada Min. Check it and try again.`,
    })
    expect(await find(eventId)).toMatchObject({ eventName: 'Renamed', venue: null, version: 1 })
  })

  test('of a slot is told the same, and not of changes to other slots', async () => {
    const event = await givenEvent(app)
    const [slot, sibling] = [await slotOf(event, 0), await slotOf(event, 1)]
    await admin(slots.changeSlot, { ...slot, startTime: '08:30', version: 0 })
    await expectSuccess(admin(slots.changeSlot, { ...sibling, endTime: '18:00', version: 0 }))
    const late = await admin(slots.changeSlot, { ...slot, startTime: '08:15', version: 0 })
    expect(late.failure?.code).toBe('CHANGED_MEANWHILE')
    expect(late.failure?.message).toMatch(
      /Slot changed \(time from .* 8:00 AM .* to .* 8:30 AM .*\) by Ada Min/,
    )
    expect(late.failure?.message).not.toContain('6:00 PM')
  })

  test('of a deleted slot is told of the deletion', async () => {
    const slot = await slotOf(await givenEvent(app))
    await admin(slots.deleteSlot, slot)
    const late = await admin(slots.changeSlot, { ...slot, version: 0 })
    expect(late.failure?.message).toMatch(/^This has changed since you opened it: Slot deleted by Ada Min\./)
  })

  test('overwrites newer changes if the call names no version', async () => {
    const { eventId } = await givenEvent(app)
    await admin(edits.changeEvent, { eventId, eventName: 'First' })
    expect((await admin(edits.changeEvent, { eventId, eventName: 'Last' })).data.version).toBe(2)
  })
})

type Writes =
  | typeof edits.addEvent
  | typeof edits.changeEvent
  | typeof edits.deleteEvent
  | typeof slots.addSlot
  | typeof slots.changeSlot
  | typeof slots.deleteSlot
  | typeof deleteRegistration
  | typeof restoreRegistration

function admin<E extends Writes>(endpoint: E, body: Input<E> extends { body: infer Body } ? Body : never) {
  return app.call(endpoint, { body } as Input<E>, administrator)
}

async function listedSlots() {
  const { slots } = await app.dataOf(getWebinarComparisons, {}, administrator)
  return slots.map(({ eventSlotId }) => eventSlotId)
}

function morning() {
  return {
    focusId: 2,
    startOn: '2027-03-09' as PlainDate,
    endOn: '2027-03-10' as PlainDate,
    startTime: '08:00' as PlainTime,
    endTime: '12:00' as PlainTime,
  }
}

/** Returns an event's slot by its index. */
async function slotOf({ eventId }: { eventId: number }, place = 0) {
  const slots = await app.services.db
    .selectFrom('eventSlots')
    .selectAll()
    .where('eventId', '=', eventId)
    .orderBy('eventSlotId')
    .execute()
  const { eventSlotId, focusId, startOn, endOn, startTime, endTime } = slots[place] as (typeof slots)[number]
  return { eventId, eventSlotId, focusId, startOn, endOn, startTime, endTime }
}

function register(body: Awaited<ReturnType<typeof slotOf>>, token = person.token) {
  return app.send(registerForEvent, body, token)
}

async function find(eventId: number) {
  const { years } = await app.dataOf(getEventsWithSlots, { query: {} }, administrator)
  return years.flatMap(({ events }) => events).find((event) => event.eventId === eventId)
}

async function givenSponsor(eventId: number) {
  const sponsor = app.services.db
    .insertInto('sponsors')
    .values({ eventId, logo: '', companyName: 'Battery Works' })
  return (await sponsor.returning('sponsorId').executeTakeFirstOrThrow()).sponsorId
}
