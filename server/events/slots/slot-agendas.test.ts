import { beforeEach, expect, test } from 'vitest'
import type { GivenAgenda, NewSlotAgenda } from '#contract/events/slots/agenda-calls.ts'
import { getSlotAgendas, stateHours } from '#contract/events/slots/agenda-calls.ts'
import { getActivities } from '#contract/foundation/activities/calls.ts'
import { expectRefusal } from '#test/app.ts'
import type { EventWithSlots } from '#test/given.ts'
import { givenEvent, preparedAdministrator, preparedApp } from '#test/given.ts'

let event: EventWithSlots
let slot: number
const app = preparedApp({ works: false })
const administrator = preparedAdministrator(app)
beforeEach(async () => {
  event = await givenEvent(app)
  slot = event.slotIds[0]
})

const read = () => app.dataOf(getSlotAgendas, { query: { eventSlotId: slot } }, administrator)
const state = (hours: GivenAgenda, given: Partial<NewSlotAgenda> = {}) =>
  app.send(
    stateHours,
    { eventSlotId: slot, hours, reason: 'It restarted', readAgendaId: null, ...given },
    administrator,
  )
const hour = (from: string, to: string, value = 60) => ({
  on: '2027-02-09',
  pieces: [[`2027-02-09T${from}:00.000Z`, `2027-02-09T${to}:00.000Z`] as [string, string]],
  value,
})

test('a slot has the planned hours until somebody states how they were taught', async () => {
  const { planned, versions, eventName } = await read()
  expect(planned.map(({ on, pieces }) => [on, pieces[0]?.[0].slice(11, 16)])).toEqual(
    ['2027-02-09', '2027-02-10'].flatMap((on) => ['13:00', '14:00', '15:00', '16:00'].map((at) => [on, at])),
  )
  expect([versions, eventName]).toEqual([[], event.eventName])
})

test('a statement is stored with its author and reason, and is in the history of its event', async () => {
  const stated = [hour('13:10', '14:00'), hour('14:10', '15:00')]
  const [first] = (await state(stated)).data.versions
  expect(first).toMatchObject({ hours: stated, reason: 'It restarted', statedBy: 'Portal Administrator' })
  const again = await state(null, { reason: 'It did not', readAgendaId: first?.agendaId ?? 0 })
  const numbered = stated.map((each, place) => ({ ...each, hour: place + 1 }))
  expect(again.data.versions.map(({ hours, reason }) => [hours, reason])).toEqual([
    [null, 'It did not'],
    [numbered, 'It restarted'],
  ])
  const query = { eventId: event.eventId, activity: 'hours-stated' } as const
  const { activities } = await app.dataOf(getActivities, { query }, administrator)
  expect(activities.map(({ reason, item }) => [reason, item])).toEqual([
    ['It did not', '09 Feb 2027 – 10 Feb 2027, 8:00 AM - 12:00 PM EST'],
    ['It restarted', '09 Feb 2027 – 10 Feb 2027, 8:00 AM - 12:00 PM EST'],
  ])
})

test('of two statements of the same moment, the second is refused with the first one', async () => {
  const answers = await Promise.all([
    state([hour('13:10', '14:00')]),
    state([hour('13:20', '14:10')], { reason: 'Another' }),
  ])
  const refused = answers.find(({ failure }) => failure)?.failure
  expect(refused?.code).toBe('CHANGED_MEANWHILE')
  expect(refused?.message).toMatch(
    /^Portal Administrator has stated these hours .*: (It restarted|Another)\./,
  )
  expect((await read()).versions).toHaveLength(1)
})

test('a statement that says the same as now is refused', async () => {
  await expectRefusal(state(null), 'NOTHING_CHANGES')
  const { agendaId } = (await state([hour('13:10', '14:00')])).data.versions[0] ?? {}
  const again = await state([hour('13:10', '14:00')], { readAgendaId: agendaId ?? 0 })
  expect(again.failure?.code).toBe('NOTHING_CHANGES')
})

test.each<[string, GivenAgenda, RegExp]>([
  ['no hour', [], /At least one hour/],
  ['hours that overlap', [hour('13:00', '13:50'), hour('13:40', '14:30')], /^Hour 2: It begins before/],
  ['hours out of order', [hour('14:00', '14:50'), hour('13:00', '13:50')], /^Hour 2: It begins before/],
  ['an hour in the night before', [hour('03:00', '03:50')], /more than 4 hours outside/],
  ['a day without the slot', [{ ...hour('13:00', '13:50'), on: '2027-02-11' }], /does not take place on/],
  ['an hour worth less than a minute', [hour('13:00', '13:50', 0.5)], /worth 1 to 480/],
  ['hours worth more than 8 hours', [hour('13:00', '14:00', 480), hour('14:00', '15:00', 60)], /at most/],
  [
    'a time without its zone',
    [{ ...hour('13:00', '13:50'), pieces: [['2027-02-09T13:00', '2027-02-09T13:50']] }],
    /with its zone/,
  ],
  [
    'pieces out of order',
    [
      {
        ...hour('13:00', '13:50'),
        pieces: [...hour('13:30', '13:50').pieces, ...hour('13:00', '13:20').pieces],
      },
    ],
    /in order/,
  ],
])('a statement with %s is refused', async (_, hours, words) => {
  expect((await state(hours)).failure?.fields?.hours).toMatch(words)
  expect((await read()).versions).toEqual([])
})

test('a statement needs a reason and a slot that exists', async () => {
  expect((await state(null, { reason: ' ' })).failure?.fields?.reason).toBe('Say what happened')
  await expectRefusal(state(null, { eventSlotId: 999_999 }), 'SLOT_NOT_FOUND')
})
