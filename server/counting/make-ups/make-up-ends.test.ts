import { expect, test } from 'vitest'
import { changeSlot, deleteSlot } from '#contract/events/slots/calls.ts'
import { mergeAccounts } from '#contract/office/accounts/merges.ts'
import { deleteRegistration, restoreRegistration } from '#contract/registrations/registrations/changes.ts'
import { expectSuccess } from '#test/app.ts'
import type { Person } from '#test/given.ts'
import { cancelOwn, givenPersonUnmailed, givenRegistration, historyOf } from '#test/given.ts'
import {
  admit,
  givenAdmitted,
  givenAlsoMissing,
  giveUp,
  join,
  linkOf,
  offers,
  registrants,
  there,
  tomorrow,
} from '#test/held-make-ups.ts'
import {
  administrator,
  app,
  event,
  givenRegistered,
  idOf,
  mailsTo,
  startWithHeldSlot,
} from '#test/held-slot.ts'
import { hurryWebinars } from '#test/webinars.ts'

startWithHeldSlot()

test('giving it up removes the person from the webinar, and its link says so; they can be admitted again', async () => {
  const { person, other, webinarId } = await givenAdmitted()
  const link = await linkOf(person, other)
  await giveUp(person, other)
  await expectSuccess(giveUp(person, other))
  expect(await there(webinarId)).toEqual([])
  expect((await join(link)).state).toBe('given-up')
  expect((await offers(person))[2]).toMatchObject([{ isAdmitted: false }])
  await admit(person, other)
  await app.untilJobsAreDone()
  expect(await there(webinarId)).toEqual([person.email])
})

test('giving one up leaves the other admissions of the person, and those of others', async () => {
  const { person, other, webinarId } = await givenAdmitted()
  const evening = await givenEvening()
  const neighbor = await givenAlsoMissing()
  await expectSuccess(admit(person, evening.eventSlotId))
  await expectSuccess(admit(neighbor, other))
  await giveUp(person, other)
  expect(await there(webinarId)).toEqual([neighbor.email])
  expect(await there(evening.webinarId)).toEqual([person.email])
})

test('a registration that is deleted or canceled takes its person out of the webinar, and restoring brings them back', async () => {
  const { person, webinarId, other } = await givenAdmitted()
  const link = await linkOf(person, other)
  const registrationId = await idOf(person)
  await app.send(deleteRegistration, { registrationId }, administrator)
  await hurryWebinars(app)
  await app.untilJobsAreDone()
  expect(await there(webinarId)).toEqual([])
  expect((await join(link)).state).toBe('canceled')
  await app.send(restoreRegistration, { registrationId }, administrator)
  await app.untilJobsAreDone()
  expect(await there(webinarId)).toEqual([person.email])
  await cancelOwn(app, person, event)
  await app.untilJobsAreDone()
  expect(await there(webinarId)).toEqual([])
})

test('if the slot is deleted, its make-ups end, and their people are told', async () => {
  const { person, other, webinarId } = await givenAdmitted()
  await expectSuccess(app.send(deleteSlot, { eventSlotId: other }, administrator))
  await app.untilJobsAreDone()
  expect(
    await app.query(`select 1 from make_ups where event_slot_id = ${other} and ended_at is null`),
  ).toEqual([])
  expect(await registrants(webinarId)).toEqual([])
  expect(await mailsTo(person.email)).toContain(deleted())
  const [newest] = await historyOf(app, administrator, { registrationId: await idOf(person) })
  expect(newest).toMatchObject({
    activity: 'make-up-ended',
    reason: 'The time slot was deleted',
    actedBy: null,
  })
})

test('if the slot has another time, its people are told once', async () => {
  const { person, other } = await givenAdmitted()
  await giveAnotherTime(other)
  await runLateJobs()
  await runLateJobs()
  expect((await mailsTo(person.email)).filter((each) => each === changed())).toHaveLength(1)
})

test('an admission before the others know another time of the slot is told to its person only', async () => {
  const { person, other } = await givenAdmitted()
  const neighbor = await givenAlsoMissing()
  await giveAnotherTime(other)
  await expectSuccess(admit(neighbor, other))
  await runLateJobs()
  const ofMakeUps = async ({ email }: Person) =>
    (await mailsTo(email)).filter((each) => [admitted(), changed()].includes(each)).sort()
  expect(await ofMakeUps(person)).toEqual([changed(), admitted()])
  expect(await ofMakeUps(neighbor)).toEqual([admitted()])
})

test('who has moved to the slot is told another time as its registrant only', async () => {
  const { person, other } = await givenAdmitted()
  await givenRegistration(app, person, event, { slot: 1, by: administrator })
  await giveAnotherTime(other)
  await runLateJobs()
  expect(await mailsTo(person.email)).not.toContain(changed())
})

test.each([
  ['gave it up', giveUp],
  ['canceled', ({ token }: Person) => cancelOwn(app, token, event)],
])('who %s is told neither another time of the slot nor its end', async (_, leave) => {
  const { person, other } = await givenAdmitted()
  await leave(person, other)
  await giveAnotherTime(other)
  await runLateJobs()
  await expectSuccess(app.send(deleteSlot, { eventSlotId: other }, administrator))
  await runLateJobs()
  const mails = await mailsTo(person.email)
  expect(mails).toContain(admitted())
  expect(mails).not.toContain(changed())
  expect(mails).not.toContain(deleted())
})

test('a merge hands an admission to the registration that stays', async () => {
  const { person: absorbed, webinarId } = await givenAdmitted()
  const kept = await givenRegistered()
  await merge(kept, absorbed)
  expect(await there(webinarId)).toEqual([kept.email])
  const history = await historyOf(app, administrator, { registrationId: await idOf(kept) })
  const [admitted] = history.filter(({ activity }) => activity === 'make-up-admitted')
  expect(admitted?.reason).toBe('Two accounts were merged')
})

test('a merge hands over no admission that was given up', async () => {
  const { person: absorbed, other, webinarId } = await givenAdmitted()
  const kept = await givenRegistered()
  await giveUp(absorbed, other)
  await merge(kept, absorbed)
  expect(await there(webinarId)).toEqual([])
  expect(await current(other)).toEqual([])
})

test('a merge of two people who are admitted leaves one admission', async () => {
  const { person: absorbed, other, webinarId } = await givenAdmitted()
  const kept = await givenAlsoMissing()
  await expectSuccess(admit(kept, other))
  await merge(kept, absorbed)
  expect(await there(webinarId)).toEqual([kept.email])
  expect(await current(other)).toEqual([{ registration_id: await idOf(kept) }])
})

test('a merge hands over no admission to the slot that the other registration is for', async () => {
  const { person: absorbed, other, webinarId } = await givenAdmitted()
  const kept = await givenPersonUnmailed(app)
  await givenRegistration(app, kept, event, { slot: 1, by: administrator })
  await merge(kept, absorbed)
  expect(await there(webinarId)).toEqual([kept.email])
  expect(await current(other)).toEqual([])
})

const admitted = () => `You're in: ${event.eventName}`
const changed = () => `Time slot changed: ${event.eventName}`
const deleted = () => `Time slot canceled: ${event.eventName}`

async function giveAnotherTime(eventSlotId: number) {
  const time = { startOn: tomorrow, endOn: tomorrow, startTime: '14:00', endTime: '18:00' } as const
  const body = { eventSlotId, focusId: 2, ...time }
  await expectSuccess(app.send(changeSlot, body, administrator))
}

/** Runs the jobs of a minute later, too. */
async function runLateJobs() {
  await hurryWebinars(app)
  await app.untilJobsAreDone()
}

/** Lets an administrator merge two accounts; the absorbed account's registration ends. */
async function merge(kept: Person, absorbed: Person) {
  const body = { userId: kept.userId, absorbedId: absorbed.userId, ending: [await idOf(absorbed)] }
  await expectSuccess(app.send(mergeAccounts, body, administrator))
  await runLateJobs()
}

async function current(eventSlotId: number) {
  return app.query(
    `select registration_id from make_ups join registrations using (registration_id)
      where make_ups.event_slot_id = ${eventSlotId} and ended_at is null and cancelled_at is null`,
  )
}

/** A third slot of the event, on the next evening, with its own webinar. */
async function givenEvening() {
  const time = { startOn: tomorrow, endOn: tomorrow, startTime: '18:00', endTime: '22:00' } as const
  const webinarId = `make-up-evening-${event.eventId}`
  const { eventSlotId } = await app.services.db
    .insertInto('eventSlots')
    .values({ eventId: event.eventId, focusId: event.focusId, ...time, webinarId })
    .returning('eventSlotId')
    .executeTakeFirstOrThrow()
  return { eventSlotId, webinarId }
}
