import { expect, test } from 'vitest'
import { addDays } from '#contract/core/plain-dates.ts'
import { easternDay } from '#contract/core/season.ts'
import { generateCertificate } from '#contract/counting/certificates/calls.ts'
import { getHandFacts } from '#contract/ledger/credits/hand-calls.ts'
import { uploadAttendanceFile } from '#test/attendance-uploads.ts'
import type { Person } from '#test/given.ts'
import { byHand } from '#test/given.ts'
import * as held from '#test/held-slot.ts'

held.startWithHeldSlot()

async function factsOf(person: Person) {
  const query = { registrationId: await held.idOf(person) }
  return await held.app.dataOf(getHandFacts, { query }, held.administrator)
}

test('hours by hand are given by the taught days of the slots that a person attended, and by the earned hours', async () => {
  const [person, absent] = [await held.givenRegistered(), await held.givenRegistered()]
  const [, other] = held.event.slotIds
  const next = addDays(held.on, 1)
  await held.heldOn(next, other)
  await held.upload(held.row(person.email, '08:00', '11:00'))
  const late = `${held.heading}\nYes,Pat,${person.email},${next} 10:55,${next} 12:00\n`
  await uploadAttendanceFile(held.app, late, { eventSlotId: other, by: held.administrator })
  await held.app.untilJobsAreDone()
  const taught = [held.on, next].map((on) => ({ on, hours: 4 }))
  expect(await factsOf(person)).toEqual({
    earned: [
      { on: held.on, hours: 3 },
      { on: next, hours: 1 },
    ],
    presentOn: [held.on, next],
    taught,
    courseHours: 4,
    overOn: [held.on, next],
    credited: null,
  })
  expect(await factsOf(absent)).toEqual({
    earned: [],
    presentOn: [],
    taught: taught.slice(0, 1),
    courseHours: 4,
    overOn: [held.on],
    credited: null,
  })
})

test('a day that is not over is told, and the days of the hours that are credited', async () => {
  const person = await held.givenRegistered()
  const on = addDays(easternDay(new Date()), 1)
  await held.heldOn(on)
  const body = byHand({ registrationId: await held.idOf(person), hours: 2 })
  await held.app.send(generateCertificate, body, held.administrator)
  expect(await factsOf(person)).toMatchObject({
    taught: [{ on, hours: 4 }],
    overOn: [],
    credited: [{ on, hours: 2 }],
  })
})

test('a registration that is not there has no facts', async () => {
  const query = { registrationId: 2_000_000_000 }
  const { failure } = await held.app.call(getHandFacts, { query }, held.administrator)
  expect(failure?.code).toBe('REGISTRATION_NOT_FOUND')
})
