import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import Fastify from 'fastify'
import pg from 'pg'
import { started } from './servers.ts'

/**
 * The yardstick: the code a good engineer writes first, in one file. No roles, limits, logs, request ids, security headers,
 * metrics, kept counts, cached sessions or checked answers.
 */
const { connection } = await started()
const pool = new pg.Pool({ ...connection, max: 12 })
const app = Fastify()
registerRoutes()
await app.listen({ port: 0 })
process.send?.({ port: (app.server.address() as { port: number }).port })

/**
 * Adds routes that do the portal's work in one statement. It finds the session, checks person, event and
 * slot, and writes registration, activity and job. `/plain` writes to tables with the fewest keys and
 * indexes, `/own` to the portal's.
 */
function registerRoutes(): void {
  const body = {
    type: 'object',
    required: ['eventId', 'eventSlotId'],
    properties: { eventId: { type: 'integer' }, eventSlotId: { type: 'integer' } },
  }
  const routes = {
    plain: 'plain.registrations plain.activities plain.jobs',
    own: 'registrations activities pgboss.job',
  }
  for (const [name, tables] of Object.entries(routes)) {
    const [registrations, activities, jobs] = tables.split(' ')
    const text = `
      with person as (
        select user_id from sessions join users using (user_id)
        where token_hash = $1 and expires_at > now() and first_name <> '' and last_name <> '' and zip <> ''
      ), slot as (
        select event_id, event_slot_id from event_slots join events using (event_id)
        where event_id = $2 and event_slot_id = $3 and is_open and is_enabled and not is_draft
      ), registration as (
        insert into ${registrations} (user_id, event_id, event_slot_id) select user_id, event_id, event_slot_id from person, slot
        returning registration_id, user_id
      ), activity as (
        insert into ${activities} (registration_id, activity, acted_by)
        select registration_id, 'registered', user_id from registration
      ), job as (
        insert into ${jobs} (name, data)
        select 'confirm-registration', json_build_object('registrationId', registration_id) from registration
      )
      select registration_id from registration`
    app.post(`/${name}`, { schema: { body } }, async (request) => {
      const { eventId, eventSlotId } = request.body as { eventId: number; eventSlotId: number }
      const { rows } = await pool.query({ name, text, values: [hashOf(request), eventId, eventSlotId] })
      return { error: false, registrationId: rows[0].registration_id }
    })
  }
}

function hashOf({ headers }: FastifyRequest): Buffer {
  const token = headers.authorization?.slice('Bearer '.length) ?? ''
  return createHash('sha256').update(token).digest()
}
