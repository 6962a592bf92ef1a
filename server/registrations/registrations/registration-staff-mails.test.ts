import { beforeEach, expect, test } from 'vitest'
import { cancelRegistration } from '#contract/registrations/registrations/calls.ts'
import { write } from '#server/work.ts'
import type { TestApp } from '#test/app.ts'
import { expectSuccess, startApp } from '#test/app.ts'
import type { EventWithSlots, Person } from '#test/given.ts'
import { givenEvent, givenPersonUnmailed, givenRegistration, preparedApp } from '#test/given.ts'
import { jobsOf } from '#test/queue.ts'
import { expireStaffMails, mailStaffDigest, tellStaffLater } from './registration-staff-mails.ts'

let event: EventWithSlots
let person: Person
const app = preparedApp()
beforeEach(async () => {
  event = await givenEvent(app)
  person = await givenPersonUnmailed(app)
})

test('staff get one email an hour about a person who registers and cancels in a loop, with the latest state', async () => {
  let registrationId = await givenRegistration(app, person, event)
  await app.untilJobsAreDone()
  for (let times = 0; times < 5; times++) {
    await cancel(app)
    registrationId = await givenRegistration(app, person, event, { slot: 1 })
    await app.untilJobsAreDone()
  }
  expect(await noticesTo('staff1@example.com')).toEqual([`New registration: ${named()}`])
  expect(await waitingJobs()).toHaveLength(5)
  app.pass({ minutes: 61 })
  await app.write((work) => tellStaffLater(work, [registrationId]))
  await app.untilJobsAreDone()
  for (const staff of ['staff1@example.com', 'staff2@example.com']) {
    expect(await noticesTo(staff)).toEqual([
      `Registration changed: ${named()}`,
      `New registration: ${named()}`,
    ])
  }
  const [newest] = await app.mailsTo('staff1@example.com')
  expect(newest?.text).toContain('1:00 PM – 5:00 PM Eastern')
})

test('an email about one event does not delay an email about another', async () => {
  await givenRegistration(app, person, event)
  event = await givenEvent(app, { eventName: 'Turbine IA Renewal Series 2027', focusId: 3 })
  await givenRegistration(app, person, event)
  await app.untilJobsAreDone()
  expect(await noticesTo('staff1@example.com')).toHaveLength(2)
})

test('nobody is told if STAFF_EMAILS is empty', async () => {
  const quiet = await startApp({ environment: { STAFF_EMAILS: '' } })
  event = await givenEvent(quiet)
  person = await givenPersonUnmailed(quiet)
  await givenRegistration(quiet, person, event)
  await quiet.untilJobsAreDone()
  const rows = await quiet.query('select to_address from mails')
  expect(rows).toEqual([{ to_address: person.email }])
  await quiet.close()
})

test('with STAFF_NOTICES=daily staff get one summary a day, and none for a day without changes', async () => {
  const daily = await startApp({ environment: { STAFF_NOTICES: 'daily' } })
  event = await givenEvent(daily)
  for (const slot of [0, 0, 1]) {
    person = await givenPersonUnmailed(daily)
    await givenRegistration(daily, person, event, { slot })
  }
  await cancel(daily)
  const digest = () => write(daily.services, undefined, mailStaffDigest)
  await Promise.all([digest(), digest()])
  await daily.untilJobsAreDone()
  const [mail, ...others] = await daily.mailsTo('staff2@example.com')
  expect(others).toEqual([])
  expect(mail?.subject).toMatch(/^Registration summary: \d\d \w{3} \d{4}$/)
  expect(mail?.text).toContain('2 registered, 0 moved here, 0 canceled. 2 in all.')
  expect(mail?.text).toContain('1 registered, 0 moved here, 1 canceled. 0 in all.')
  daily.pass({ minutes: 24 * 60 })
  await digest()
  await daily.untilJobsAreDone()
  expect(await daily.mailsTo('staff2@example.com')).toHaveLength(1)
  await daily.close()
})

test('the row that delays the next staff email is deleted after an hour', async () => {
  await givenRegistration(app, person, event)
  await app.untilJobsAreDone()
  app.pass({ minutes: 61 })
  await expireStaffMails(app.services)
  expect(await app.query('select from staff_notices')).toEqual([])
})

async function cancel(at: TestApp) {
  const body = { eventId: event.eventId }
  await expectSuccess(at.call(cancelRegistration, { body }, person.token))
}

function named() {
  return `Pat O'Brien, ${event.eventName}`
}

async function noticesTo(staff: string) {
  const mails = await app.mailsTo(staff)
  return mails.filter(({ text }) => text.includes(person.email)).map(({ subject }) => subject)
}

async function waitingJobs() {
  const jobs = await jobsOf(app, 'tell-staff')
  return jobs.filter(({ state }) => state === 'created' || state === 'retry').map(({ data }) => ({ data }))
}
