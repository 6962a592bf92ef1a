import { expect, test } from 'vitest'
import { getAllEvents, getEventsWithSlots, getOpenEvents } from '#contract/events/events/calls.ts'
import { addEvent, changeEvent } from '#contract/events/events/edits.ts'
import { addSlot } from '#contract/events/slots/calls.ts'
import { getRegisteredEvents, registerForEvent } from '#contract/registrations/registrations/calls.ts'
import type { TestApp } from '#test/app.ts'
import { expectRefusal, expectSuccess, until } from '#test/app.ts'
import type { Person } from '#test/given.ts'
import { givenPersonUnmailed, prepared, preparedAdministrator, preparedApp } from '#test/given.ts'

const app = preparedApp({ works: false })
const other = preparedApp({ sharing: app, works: false })
const administrator = preparedAdministrator(app)
const person = prepared(() => givenPersonUnmailed(app))

const eventName = 'Prepared Series'

test('a new event that is closed is unpublished: only administrators see it', async () => {
  const { eventId } = await givenDraft()
  expect(await find(eventId)).toMatchObject({ eventName, isDraft: true, isEnabled: false })
  for (const portal of [app, other]) {
    expect(await namesFor(person, portal)).not.toContain(eventName)
    expect(await namesFor(administrator, portal)).not.toContain(eventName)
  }
  const { events } = await app.dataOf(getOpenEvents, {})
  expect(events.map((event) => event.eventId)).not.toContain(eventId)
})

test('a new event that is open is published', async () => {
  const { eventId } = await app.dataOf(addEvent, { body: { eventName: 'Open' } }, administrator)
  expect(await find(eventId)).toMatchObject({ isDraft: false, isEnabled: true })
})

test('nobody can register for an unpublished event: people do not find it, and administrators get the reason', async () => {
  const draft = await givenDraft()
  const alone = await register(draft, person)
  expect([alone.status, alone.failure?.code]).toEqual([404, 'EVENT_NOT_FOUND'])
  const forThem = await register({ ...draft, userId: person.userId }, administrator)
  expect([forThem.status, forThem.failure?.code]).toEqual([409, 'EVENT_IS_DRAFT'])
  expect((await app.dataOf(getRegisteredEvents, {}, person)).registeredEvents).toEqual([])
})

test('an unpublished event stays unpublished when it is changed', async () => {
  const { eventId } = await givenDraft()
  await change({ eventId, eventName, venue: 'Hangar 1' })
  await change({ eventId, eventName, isEnabled: false })
  expect(await find(eventId)).toMatchObject({ isDraft: true, venue: 'Hangar 1', version: 1 })
})

test('an unpublished event is published in every process once it is enabled, and stays published when it is closed', async () => {
  const draft = await givenDraft()
  const { eventId } = draft
  const name = `Published ${eventId}`
  await Promise.all([app, other].map((portal) => namesFor(person, portal)))
  await change({ eventId, eventName: name, isEnabled: true })
  expect(await find(eventId)).toMatchObject({ isDraft: false, isEnabled: true })
  for (const portal of [app, other]) await until(async () => (await namesFor(person, portal)).includes(name))
  await expectSuccess(register(draft, person))

  await change({ eventId, eventName: name, isEnabled: false })
  expect(await find(eventId)).toMatchObject({ isDraft: false, isEnabled: false })
  expect(await namesFor(person, app)).toContain(name)
  const late = await givenPersonUnmailed(app)
  await expectRefusal(register(draft, late), 'EVENT_CLOSED')
})

test('registering while an event is published succeeds or is refused', async () => {
  for (let round = 0; round < 10; round++) {
    const draft = await givenDraft()
    const who = await givenPersonUnmailed(app)
    const [registered] = await Promise.all([
      other.send(registerForEvent, draft, who),
      change({ eventId: draft.eventId, eventName, isEnabled: true }),
    ])
    expect(registered.failure?.code ?? 'registered').toMatch(/^(registered|EVENT_NOT_FOUND)$/)
    await expectSuccess(register(draft, who))
  }
})

async function givenDraft() {
  const { eventId } = await app.dataOf(addEvent, { body: { eventName, isEnabled: false } }, administrator)
  const slot = {
    focusId: 2,
    startOn: '2027-03-09',
    endOn: '2027-03-10',
    startTime: '08:00',
    endTime: '12:00',
  } as const
  const { eventSlotId } = await app.dataOf(addSlot, { body: { ...slot, eventId } }, administrator)
  return { eventId, eventSlotId, focusId: slot.focusId }
}

function change(body: { eventId: number; eventName: string; isEnabled?: boolean; venue?: string }) {
  return app.dataOf(changeEvent, { body }, administrator)
}

function register(
  body: { eventId: number; eventSlotId: number; focusId: number; userId?: string },
  { token }: Person,
) {
  return app.send(registerForEvent, body, token)
}

async function find(eventId: number) {
  const { years } = await app.dataOf(getEventsWithSlots, { query: {} }, administrator)
  return years.flatMap(({ events }) => events).find((event) => event.eventId === eventId)
}

async function namesFor({ token }: Person, of: TestApp) {
  const { events } = (await of.call(getAllEvents, { query: { year: 2027 } }, token)).data
  return events.map((event) => event.eventName)
}
