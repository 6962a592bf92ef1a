import { expect, test } from 'vitest'
import { registerForEvent } from '#contract/registrations/registrations/calls.ts'
import { expectSuccess } from '#test/app.ts'
import { givenEvent, givenPersonUnmailed, preparedApp } from '#test/given.ts'

const app = preparedApp({ works: false })

test('a registration waits for no open transaction that registers for the same slot, and both are counted', async () => {
  const { eventId, slotIds, focusId } = await givenEvent(app)
  const eventSlotId = slotIds[0] as number
  // Together, many transactions may hold all existing shards.
  await app.query(`insert into registration_counts (event_slot_id, shard, registrations)
    select ${eventSlotId}, shard, 0 from generate_series(0, 31) shard`)
  const early = await givenPersonUnmailed(app)
  const late = await givenPersonUnmailed(app)
  const open = await app.services.pool.connect()
  await open.query('begin')
  await open.query('insert into registrations (user_id, event_id, event_slot_id) values ($1, $2, $3)', [
    early.userId,
    eventId,
    eventSlotId,
  ])
  await open.query('select from registration_counts where event_slot_id = $1 for update', [eventSlotId])
  try {
    const body = { eventId, eventSlotId, focusId }
    await expectSuccess(app.send(registerForEvent, body, late))
    expect(await countOf(eventSlotId)).toBe(1)
  } finally {
    await open.query('commit')
    open.release()
  }
  expect(await countOf(eventSlotId)).toBe(2)
})

async function countOf(eventSlotId: number) {
  const [counted] = await app.query(
    `select sum(registrations)::int as registrations from registration_counts where event_slot_id = ${eventSlotId}`,
  )
  return counted?.registrations
}
