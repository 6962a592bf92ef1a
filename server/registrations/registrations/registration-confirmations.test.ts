import { expect, test } from 'vitest'
import { jobHandlers } from '#server/nouns.ts'
import { atOnce } from '#test/app.ts'
import { givenEvent, givenPersonUnmailed, givenRegistration, preparedApp } from '#test/given.ts'
import { jobsOf } from '#test/queue.ts'

const app = preparedApp({ works: false })

test('people who registered at the same moment are confirmed in one transaction, each with their own emails', async () => {
  const { event, registered } = await givenRegistered(20)
  const confirm = jobHandlers(app.services)['confirm-registration']
  // One of them has two jobs.
  const jobs = [...registered, registered[0] as (typeof registered)[0]]
  await Promise.all(jobs.map(({ registrationId }) => confirm({ registrationId }, { isLast: false })))
  expect(await writesOf(event.eventId)).toEqual({ confirmed: 20, transactions: 1 })
  for (const { person, registrationId } of registered) {
    const mails = await app.query(`
      select to_address, subject, mail_texts.text, array(select convert_from(content, 'UTF8') from mail_attachments a where a.mail_id = mails.mail_id) as files
      from mails join mail_texts using (mail_id) where registration_id = ${registrationId} order by mail_id`)
    const confirmation = mails.find(({ to_address }) => to_address === person.email)
    expect(mails.map(({ to_address }) => to_address).sort()).toEqual(
      [person.email, 'staff1@example.com', 'staff2@example.com'].sort(),
    )
    const [calendar] = await app.query(`select code from calendars where user_id = '${person.userId}'`)
    expect(confirmation?.text).toContain(`${calendar?.code}/${registrationId}`)
    // Long lines of a calendar file are folded.
    expect(confirmation?.files.map((file: string) => file.replace(/\r\n /g, ''))).toEqual([
      expect.stringContaining(`MAILTO:${person.email}`),
    ])
    for (const { text } of mails.filter(({ to_address }) => to_address.startsWith('staff'))) {
      expect(text).toContain(person.email)
    }
  }
  const sent = await jobsOf(app, 'send-mail')
  expect(new Set(sent.map(({ data }) => data.mailId)).size).toBe(60)
})

test('a registration that cannot be confirmed now does not hold up the others', async () => {
  const { event, registered } = await givenRegistered(5)
  const [unlucky] = registered
  await app.query(`
    create function refuse() returns trigger language plpgsql as $$ begin raise exception 'not this one'; end $$;
    create trigger refuse before insert on confirmations for each row
      when (new.registration_id = ${unlucky?.registrationId}) execute function refuse()`)
  const confirm = jobHandlers(app.services)['confirm-registration']
  const outcomes = await Promise.allSettled(
    registered.map(({ registrationId }) => confirm({ registrationId }, { isLast: false })),
  )
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', ...Array(4).fill('fulfilled')])
  expect((await writesOf(event.eventId)).confirmed).toBe(4)
  expect(await app.query(`select from mails where registration_id = ${unlucky?.registrationId}`)).toEqual([])
  await app.query('drop trigger refuse on confirmations; drop function refuse')
})

async function givenRegistered(people: number) {
  const event = await givenEvent(app)
  const registered = await atOnce(people, async () => {
    const person = await givenPersonUnmailed(app)
    return { person, registrationId: await givenRegistration(app, person, event) }
  })
  return { event, registered }
}

async function writesOf(eventId: number) {
  const [row] = await app.query(`
    select count(*)::int as confirmed, count(distinct confirmations.xmin::text)::int as transactions
    from confirmations join registrations using (registration_id) where event_id = ${eventId}`)
  return row
}
