import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { generateCertificate } from '#contract/counting/certificates/calls.ts'
import { changeSlot } from '#contract/events/slots/calls.ts'
import { getRegisteredEvents, registerForEvent } from '#contract/registrations/registrations/calls.ts'
import { lockSlot } from '#server/events/slots/lock-slot.ts'
import { lockRegistration } from '#server/registrations/registrations/lock-registration.ts'
import { write } from '#server/work.ts'
import type { TestApp } from '#test/app.ts'
import { startApp } from '#test/app.ts'
import type { EventWithSlots, Person } from '#test/given.ts'
import { byHand, givenAdministrator, givenEvent, givenPersonUnmailed } from '#test/given.ts'

let app: TestApp
let administrator: Person
let event: EventWithSlots
beforeAll(async () => {
  app = await startApp({ works: false })
  administrator = await givenAdministrator(app)
  event = await givenEvent(app)
})
afterAll(() => app.close())

test('the same hours again make no new credit, however many ask at once; other hours do', async () => {
  let registrationId = 0
  // Several rounds, because the first concurrent calls have to open connections.
  for (let times = 0; times < 3; times++) {
    registrationId = (await givenRegistration()).registrationId
    await Promise.all(Array.from({ length: 20 }, () => credit(registrationId, 8)))
    await credit(registrationId, 8, 'again')
    expect(await creditsOf(registrationId)).toEqual([{ minutes: 480, reason: 'Confirmed' }])
  }
  await credit(registrationId, 4, 'one day only')
  await credit(registrationId, 8)
  expect(await creditsOf(registrationId)).toEqual([
    { minutes: 480, reason: 'Confirmed' },
    { minutes: 240, reason: 'one day only' },
    { minutes: 480, reason: 'Confirmed' },
  ])
})

test('a credit of hours does not wait for a change of the slot, nor the change for the credit', async () => {
  const { registrationId } = await givenRegistration()
  const [eventSlotId] = event.slotIds
  const time = { startOn: '2027-02-09', endOn: '2027-02-10', startTime: '08:30', endTime: '12:00' } as const
  const body = { eventSlotId, focusId: event.focusId, webinarId: null, ...time }
  await write(app.services, undefined, async ({ tx }) => {
    await lockSlot(tx, eventSlotId)
    expect((await credit(registrationId, 8)).status).toBe(200)
  })
  await write(app.services, undefined, async ({ tx }) => {
    await lockRegistration(tx, registrationId)
    expect((await app.call(changeSlot, { body }, administrator.token)).status).toBe(200)
  })
})

test('each credit is in the history, with the previous hours', async () => {
  const { registrationId } = await givenRegistration()
  await credit(registrationId, 8)
  await credit(registrationId, 8)
  await credit(registrationId, 0, "Wasn't there")
  const { rows } = await app.services.pool.query(
    "select acted_by, details from activities where registration_id = $1 and activity = 'credited' order by activity_id",
    [registrationId],
  )
  expect(rows).toEqual([
    { acted_by: administrator.userId, details: { minutes: 480, before: 0, reason: 'Confirmed' } },
    { acted_by: administrator.userId, details: { minutes: 0, before: 480, reason: "Wasn't there" } },
  ])
})

describe('the database', () => {
  // 200 minutes of instruction may be 4 hours of 50. They are not credited time, and may not become 3 hours.
  test.each([[-60], [481], [540], [200]])('refuses %i minutes', async (minutes) => {
    const { registrationId } = await givenRegistration()
    const insert = "insert into credits (registration_id, minutes, source) values ($1, $2, 'attendance')"
    await expect(app.services.pool.query(insert, [registrationId, minutes])).rejects.toThrow(
      'credits_minutes',
    )
  })

  test("sets the hours of a registration to the rule's newest credit", async () => {
    const { person, registrationId } = await givenRegistration()
    for (const [minutes, hours] of [
      [240, 4],
      [0, 0],
      [480, 8],
    ]) {
      await app.services.pool.query(
        "insert into credits (registration_id, minutes, source) values ($1, $2, 'attendance')",
        [registrationId, minutes],
      )
      const [held] = (await app.call(getRegisteredEvents, {}, person.token)).data.registeredEvents
      expect(held?.hours).toBe(hours)
    }
  })
})

test('an incomplete profile cannot be credited hours until it is completed', async () => {
  const { person, registrationId } = await givenRegistration()
  const setCompany = (companyName: string) =>
    app.services.db.updateTable('users').set({ companyName }).where('userId', '=', person.userId).execute()
  await setCompany('  ')
  const { status, failure } = await credit(registrationId, 8)
  expect([status, failure?.code]).toEqual([409, 'PROFILE_INCOMPLETE'])
  expect(await creditsOf(registrationId)).toEqual([])
  await setCompany('Example Aviation')
  expect((await credit(registrationId, 8)).status).toBe(200)
  // Credit can be withdrawn even if the profile is incomplete.
  await setCompany('')
  expect((await credit(registrationId, 0)).status).toBe(200)
})

async function givenRegistration() {
  const person = await givenPersonUnmailed(app)
  const body = { eventId: event.eventId, eventSlotId: event.slotIds[0], focusId: event.focusId }
  const { registration } = (await app.call(registerForEvent, { body }, person.token)).data
  return { person, registrationId: registration.registrationId }
}

function credit(registrationId: number, hours: number, reason?: string) {
  return app.call(
    generateCertificate,
    { body: byHand({ registrationId, hours, reason }) },
    administrator.token,
  )
}

async function creditsOf(registrationId: number) {
  const { rows } = await app.services.pool.query(
    'select minutes, reason from credits where registration_id = $1 order by credit_id',
    [registrationId],
  )
  return rows
}
