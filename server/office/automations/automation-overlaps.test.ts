import { expect, test } from 'vitest'
import { generateCertificate } from '#contract/counting/certificates/calls.ts'
import { getWaits } from '#contract/counting/credit-findings/calls.ts'
import { expectSuccess } from '#test/app.ts'
import { noPollsAsked, uploadAttendanceFile } from '#test/attendance-uploads.ts'
import type { EventWithSlots } from '#test/given.ts'
import { byHand, givenPersonUnmailed, givenRegistration } from '#test/given.ts'
import {
  administrator,
  app,
  event,
  givenHeldEvent,
  heading,
  on,
  row,
  startWithHeldSlot,
} from '#test/held-slot.ts'
import { automate } from './jobs.ts'

startWithHeldSlot()

test('hours that another event had at the same moment are credited as soon as that event gives them up', async () => {
  const person = await givenPersonUnmailed(app)
  const events = [event, await givenHeldEvent()] as const
  const ids: number[] = []
  for (const each of events) {
    ids.push(await givenRegistration(app, person, each, { by: administrator }))
    await report(each, person.email)
    await app.services.db
      .insertInto('eventAutomations')
      .values({ eventId: each.eventId, mode: 'credit', setAt: app.services.clock() })
      .execute()
  }
  // Both counts came before both credits.
  await app.write(async (work) => {
    for (const { eventId } of events) await automate(work, { eventId })
  })
  await app.untilJobsAreDone()
  const before = await hours(ids)
  expect(before.toSorted()).toEqual([0, 4])
  const credited = ids[before.indexOf(4)] as number
  const body = byHand({ registrationId: credited, hours: 0, reason: 'Credit the other event' })
  await expectSuccess(app.send(generateCertificate, body, administrator))
  await app.untilJobsAreDone()
  expect(await hours(ids)).toEqual(before.map((each) => 4 - each))
  expect((await app.dataOf(getWaits, {}, administrator)).slots).toEqual([])
})

async function report({ slotIds: [eventSlotId] }: EventWithSlots, email: string) {
  await noPollsAsked(app, eventSlotId, on)
  await uploadAttendanceFile(app, `${heading}\n${row(email, '08:00', '12:00')}\n`, {
    eventSlotId,
    by: administrator,
  })
  await app.untilJobsAreDone()
}

async function hours(ids: number[]): Promise<number[]> {
  const rows = await app.services.db
    .selectFrom('registrations')
    .select('hours')
    .where('registrationId', 'in', ids)
    .orderBy('registrationId')
    .execute()
  return rows.map((each) => each.hours)
}
