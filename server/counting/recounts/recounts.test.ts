import { beforeEach, expect, test } from 'vitest'
import { getRecountAlarms, seeRecount } from '#contract/counting/recounts/calls.ts'
import { getActivities } from '#contract/foundation/activities/calls.ts'
import type { Person } from '#test/given.ts'
import * as held from '#test/held-slot.ts'
import { expireRecounts, recountLongestAgo } from './recounts.ts'

held.startWithHeldSlot()
let person: Person
beforeEach(async () => {
  person = await held.givenRegistered()
  await held.upload(held.row(person.email, '08:00', '12:00'))
})

const query = (text: string) => held.app.query(text)

/** Recounts, night after night, until this slot's turn. Returns the recorded result. */
async function recounted(slot = held.slot) {
  const notes = () => query(`select people, differences from slot_recounts where event_slot_id = ${slot}`)
  const before = (await notes()).length
  for (;;) {
    await recountLongestAgo(held.app.services)
    await held.app.untilJobsAreDone()
    const noted = await notes()
    if (noted.length > before) return noted.at(-1)
  }
}

/** Changes rows that the database protects, as anyone with its password can. */
async function tamper(table: string, change: string) {
  await query(`alter table ${table} disable trigger user`)
  await query(`update ${table} ${change}`)
  await query(`alter table ${table} enable trigger user`)
}

const alarms = async () => (await held.app.dataOf(getRecountAlarms, {}, held.administrator)).alarms
const metric = async (result: string) => {
  const { body } = await held.app.request({ url: '/api/metrics' })
  return Number(new RegExp(`^recounts\\{result="${result}"\\} (\\d+)`, 'm').exec(body)?.[1])
}

test('a settled slot is counted again from the stored bytes, gives the same, and stores nothing of it', async () => {
  const stored = () =>
    query(
      'select attendance_reading_id, credit_finding_id from attendance_readings, credit_findings order by 1, 2',
    )
  const before = await stored()
  expect(await recounted()).toEqual({ people: 1, differences: [] })
  expect(await stored()).toEqual(before)
  expect((await alarms()).filter(({ eventSlotId }) => eventSlotId === held.slot)).toEqual([])
})

test('a stored row that the bytes do not say is an alarm that changes no hours, until somebody has seen it', async () => {
  await tamper(
    'attendance_visits',
    `set left_at = joined_at + interval '2 hours' where email = '${person.email}'`,
  )
  const registrationId = await held.idOf(person)
  const unseen = await metric('unseen')
  expect(await recounted()).toEqual({ people: 1, differences: [{ registrationId, before: 2, now: 4 }] })
  const [alarm] = await alarms()
  expect(alarm).toMatchObject({
    eventId: held.event.eventId,
    eventSlotId: held.slot,
    people: 1,
    differences: [{ registrationId, name: await held.nameOf(person), before: 2, now: 4 }],
  })
  expect(await metric('unseen')).toBe(unseen + 1)
  expect(await held.creditedTo(person)).toBe(0)
  const body = { recountId: alarm?.recountId ?? 0 }
  const see = async () => (await held.app.send(seeRecount, body, held.administrator)).failure?.code
  expect([await see(), await see()]).toEqual([undefined, 'NOTHING_CHANGES'])
  expect((await alarms()).map(({ recountId }) => recountId)).not.toContain(body.recountId)
  expect(await metric('unseen')).toBe(unseen)
  const { activities } = await held.app.dataOf(
    getActivities,
    { query: { eventId: held.event.eventId } },
    held.administrator,
  )
  expect(activities.map(({ activity }) => activity)).toEqual(
    expect.arrayContaining(['recount-differs', 'recount-seen']),
  )
})

test('a stored finding that the rule does not give is an alarm', async () => {
  const registrationId = await held.idOf(person)
  await tamper('credit_findings', `set hours = 3 where registration_id = ${registrationId}`)
  expect(await recounted()).toMatchObject({ differences: [{ registrationId, before: 3, now: 4 }] })
})

test('somebody who is matched since the last count is no difference', async () => {
  await query(`update users set email = 'new-${person.email}' where user_id = '${person.userId}'`)
  expect(await recounted()).toMatchObject({ differences: [] })
})

test('slots take turns, and recounts are deleted after three years', async () => {
  const first = held.slot
  await recounted(first)
  held.app.pass({ minutes: 1 })
  await recounted(first)
  const turns = await query('select event_slot_id as slot from slot_recounts order by slot_recount_id')
  const [last] = turns.splice(-1)
  expect(last).toEqual({ slot: first })
  const since = turns.slice(turns.findLastIndex(({ slot }) => slot === first) + 1)
  const settled = await query('select event_slot_id from slot_counts where is_settled')
  expect(since).toHaveLength(settled.length - 1)
  await query(`insert into slot_recounts (event_slot_id, recounted_at, people, differences)
    values (${first}, now() - interval '3 years 1 day', 999, '[]'), (${first}, now() - interval '2 years 364 days', 998, '[]')`)
  await held.app.write(expireRecounts)
  expect(await query('select people from slot_recounts where people > 900')).toEqual([{ people: 998 }])
})
