import { expect, test } from 'vitest'
import { addDays } from '#contract/core/plain-dates.ts'
import { generateCertificate } from '#contract/counting/certificates/calls.ts'
import { getEndedSlots } from '#contract/office/dashboard/calls.ts'
import { byHand } from '#test/given.ts'
import {
  administrator,
  app,
  at,
  givenRegistered,
  heldOn,
  idOf,
  on,
  row,
  slot,
  startWithHeldSlot,
  upload,
} from '#test/held-slot.ts'

startWithHeldSlot()

test('a slot that ended lately is listed until it has a report and everybody who qualifies is credited', async () => {
  expect(await ended()).toBe(undefined)
  const [first, second] = [await givenRegistered(), await givenRegistered()]
  await givenRegistered()
  expect(await ended()).toEqual({
    eventSlotId: slot,
    eventName: 'Piston IA Renewal Series 2027',
    endedAt: at('12:00'),
    registered: 3,
    attended: null,
    certificates: 0,
    creditable: 0,
  })
  await upload([row(first.email, '08:00', '12:00'), row(second.email, '08:00', '12:00')].join('\n'))
  expect(await ended()).toMatchObject({ registered: 3, attended: 2, certificates: 0, creditable: 2 })
  await credit(first)
  expect(await ended()).toMatchObject({ attended: 2, certificates: 1, creditable: 1 })
  await credit(second)
  expect(await ended()).toBe(undefined)
})

test.each([
  [1, true],
  [30, false],
  [31, false],
])('a slot of %i days before last week is listed: %s', async (days, isListed) => {
  await heldOn(addDays(on, -days))
  await givenRegistered()
  expect((await ended()) !== undefined).toBe(isListed)
})

test('a slot that is still to come is not listed', async () => {
  await heldOn(addDays(on, 9))
  await givenRegistered()
  expect(await ended()).toBe(undefined)
})

async function ended() {
  const { data } = await app.call(getEndedSlots, {}, administrator.token)
  return data.slots.find(({ eventSlotId }) => eventSlotId === slot)
}

async function credit(person: Parameters<typeof idOf>[0]): Promise<void> {
  const body = { registrationId: await idOf(person), hours: 4, reason: 'Was there' }
  expect((await app.call(generateCertificate, { body: byHand(body) }, administrator.token)).failure).toBe(
    undefined,
  )
  await app.untilJobsAreDone()
}
