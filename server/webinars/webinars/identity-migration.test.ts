import { cp, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { openDatabase } from '#server/core/db/database.ts'
import { migrate } from '#server/core/db/migrate.ts'
import { cloneDatabase, migrations } from '#test/database.ts'

test('an upgrade keeps known identities and join URLs, and notes what the version before still writes', async () => {
  const database = await cloneDatabase(inject('cluster'))
  const folder = await mkdtemp(join(tmpdir(), 'migrations-'))
  await cp(migrations, folder, { recursive: true })
  const { pool, close } = openDatabase(database.connection)
  await pool.query('drop schema public cascade; create schema public')
  const later = (await readdir(folder)).filter((name) => name >= '0074')
  for (const name of later) await rename(join(folder, name), join(folder, `${name}.later`))
  await migrate(pool, folder)
  await pool.query(before)
  for (const name of later) await rename(join(folder, `${name}.later`), join(folder, name))
  await migrate(pool, folder)

  const identities = async () => {
    const { rows } = await pool.query(
      'select registration_id, registrant_id, email, join_url from platform_identities order by platform_identity_id',
    )
    return rows.map((row) => Object.values(row))
  }
  const known = [
    [1, 'r1', 'told@example.com', 'https://one.example'],
    [2, 'r2', 'two@example.com', null],
    [3, null, 'three@example.com', 'https://three.example'],
  ]
  expect(await identities()).toEqual(known)
  await pool.query(writesOfBefore)
  expect(await identities()).toEqual([
    ...known,
    [4, 'r4', 'four@example.com', 'https://four.example'],
    [1, 'r1', 'told@example.com', null],
  ])
  await close()
  await database.drop()
  await rm(folder, { recursive: true })
})

/** 1 can join, 2 was removed by a DELINK, 3 has a join URL without a row, and 4 is being registered. */
const before = `
  insert into users (email) select email from unnest(array['one@example.com', 'two@example.com', 'three@example.com', 'four@example.com']) email;
  insert into events (event_name) values ('Piston 2027');
  insert into event_slots (event_id, focus_id, start_on, end_on, start_time, end_time, webinar_id) values
    (1, 2, '2027-02-09', '2027-02-10', '08:00', '12:00', '8001');
  insert into registrations (user_id, event_id, event_slot_id) select user_id, 1, 1 from users order by array_position(
    array['one@example.com', 'two@example.com', 'three@example.com', 'four@example.com'], email::text);
  update registrations set join_url = 'https://one.example' where registration_id = 1;
  update registrations set join_url = 'https://three.example' where registration_id = 3;
  insert into webinar_registrants (registration_id, webinar_id, email, state, registrant_id, join_url) values
    (1, '8001', 'told@example.com', 'registered', 'r1', 'https://one.example'),
    (2, '8001', 'two@example.com', 'delinking', 'r2', null),
    (4, '8001', 'four@example.com', 'wanted', null, null);`

/** It registers 4, and removes 1, who has moved away. */
const writesOfBefore = `
  update webinar_registrants set state = 'registered', registrant_id = 'r4', join_url = 'https://four.example' where registration_id = 4;
  update registrations set join_url = 'https://four.example' where registration_id = 4;
  update registrations set join_url = null where registration_id = 1;
  update webinar_registrants set registrant_id = null, join_url = null where registration_id = 1;
  delete from webinar_registrants where registration_id = 1;`
