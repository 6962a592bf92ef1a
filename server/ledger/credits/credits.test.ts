import { describe, expect, test } from 'vitest'
import { generateCertificate } from '#contract/counting/certificates/calls.ts'
import { changeSlot } from '#contract/events/slots/calls.ts'
import { getRegisteredEvents } from '#contract/registrations/registrations/calls.ts'
import { lockSlot } from '#server/events/slots/lock-slot.ts'
import { lockRegistration } from '#server/registrations/registrations/lock-registration.ts'
import { atOnce, expectSuccess } from '#test/app.ts'
import {
  byHand,
  givenEvent,
  givenRegistered,
  prepared,
  preparedAdministrator,
  preparedApp,
} from '#test/given.ts'

const app = preparedApp({ works: false })
const administrator = preparedAdministrator(app)
const event = prepared(() => givenEvent(app))

test('the same hours again make no new credit, however many ask at once; other hours do', async () => {
  let registrationId = 0
  // Several rounds, because the first concurrent calls have to open connections.
  for (let times = 0; times < 3; times++) {
    registrationId = (await givenRegistration()).registrationId
    await atOnce(20, () => credit(registrationId, 8))
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
  await app.write(async ({ tx }) => {
    await lockSlot(tx, eventSlotId)
    await expectSuccess(credit(registrationId, 8))
  })
  await app.write(async ({ tx }) => {
    await lockRegistration(tx, registrationId)
    await expectSuccess(app.send(changeSlot, body, administrator))
  })
})

test('each credit is in the history, with the previous hours', async () => {
  const { registrationId } = await givenRegistration()
  await credit(registrationId, 8)
  await credit(registrationId, 8)
  await credit(registrationId, 0, "Wasn't there")
  const rows = await app.query(
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
      await app.query(
        "insert into credits (registration_id, minutes, source) values ($1, $2, 'attendance')",
        [registrationId, minutes],
      )
      const [held] = (await app.dataOf(getRegisteredEvents, {}, person)).registeredEvents
      expect(held?.hours).toBe(hours)
    }
  })
})

test('an incomplete profile cannot be credited hours until it is completed', async () => {
  const { person, registrationId } = await givenRegistration()
  const setCompany = (companyName: string) => app.update('users', { companyName }, { userId: person.userId })
  await setCompany('  ')
  const { status, failure } = await credit(registrationId, 8)
  expect([status, failure?.code]).toEqual([409, 'PROFILE_INCOMPLETE'])
  expect(await creditsOf(registrationId)).toEqual([])
  await setCompany('Example Aviation')
  await expectSuccess(credit(registrationId, 8))
  // Credit can be withdrawn even if the profile is incomplete.
  await setCompany('')
  await expectSuccess(credit(registrationId, 0))
})

const givenRegistration = () => givenRegistered(app, event)

function credit(registrationId: number, hours: number, reason?: string) {
  return app.send(generateCertificate, byHand({ registrationId, hours, reason }), administrator)
}

async function creditsOf(registrationId: number) {
  const rows = await app.query(
    'select minutes, reason from credits where registration_id = $1 order by credit_id',
    [registrationId],
  )
  return rows
}
