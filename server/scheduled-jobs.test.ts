import { PgBoss } from 'pg-boss'
import { expect, test } from 'vitest'
import { startApp, until } from '#test/app.ts'
import { givenPersonUnmailed } from '#test/given.ts'
import { jobPolicies } from './nouns.ts'

test('every scheduled job completes as pg-boss adds it, and the hourly one writes its reminders', async () => {
  // 10:45 AM Eastern, three weeks before the deadline.
  const app = await startApp({ clock: () => new Date('2027-03-10T15:45Z') })
  const person = await givenPersonUnmailed(app)
  await app.query(`
    with event as (insert into events (event_name) values ('Series') returning event_id)
    insert into event_slots (event_id, focus_id, start_on, end_on, start_time, end_time)
    select event_id, 2, '2027-03-16', '2027-03-17', '08:00', '12:00' from event`)
  const boss = new PgBoss({ ...app.connection, max: 1, schedule: false, supervise: false })
  await boss.start()
  const schedules = await boss.getSchedules()
  const scheduled = Object.entries(jobPolicies).flatMap(([name, { cron }]) => (cron ? [name] : []))
  expect(schedules.map(({ name }) => name).sort()).toEqual(scheduled.sort())
  for (const { name, data, options } of schedules) {
    // Like pg-boss's timekeeper: a schedule without data gives null.
    const id = await boss.send({ name, data: data as object, options: options ?? {} })
    let job = await boss.getJobById(name, id as string)
    expect(job?.data).toBe(null)
    await until(async () => {
      job = await boss.getJobById(name, id as string)
      return job?.state === 'completed' || job?.state === 'failed'
    })
    expect({ name, state: job?.state, output: job?.output }).toMatchObject({ name, state: 'completed' })
  }
  await boss.stop({ graceful: false })
  await app.untilJobsAreDone()
  expect((await app.mailsTo(person.email)).map(({ subject }) => subject)).toContain(
    'You still need 8 hours by 31 Mar 2027',
  )
  await app.close()
})
