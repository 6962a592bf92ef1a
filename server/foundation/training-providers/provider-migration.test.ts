import { cp, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { openDatabase } from '#server/core/db/database.ts'
import { migrate } from '#server/core/db/migrate.ts'
import drawCertificate from '#server/counting/certificates/certificate-drawing.ts'
import { startApp } from '#test/app.ts'
import { pdfOf } from '#test/certificates.ts'
import { cloneDatabase, migrations } from '#test/database.ts'

const code = 'Zk3vQ9xW2mNfT7bYc1LdHg'

test('a certificate issued before the provider settings existed is drawn the same as before, byte for byte', async () => {
  const database = await cloneDatabase(inject('cluster'))
  const folder = await mkdtemp(join(tmpdir(), 'migrations-'))
  await cp(migrations, folder, { recursive: true })
  const { pool, close } = openDatabase(database.connection)
  await pool.query('drop schema public cascade; create schema public')
  const later = (await readdir(folder)).filter((name) => name >= '0026')
  for (const name of later) await rename(join(folder, name), join(folder, `${name}.later`))
  await migrate(pool, folder)
  await pool.query(issuedBefore)
  for (const name of later) await rename(join(folder, `${name}.later`), join(folder, name))
  await migrate(pool, folder)
  await close()

  const app = await startApp({ connection: database.connection, works: false })
  const drawn = await pdfOf(app, `http://localhost:3000/download?certificate=${code}`)
  expect(Buffer.compare(drawn, await drawCertificate(printedBefore))).toBe(0)
  await app.close()
  await database.drop()
  await rm(folder, { recursive: true })
})

/** The training provider that was in the code before the migration. */
const printedBefore = {
  serial: 'IA2027-000001',
  personName: "Pat O'Brien",
  eventName: 'Piston 2027',
  focusName: 'Piston',
  dates: '09 Feb 2027 – 10 Feb 2027',
  hours: 8,
  byDay: null,
  format: 'Live webinar',
  providerName: 'IA Renewal Seminars',
  contact: 'events@example.com',
  signatoryName: 'Course Coordinator',
  signatoryTitle: 'Authorized representative of the training provider',
  issuedOn: '11 Feb 2027',
  verifyUrl: `http://localhost:3000/verify/${code}`,
}

const issuedBefore = `
  insert into users (user_id, email) values ('00000000-0000-4000-8000-000000000001', 'pat@example.com');
  insert into events (event_name) values ('Piston 2027');
  insert into event_slots (event_id, focus_id, start_on, end_on, start_time, end_time) values
    (1, 2, '2027-02-09', '2027-02-10', '08:00', '12:00');
  insert into registrations (user_id, event_id, event_slot_id) values ('00000000-0000-4000-8000-000000000001', 1, 1);
  insert into credits (registration_id, minutes, source) values (1, 480, 'csv');
  insert into certificates (registration_id, credit_id, code, issue, serial, person_name, event_name, focus_id, start_on, end_on,
    hours, issued_at)
  values (1, 1, '${code}', 1, 'IA2027-000001', 'Pat O''Brien', 'Piston 2027', 2, '2027-02-09', '2027-02-10', 8, '2027-02-11T15:00:00Z');`
