import { expect, test } from 'vitest'
import { addDays } from '#contract/core/plain-dates.ts'
import { easternDay, firstDayOf, seasonOfDay } from '#contract/core/season.ts'
import { generateCertificate, sendCertificate } from '#contract/counting/certificates/calls.ts'
import { getEndedSlots, getSlotsToday } from '#contract/office/dashboard/calls.ts'
import { expectSuccess } from '#test/app.ts'
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

test('a slot that ended lately is listed until everybody who qualifies is credited, with an emailed certificate', async () => {
  expect(await ended()).toBe(undefined)
  const [first, second] = [await givenRegistered(), await givenRegistered()]
  await givenRegistered()
  expect(await ended()).toEqual({
    eventSlotId: slot,
    eventName: 'Piston IA Renewal Series 2027',
    startOn: on,
    endOn: on,
    startTime: '08:00',
    endTime: '12:00',
    endedAt: at('12:00'),
    registered: 3,
    attended: null,
    certificates: 0,
    creditable: 0,
    unmailed: 0,
    undeliverable: 0,
  })
  await upload([row(first.email, '08:00', '12:00'), row(second.email, '08:00', '12:00')].join('\n'))
  expect(await ended()).toMatchObject({ registered: 3, attended: 2, certificates: 0, creditable: 2 })
  await credit(first)
  expect(await ended()).toMatchObject({ attended: 2, certificates: 1, creditable: 1 })
  await credit(second)
  expect(await ended()).toMatchObject({ creditable: 0, certificates: 2, unmailed: 2 })
  for (const person of [first, second]) await mail(person)
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

test('a certificate that was not emailed is listed for this renewal year, and for 30 days after it', async () => {
  const person = await givenRegistered()
  await credit(person)
  const today = easternDay(new Date())
  const [oldest = today] = [firstDayOf(seasonOfDay(today)), addDays(today, -30)].sort()
  await heldOn(oldest)
  expect(await ended()).toMatchObject({ certificates: 1, unmailed: 1 })
  await heldOn(addDays(oldest, -1))
  expect(await ended()).toBe(undefined)
  await heldOn(oldest)
  await mail(person)
  expect(await ended()).toBe(undefined)
})

test('the slots of today say if they run, and how many are there', async () => {
  const today = easternDay(new Date())
  await app.update(
    'eventSlots',
    { startOn: today, endOn: today, startTime: '00:00', endTime: '23:59' },
    { eventSlotId: slot },
  )
  await givenRegistered()
  const data = await app.dataOf(getSlotsToday, {}, administrator)
  expect(data.slots.find(({ eventSlotId }) => eventSlotId === slot)).toMatchObject({
    isInPerson: false,
    isRunning: true,
    isOver: false,
    registered: 1,
    here: null,
  })
  await heldOn(addDays(on, 6))
  const later = await app.dataOf(getSlotsToday, {}, administrator)
  expect(later.slots.find(({ eventSlotId }) => eventSlotId === slot)).toBe(undefined)
})

test('a slot that is still to come is not listed', async () => {
  await heldOn(addDays(on, 9))
  await givenRegistered()
  expect(await ended()).toBe(undefined)
})

async function ended() {
  const data = await app.dataOf(getEndedSlots, {}, administrator)
  return data.slots.find(({ eventSlotId }) => eventSlotId === slot)
}

async function credit(person: Parameters<typeof idOf>[0]) {
  const body = { registrationId: await idOf(person), hours: 4, reason: 'Was there' }
  await expectSuccess(app.send(generateCertificate, byHand(body), administrator))
  await app.untilJobsAreDone()
}

async function mail(person: Parameters<typeof idOf>[0]) {
  await app.send(sendCertificate, { registrationId: await idOf(person) }, administrator)
}
