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
registerRoutes('plain', 'plain.registrations', 'plain.jobs')
registerRoutes('own', 'registrations', 'pgboss.job', 'activities')
listRoute()
await app.listen({ port: 0 })
process.send?.({ port: (app.server.address() as { port: number }).port })

/** Adds routes that write session, registration, activity (if any) and job: as one statement, and as a transaction. */
function registerRoutes(tables: string, registrations: string, jobs: string, activities?: string): void {
  const body = {
    type: 'object',
    required: ['eventId', 'eventSlotId'],
    properties: { eventId: { type: 'integer' }, eventSlotId: { type: 'integer' } },
  }
  post(`/${tables}/statement`, async (tokenHash, eventId, eventSlotId) => {
    const { rows } = await pool.query({
      name: tables,
      text: `
        with session as (
          select user_id from sessions where token_hash = $1 and expires_at > now()
        ), registration as (
          insert into ${registrations} (user_id, event_id, event_slot_id) select user_id, $2, $3 from session
          returning registration_id, user_id
        ), ${
          activities
            ? `activity as (
          insert into ${activities} (registration_id, activity, acted_by) select registration_id, 'registered', user_id from registration
        ), `
            : ''
        } job as (
          insert into ${jobs} (name, data)
          select 'confirm-registration', json_build_object('registrationId', registration_id) from registration
        )
        select registration_id from registration`,
      values: [tokenHash, eventId, eventSlotId],
    })
    return rows[0].registration_id
  })
  post(`/${tables}/transaction`, async (tokenHash, eventId, eventSlotId) => {
    const client = await pool.connect()
    try {
      await client.query('begin')
      const session = await client.query({
        name: 'session',
        text: 'select user_id from sessions where token_hash = $1 and expires_at > now()',
        values: [tokenHash],
      })
      const registration = await client.query({
        name: `${tables} registration`,
        text: `insert into ${registrations} (user_id, event_id, event_slot_id) values ($1, $2, $3) returning registration_id`,
        values: [session.rows[0].user_id, eventId, eventSlotId],
      })
      const { registration_id } = registration.rows[0]
      if (activities) {
        await client.query({
          name: `${tables} activity`,
          text: `insert into ${activities} (registration_id, activity, acted_by) values ($1, 'registered', $2)`,
          values: [registration_id, session.rows[0].user_id],
        })
      }
      await client.query({
        name: `${tables} job`,
        text: `insert into ${jobs} (name, data) values ('confirm-registration', $1)`,
        values: [JSON.stringify({ registrationId: registration_id })],
      })
      await client.query('commit')
      return registration_id
    } catch (problem) {
      await client.query('rollback')
      throw problem
    } finally {
      client.release()
    }
  })

  function post(
    path: string,
    register: (tokenHash: Buffer, eventId: number, eventSlotId: number) => Promise<number>,
  ): void {
    app.post(path, { schema: { body } }, async (request) => {
      const { eventId, eventSlotId } = request.body as { eventId: number; eventSlotId: number }
      return { error: false, registrationId: await register(hashOf(request), eventId, eventSlotId) }
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
      join events e on e.event_id = r.event_id where ${where}`
    const by = sort
      ? `${sorts[sort]} ${order}, r.registration_id ${order}`
      : 'r.registered_at desc, r.registration_id desc'
    const [rows, count] = await Promise.all([
      pool.query(
        `select r.registration_id, r.user_id, r.event_id, r.event_slot_id, s.focus_id, u.first_name, u.last_name, u.email, u.phone,
           u.company_name, u.state, u.zip, u.country, e.event_name, s.start_on::text, s.end_on::text, s.start_time, s.end_time,
           r.registered_at, r.hours, r.join_url, r.certificate_code
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
