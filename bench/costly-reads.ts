import { readerVersion } from '#server/attendance/attendances/attendance-reading.ts'
import type { Figure } from './figures.ts'
import { ms } from './figures.ts'
import type { House } from './house.ts'
import { givenEvent } from './house.ts'
import type { Load } from './load.ts'
import { drive, request } from './load.ts'
import { interleave } from './rounds.ts'
import type { Server } from './servers.ts'
import { startServer } from './servers.ts'

const attendees = 1500
const connections = 8
const probes = 300
const downloads = 20

/** Measures other calls while one reads the API's description, and a person's data download next to a full slot. */
export async function measureCostlyReads(house: House): Promise<Figure[]> {
  const [present, absent] = await givenAttendance(house)
  const portal = await startServer('portal.ts', { connection: house.connection })
  const description = Array<Buffer>(50).fill(request('GET', '/api/openapi.json', { accept: 'br' }))
  const probe = () =>
    drive(
      portal.port,
      Array<Buffer>(probes).fill(request('GET', '/api/private/get-registered-events', { token: absent })),
      1,
    )
  const download = (token: string) =>
    drive(
      portal.port,
      Array<Buffer>(downloads).fill(request('GET', '/api/private/account-data/json', { token })),
      1,
    )
  try {
    const { reading, idle } = await interleave({
      reading: () => whileReading(portal, description, probe),
      idle: probe,
    })
    const { attended, unattended } = await interleave({
      attended: () => download(present),
      unattended: () => download(absent),
    })
    return [
      {
        what: `A signed-in call while ${connections} connections read /api/openapi.json: p50`,
        portal: ms(reading.p50),
        yardstick: `${ms(idle.p50)} alone`,
        value: reading.p50 / idle.p50,
        goal: { atMost: connections },
      },
      {
        what: `Downloading one's data, of a slot that ${attendees} people attended: p50`,
        portal: ms(attended.p50),
        yardstick: `${ms(unattended.p50)} of somebody without attendance`,
        value: attended.p50 / unattended.p50,
        goal: { atMost: 2 },
      },
    ]
  } finally {
    await portal.stop()
  }
}

/** Reads the description from before the work begins until after it ends. */
async function whileReading(portal: Server, calls: Buffer[], work: () => Promise<Load>): Promise<Load> {
  let isOver = false
  const reading = (async () => {
    while (!isOver) await drive(portal.port, calls, connections)
  })()
  const load = await work()
  isOver = true
  await reading
  return load
}

/**
 * Adds a counted slot whose report lists everyone. Returns the sessions of an attendee and of a person
 * without registrations.
 */
async function givenAttendance(house: House): Promise<[present: string, absent: string]> {
  const { query, people, connection } = house
  const { eventId, slotIds } = await givenEvent(house)
  const [present, absent] = people.slice(-2) as [string, string]
  await query(
    `with holder as (
       select user_id, email from users where user_id in (
         select user_id from users where role = 'user' order by user_id limit ${attendees - 1})
       union select user_id, email from sessions join users using (user_id) where token_hash = sha256(convert_to($3, 'utf8'))
     ), registered as (
       insert into registrations (user_id, event_id, event_slot_id) select user_id, $1, $2 from holder
     ), report as (
       insert into attendance_reports (event_slot_id, origin, origin_name, received_at, sources, said_hash)
       values ($2, 'upload', 'measured.csv', now(), '[]', '') returning attendance_report_id
     ), reading as (
       insert into attendance_readings (attendance_report_id, reader, kind, format, encoding, days, visits, answers, said_hash)
       select attendance_report_id, '${readerVersion}', 'attendance', 'list', 'utf-8', '{2027-03-09}', ${attendees}, 0, '' from report
       returning attendance_reading_id
     )
     insert into attendance_visits (attendance_reading_id, place, email, name, joined_at, left_at)
     select attendance_reading_id, row_number() over (), email, email, timestamptz '2027-03-09 13:00Z', timestamptz '2027-03-09 17:00Z'
     from holder, reading`,
    [eventId, slotIds[0], present],
  )
  const counter = await startServer('counter.ts', { connection })
  await counter.ask(slotIds[0] as number)
  await counter.stop()
  const [counted] = await query<{ people: number }>(
    'select count(*)::integer as people from credit_counts where event_slot_id = $1 and subjects <> $2',
    [slotIds[0], '[]'],
  )
  if (counted?.people !== attendees) throw new Error('The slot was not counted')
  return [present, absent]
}
