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
listRoute()
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

const sorts: Record<string, string> = {
  'Reg Id': 'r.registration_id',
  'User Name': "lower(u.first_name || ' ' || u.last_name)",
  'User Email': 'u.email',
  'User Company Name': 'lower(u.company_name)',
  'User State': 'lower(u.state)',
  'Event Name': 'e.event_name',
  'Event Date': 's.start_on',
  Hours: 'r.hours',
}

/** Adds a route with a page of a hundred, found, sorted and counted each time. */
function listRoute(): void {
  app.get('/registrations', async (request) => {
    const {
      eventName,
      year,
      search,
      sort,
      order = 'asc',
      page = '1',
    } = request.query as Record<string, string>
    const session = await pool.query(
      "select user_id from sessions join users using (user_id) where token_hash = $1 and expires_at > now() and role = 'admin'",
      [hashOf(request)],
    )
    if (!session.rows[0]) throw new Error('Nobody')
    const values: unknown[] = []
    let where = 'r.cancelled_at is null'
    if (eventName) where += ` and e.event_name = $${values.push(eventName)}`
    if (year) where += ` and extract(year from s.start_on + interval '9 months') = $${values.push(year)}`
    const number = search?.replace(/[-+ ()]/g, '') ?? ''
    for (const word of /^\d{7,}$/.test(number) ? [number] : (search?.toLowerCase().split(' ') ?? [])) {
      where += ` and u.search_text like $${values.push(word.length < 3 ? `% ${word}%` : `%${word.replace('@', '@ ').replace('.', '. ')}%`)}`
    }
    const from = `from registrations r join users u using (user_id) join event_slots s using (event_slot_id)
      join events e on e.event_id = r.event_id
      left join lateral newest_identity(r.registration_id, s.webinar_id) identity on true where ${where}`
    const by = sort
      ? `${sorts[sort]} ${order}, r.registration_id ${order}`
      : 'r.registered_at desc, r.registration_id desc'
    const [rows, count] = await Promise.all([
      pool.query(
        `select r.registration_id, r.user_id, r.event_id, r.event_slot_id, s.focus_id, u.first_name, u.last_name, u.email, u.phone,
           u.company_name, u.state, u.zip, u.country, e.event_name, s.start_on::text, s.end_on::text, s.start_time, s.end_time,
           r.registered_at, r.hours, identity.join_url, r.certificate_code
         ${from} order by ${by} limit 100 offset ${(Number(page) - 1) * 100}`,
        values,
      ),
      pool.query(`select count(*)::int as total ${from}`, values),
    ])
    return { error: false, data: { registrations: rows.rows, total: count.rows[0].total } }
  })
}

function hashOf({ headers }: FastifyRequest): Buffer {
  const token = headers.authorization?.slice('Bearer '.length) ?? ''
  return createHash('sha256').update(token).digest()
}
