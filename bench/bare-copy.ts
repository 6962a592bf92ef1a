import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { started } from './servers.ts'

/** The yardstick: COPY … TO STDOUT of the join that the export shows, read to its end; once for each message. */
const statement = `copy (
  select r.registration_id, u.first_name || ' ' || u.last_name, u.email, u.phone, u.company_name, u.state, u.zip, u.country,
    e.event_name, to_char(s.start_on, 'DD/MM/YYYY') || ' - ' || to_char(s.end_on, 'DD/MM/YYYY'),
    to_char(s.start_time, 'HH24:MI') || ' - ' || to_char(s.end_time, 'HH24:MI'), r.registered_at, r.hours, r.join_url, r.certificate_code
  from registrations r join users u using (user_id) join event_slots s using (event_slot_id) join events e on e.event_id = r.event_id
  where r.cancelled_at is null order by r.registered_at desc, r.registration_id desc
) to stdout (format csv, header)`

const { connection } = await started()
const client = new pg.Client(connection)
await client.connect()
process.on('message', async () => {
  let bytes = 0
  for await (const chunk of client.query(copyTo(statement))) bytes += chunk.length
  process.send?.({ bytes })
})
process.send?.({ port: 0 })
