import { expect, test } from 'vitest'
import { addDays } from '#contract/core/plain-dates.ts'
import { easternDay, seasonOfDay } from '#contract/core/season.ts'
import { generateCertificate, sendCertificate } from '#contract/counting/certificates/calls.ts'
import { getDashboard, getEndedSlots } from '#contract/office/dashboard/calls.ts'
import { getSlotProgress, getToday } from '#contract/office/dashboard/slot-progress.ts'
import { getAllRegisteredUsers } from '#contract/registrations/registration-lists/calls.ts'
import { byHand } from '#test/given.ts'
import {
  administrator,
  app,
  event,
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

test('a slot is one line, from its registrations to the emailed certificates', async () => {
  const [first, second] = [await givenRegistered(), await givenRegistered()]
  await givenRegistered()
  expect(await progress()).toMatchObject({
    eventId: event.eventId,
    eventName: 'Piston IA Renewal Series 2027',
    isInPerson: false,
    isDraft: false,
    isWebinar: false,
    seats: null,
    registered: 3,
    waiting: 0,
    attended: null,
    isFinal: false,
    decisions: 0,
    creditable: 0,
    certificates: 0,
    mailed: 0,
  })

  await upload(
    [
      row(first.email, '08:00', '12:00'),
      row(second.email, '08:00', '12:00'),
      row('stranger@example.com', '08:00', '12:00', 'Stranger'),
    ].join('\n'),
  )
  expect(await progress()).toMatchObject({ attended: 2, creditable: 2, certificates: 0 })
  expect((await progress())?.decisions).toBeGreaterThan(0)

  const registrationId = await idOf(first)
  await app.send(
    generateCertificate,
    byHand({ registrationId, hours: 4, reason: 'Was there' }),
    administrator,
  )
  await app.untilJobsAreDone()
  expect(await progress()).toMatchObject({ creditable: 1, certificates: 1, mailed: 0, mailable: 1 })
  await app.send(sendCertificate, { registrationId }, administrator)
  await app.mailsTo(first.email)
  await expect.poll(async () => (await progress())?.mailed).toBe(1)
  expect(await progress()).toMatchObject({ mailable: 0 })
})

test('a certificate whose address bounced is not to be emailed', async () => {
  const person = await givenRegistered()
  const registrationId = await idOf(person)
  await app.send(
    generateCertificate,
    byHand({ registrationId, hours: 4, reason: 'Was there' }),
    administrator,
  )
  await app.untilJobsAreDone()
  expect(await progress()).toMatchObject({ certificates: 1, mailable: 1 })
  await app.query(
    "insert into bounces (email, reason, source, bounced_at) values ($1, 'No such user', 'mail-server', now())",
    [person.email],
  )
  expect(await progress()).toMatchObject({ certificates: 1, mailable: 0 })
})

test('a newer issue that was not emailed is not emailed in any figure, step or list', async () => {
  const person = await givenRegistered()
  const registrationId = await idOf(person)
  const issue = async (hours: number) => {
    const body = byHand({ registrationId, hours, reason: 'Was there' })
    await app.send(generateCertificate, body, administrator)
    await app.untilJobsAreDone()
  }
  const { headline } = await mailing()
  await issue(4)
  await app.send(sendCertificate, { registrationId }, administrator)
  await app.untilJobsAreDone()
  expect(await mailing()).toEqual({
    mailed: 1,
    mailable: 0,
    unmailed: 0,
    headline: headline + 1,
    listed: [1, 0],
  })
  await issue(3)
  expect(await mailing()).toEqual({ mailed: 0, mailable: 1, unmailed: 1, headline, listed: [0, 1] })
})

test('counts the people on the waitlist of a slot with seats, and says that a coming slot has seats', async () => {
  await heldOn(addDays(easternDay(new Date()), 9))
  const { waiting } = await today()
  const person = await givenRegistered()
  await app.update('eventSlots', { capacity: 1 }, { eventSlotId: slot })
  await app.query(
    `insert into waitlist_entries (event_slot_id, user_id, state, joined_at, turn)
     values ($1, $2, 'waiting', now(), 1)`,
    [slot, administrator.userId],
  )
  expect(await idOf(person)).toBeGreaterThan(0)
  expect(await progress()).toMatchObject({ seats: 1, registered: 1, waiting: 1 })
  expect(await today()).toMatchObject({ waiting: waiting + 1, hasSeats: true })
})

test('today is a seminar only while a published in-person slot has this day', async () => {
  await givenRegistered()
  await app.update('events', { isInPerson: true }, { eventId: event.eventId })
  expect((await today()).seminar).toBe(null)
  await heldOn(easternDay(new Date()))
  expect((await today()).seminar).toEqual({ expected: 1, came: 0 })
})

test('a renewal year lists the slots of all its events', async () => {
  const query = { year: seasonOfDay(on) }
  const { slots } = await app.dataOf(getSlotProgress, { query }, administrator)
  expect(slots.map(({ eventId }) => eventId)).toContain(event.eventId)
})

/** Returns what each page says about the emailed certificates of the slot. */
async function mailing() {
  const season = seasonOfDay(on)
  await app.query('delete from dashboards')
  const { certificates } = await app.dataOf(getDashboard, { query: { year: season } }, administrator)
  const { slots } = await app.dataOf(getEndedSlots, {}, administrator)
  const counted = async (certificate: 'mailed' | 'unmailed') => {
    const query = { eventSlotId: slot, certificate }
    return (await app.dataOf(getAllRegisteredUsers, { query }, administrator)).pagination.totalRecords
  }
  const { mailed, mailable } = (await progress()) ?? {}
  return {
    mailed,
    mailable,
    unmailed: slots.find(({ eventSlotId }) => eventSlotId === slot)?.unmailed ?? 0,
    headline: certificates.mailed,
    listed: [await counted('mailed'), await counted('unmailed')],
  }
}

async function progress() {
  const query = { eventId: event.eventId }
  const data = await app.dataOf(getSlotProgress, { query }, administrator)
  return data.slots.find(({ eventSlotId }) => eventSlotId === slot)
}

function today() {
  return app.dataOf(getToday, {}, administrator)
}
