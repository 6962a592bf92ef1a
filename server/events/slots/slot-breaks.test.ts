import { beforeEach, describe, expect, test } from 'vitest'
import { getCreditRules, makeFiguresValid } from '#contract/events/credit-rules/calls.ts'
import type { Figures } from '#contract/events/credit-rules/figures.ts'
import { copySeason } from '#contract/events/event-copies/calls.ts'
import { getAllEvents, getEventsWithSlots } from '#contract/events/events/calls.ts'
import { changeEvent } from '#contract/events/events/edits.ts'
import { saveEventPlan } from '#contract/events/events/plans.ts'
import { getSlotAgendas, stateHours } from '#contract/events/slots/agenda-calls.ts'
import type { StatedAgenda } from '#contract/events/slots/agendas.ts'
import { hoursOf, statedOf } from '#contract/events/slots/agendas.ts'
import type { SlotBreak } from '#contract/events/slots/breaks.ts'
import type { SlotEdit } from '#contract/events/slots/calls.ts'
import { addSlot, changeSlot } from '#contract/events/slots/calls.ts'
import { getRegisteredEvents } from '#contract/registrations/registrations/calls.ts'
import { expectSuccess } from '#test/app.ts'
import type { EventWithSlots } from '#test/given.ts'
import {
  givenEvent,
  givenPersonUnmailed,
  givenRegistration,
  historyOf,
  preparedAdministrator,
  preparedApp,
} from '#test/given.ts'
import { jobsOf } from '#test/queue.ts'

const lunch: SlotBreak = { from: '12:00', to: '13:00', name: 'Lunch' }
const day = { startOn: '2027-03-09', endOn: '2027-03-09', startTime: '08:00', endTime: '17:00' } as const

let seminar: EventWithSlots
const app = preparedApp({ works: false })
const administrator = preparedAdministrator(app)
beforeEach(async () => {
  seminar = await givenEvent(app, { focusId: 4, eventName: 'South Carolina IA Seminar 2027' })
})

describe('a new slot', () => {
  test.each<[string, object, SlotBreak[]]>([
    ['in person from 8 to 5 has lunch', {}, [lunch]],
    ['in person in the morning has none', { endTime: '12:00' }, []],
    ['online from 8 to 5 has none', { focusId: 2 }, []],
    [
      'whose breaks are given has those',
      { breaks: [{ ...lunch, from: '11:45' }] },
      [{ ...lunch, from: '11:45' }],
    ],
    ['that is to have no breaks has none', { breaks: [] }, []],
  ])('%s', async (_, given, breaks) => {
    const slot = { ...day, focusId: 4, eventId: seminar.eventId, ...given }
    const added = await app.send(addSlot, slot, administrator)
    expect(await breaksOf(added.data.eventSlotId)).toEqual(breaks)
  })

  test('of an event that says its form itself has lunch or not, as that says', async () => {
    const online = await givenEvent(app)
    const body = { eventId: online.eventId, eventName: online.eventName, isInPerson: true }
    await app.send(changeEvent, body, administrator)
    expect(await addedTo(online)).toEqual([lunch])
    await app.send(changeEvent, { ...body, isInPerson: false }, administrator)
    expect(await addedTo(online, '2027-03-16')).toEqual([])
  })

  test('of a plan has them, too, also with the form that the plan gives its event', async () => {
    const event = { eventName: 'Planned', isInPerson: true }
    const body = { event, added: [{ ...day, focusId: 2 }], changed: [], deleted: [] }
    const { slots } = await app.dataOf(saveEventPlan, { body }, administrator)
    expect(await breaksOf(slots[0]?.eventSlotId ?? 0)).toEqual([lunch])
  })

  async function addedTo(
    { eventId, focusId }: EventWithSlots,
    startOn = '2027-03-09' as SlotEdit['startOn'],
  ) {
    const body = { ...day, startOn, endOn: startOn, focusId, eventId }
    return breaksOf((await app.dataOf(addSlot, { body }, administrator)).eventSlotId)
  }
})

describe('the breaks of a slot', () => {
  let slot: number
  beforeEach(async () => {
    slot = seminar.slotIds[0]
    await app.services.db.deleteFrom('eventSlots').where('eventSlotId', '=', seminar.slotIds[1]).execute()
    await change({ breaks: [lunch] })
  })

  const change = (given: Partial<SlotEdit> = {}) =>
    app.send(changeSlot, { ...day, focusId: 4, eventSlotId: slot, ...given }, administrator)

  test('change, stay if the call names none, and are removed; the history shows each change', async () => {
    const early = { ...lunch, from: '11:30', to: '12:30' } as const
    await change({ breaks: [early, { from: '15:00', to: '15:15', name: 'Coffee' }] })
    expect(await breaksOf(slot)).toHaveLength(2)
    await change({ endTime: '16:00' })
    expect(await breaksOf(slot)).toHaveLength(2)
    await change({ endTime: '16:00', breaks: [] })
    expect(await breaksOf(slot)).toEqual([])
    const changes = (await historyOf(app, administrator, { eventId: seminar.eventId })).flatMap((each) =>
      each.changes.filter(({ what }) => what === 'Breaks'),
    )
    const both = 'Lunch 11:30 AM – 12:30 PM, Coffee 3:00 PM – 3:15 PM'
    expect(changes).toEqual([
      { what: 'Breaks', from: both, to: '' },
      { what: 'Breaks', from: 'Lunch 12:00 PM – 1:00 PM', to: both },
      { what: 'Breaks', from: '', to: 'Lunch 12:00 PM – 1:00 PM' },
    ])
  })

  test('that change nothing make no version', async () => {
    expect((await change({ breaks: [lunch] })).data.version).toBe(1)
    expect((await change()).data.version).toBe(1)
  })

  test('count the hours again when they change, as a new time does, but email nobody', async () => {
    await givenRegistration(app, await givenPersonUnmailed(app), { ...seminar, slotIds: [slot, slot] })
    const before = (await jobsOf(app, 'count-hours')).length
    await change({ breaks: [] })
    const counts = (await jobsOf(app, 'count-hours')).slice(before)
    expect(counts.map(({ data }) => data)).toEqual([{ eventSlotId: slot }])
    const rows = await app.query("select from activities where activity = 'rescheduled' and event_id = $1", [
      seminar.eventId,
    ])
    expect(rows).toEqual([])
  })

  test('are refused outside of its new time, in a call of its own and in a plan', async () => {
    const words = 'Lunch 12:00 PM – 1:00 PM is outside of 1:00 PM – 5:00 PM. Change or remove it.'
    expect((await change({ startTime: '13:00' })).failure?.fields).toEqual({ breaks: words })
    const { eventId } = seminar
    const changed = [{ ...day, startTime: '13:00', focusId: 4, eventSlotId: slot, version: 1 } as const]
    const body = { eventId, added: [], changed, deleted: [] }
    const plan = await app.send(saveEventPlan, body, administrator)
    expect(plan.failure?.fields).toEqual({ 'changed.0.breaks': words })
    await expectSuccess(change({ startTime: '13:00', breaks: [] }))
  })

  test.each<[string, Partial<SlotBreak>, string, string]>([
    ['without a name', { name: ' ' }, 'breaks.0.name', 'Name the break.'],
    ['that ends before it begins', { to: '11:00' }, 'breaks', 'Lunch has to end after it begins.'],
  ])('are refused %s', async (_, wrong, field, words) => {
    expect((await change({ breaks: [{ ...lunch, ...wrong }] })).failure?.fields).toMatchObject({
      [field]: words,
    })
  })

  test('are shown to people and administrators, and count in the hours that a slot gives', async () => {
    const person = await givenPersonUnmailed(app)
    await change({ breaks: [lunch], startTime: '09:00', endTime: '16:00' })
    await givenRegistration(app, person, { ...seminar, slotIds: [slot, slot] })
    const { registeredEvents } = await app.dataOf(getRegisteredEvents, {}, person)
    expect(registeredEvents).toMatchObject([{ breaks: [lunch], creditHours: 6 }])
    const { events } = await app.dataOf(getAllEvents, { query: {} }, person)
    expect(events.find(({ eventSlotId }) => eventSlotId === slot)?.breaks).toEqual([lunch])
    expect(await breaksOf(slot)).toEqual([lunch])
  })

  test('are copied with their event', async () => {
    await change({ breaks: [{ ...lunch, name: 'Barbecue' }] })
    const body = { eventIds: [seminar.eventId] }
    const [copy] = (await app.dataOf(copySeason, { body }, administrator)).results
    const event = await find(copy?.newEventId ?? 0)
    expect(event?.slots.map(({ breaks }) => breaks)).toEqual([[{ ...lunch, name: 'Barbecue' }]])
  })

  test('are left out of the plan by hours-2, with two courses an hour', async () => {
    const planned = () => readAgendas().then((read) => read.planned.map(({ pieces }) => pieces[0]?.[0]))
    await makeValid({ coursesAnHour: 1 })
    expect(await planned()).toHaveLength(8)
    const figures = await makeValid({ coursesAnHour: 2 })
    const expected = hoursOf({ ...day, breaks: [lunch] }, figures)
    expect(await planned()).toEqual(expected.map(({ pieces }) => pieces[0]?.startAt.toISOString()))
    expect(expected).toHaveLength(16)
    await change({ breaks: [] })
    expect(await planned()).toHaveLength(18)
  })

  test('a short hour is refused by hours-2 with its number, and one worth half an hour is kept', async () => {
    const figures = await makeValid({})
    const hours = statedOf(hoursOf({ ...day, breaks: [lunch] }, figures))
    const cut = (minutes: number, value: number): StatedAgenda =>
      hours.map((hour, place) => {
        const [[from, to]] = hour.pieces as [[string, string]]
        const until = new Date(Date.parse(from) + minutes * 60_000).toISOString()
        return place === 2 ? { ...hour, value, pieces: [[from, until]] } : { ...hour, pieces: [[from, to]] }
      })
    expect((await state(cut(44, 60))).failure?.fields?.hours).toBe(
      'Hour 3: It was taught for 44 minutes, and a whole hour needs 45. Enter 30 minutes of credit at most.',
    )
    expect((await state(cut(19, 30))).failure?.fields?.hours).toMatch(
      /^Hour 3: It was taught for 19 minutes only/,
    )
    await expectSuccess(state(cut(44, 30).toSpliced(1, 1)))
    const [newest] = (await readAgendas()).versions
    expect(newest?.hours?.map(({ hour }) => hour)).toEqual([1, 3, 4, 5, 6, 7, 8])
  })

  const readAgendas = () => app.dataOf(getSlotAgendas, { query: { eventSlotId: slot } }, administrator)

  const state = (hours: StatedAgenda) => {
    const body = { eventSlotId: slot, hours, reason: 'Fire alarm', readAgendaId: null }
    return app.send(stateHours, body, administrator)
  }

  /** Makes figures of hours-2 valid for in-person events. */
  async function makeValid(given: Partial<Figures>): Promise<Figures> {
    const { inPerson } = (await app.dataOf(getCreditRules, { query: { season: 2027 } }, administrator)).valid
    const { neededShare: _, coursesAnHour: __, ...before } = inPerson.figures
    const figures: Figures = { ...before, code: 'hours-2', ...given }
    const body = { season: 2027, isInPerson: true, figures, reason: 'Breaks', readRuleId: inPerson.ruleId }
    await expectSuccess(app.send(makeFiguresValid, body, administrator))
    return figures
  }
})

async function find(eventId: number) {
  const { years } = await app.dataOf(getEventsWithSlots, { query: {} }, administrator)
  return years.flatMap(({ events }) => events).find((event) => event.eventId === eventId)
}

/** Returns a slot's breaks as administrators see them. */
async function breaksOf(eventSlotId: number): Promise<SlotBreak[] | undefined> {
  const { years } = await app.dataOf(getEventsWithSlots, { query: {} }, administrator)
  const slots = years.flatMap(({ events }) => events.flatMap((event) => event.slots))
  return slots.find((slot) => slot.eventSlotId === eventSlotId)?.breaks
}
