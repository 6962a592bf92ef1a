import { expect } from 'vitest'
import { addDays } from '#contract/core/plain-dates.ts'
import { easternDay, easternInstant } from '#contract/core/season.ts'
import { getOwnFindings } from '#contract/counting/credit-findings/own-calls.ts'
import { admitMakeUp, giveUpMakeUp } from '#contract/counting/make-ups/calls.ts'
import { joinWebinar } from '#contract/webinars/webinars/joins.ts'
import type { Person } from './given.ts'
import { app, event, givenRegistered, heldOn, idOf, row, upload } from './held-slot.ts'

// People who miss an hour of a held slot, and are admitted to the other slot of its event.

export const tomorrow = addDays(easternDay(new Date()), 1)
export const at = (time: `${number}:${number}`) => easternInstant(tomorrow, time)

/** A person who missed hour 3 of a week ago, which the other slot, with a webinar, teaches again tomorrow. */
export async function givenMissing() {
  const other = event.slotIds[1] as number
  const webinarId = `make-up-${other}`
  await heldOn(tomorrow, other)
  await app.query(
    `update event_slots set start_time = '13:00', end_time = '17:00', webinar_id = '${webinarId}' where event_slot_id = ${other}`,
  )
  return { person: await givenAlsoMissing(), other, webinarId }
}

/** Another person who missed hour 3, by a report of their own. */
export async function givenAlsoMissing(): Promise<Person> {
  const person = await givenRegistered()
  await upload([row(person.email, '08:00', '10:05'), row(person.email, '10:12', '12:00')].join('\n'))
  return person
}

export async function givenAdmitted() {
  const given = await givenMissing()
  expect((await admit(given.person, given.other)).failure).toBe(undefined)
  await app.untilJobsAreDone()
  expect(await there(given.webinarId)).toEqual([given.person.email])
  return given
}

export async function admit(person: Person, eventSlotId: number) {
  return app.call(admitMakeUp, { body: { registrationId: await idOf(person), eventSlotId } }, person.token)
}

export async function giveUp(person: Person, eventSlotId: number) {
  const body = { registrationId: await idOf(person), eventSlotId }
  const answer = await app.call(giveUpMakeUp, { body }, person.token)
  await app.untilJobsAreDone()
  return answer
}

export async function own({ token }: Person) {
  return (await app.call(getOwnFindings, {}, token)).data.findings
}

/** Returns the offers for each hour. */
export async function offers(person: Person) {
  const [finding] = await own(person)
  return (finding?.hourByHour ?? []).map(({ makeUps }) => makeUps)
}

export async function linkOf(person: Person, eventSlotId: number): Promise<string> {
  const registrationId = await idOf(person)
  const [own] = await app.query(
    `select join_code from registrations where registration_id = ${registrationId}`,
  )
  return `http://localhost:3000/join/${registrationId}/${own.join_code ?? own.joinCode}?slot=${eventSlotId}`
}

export async function join(link: string) {
  const [, registrationId, code = '', , slot] = /join\/(\d+)\/([\w-]+)(\?slot=(\d+))?/.exec(link) ?? []
  const params = { registrationId: Number(registrationId), code }
  return (await app.call(joinWebinar, { params, query: slot ? { slot: Number(slot) } : {} })).data
}

export async function registrants(webinarId: string) {
  return app.services.db
    .selectFrom('webinarRoomRegistrants')
    .select(['registrantId', 'email'])
    .where('webinarId', '=', webinarId)
    .where('removedAt', 'is', null)
    .execute()
}

export async function there(webinarId: string) {
  return (await registrants(webinarId)).map(({ email }) => email)
}

/** Runs a part of a test at a time of tomorrow. */
export async function whileAt(time: `${number}:${number}`, act: () => Promise<unknown>): Promise<void> {
  const minutes = (at(time).getTime() - app.services.clock().getTime()) / 60_000
  app.pass({ minutes })
  try {
    await act()
  } finally {
    app.pass({ minutes: -minutes })
  }
}
