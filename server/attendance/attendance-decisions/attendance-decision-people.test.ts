import { describe, expect, test } from 'vitest'
import { subjectOfStay } from '#contract/attendance/attendance-decisions/subjects.ts'
import { mergeAccounts, separateAccounts } from '#contract/office/accounts/merges.ts'
import { updateUserByAdmin } from '#contract/people/users/edits.ts'
import { cancelRegistration } from '#contract/registrations/registrations/calls.ts'
import { sweepCounts } from '#server/counting/credit-findings/jobs.ts'
import { write } from '#server/work.ts'
import { expectSuccess } from '#test/app.ts'
import { completeProfile } from '#test/complete-profile.ts'
import type { Person } from '#test/given.ts'
import { givenPersonUnmailed, givenRegistration } from '#test/given.ts'
import {
  administrator,
  app,
  at,
  decide,
  event,
  givenRegistered,
  hoursOf,
  idOf,
  kinds,
  on,
  row,
  startWithHeldSlot,
  upload,
  waits,
} from '#test/held-slot.ts'

startWithHeldSlot()

describe.each([
  ['rows that were matched', matchRows],
  ['times that were stated', stateTimes],
])('%s', (_, decideAbout) => {
  test('count for the registration of a person who canceled and registered again', async () => {
    const person = await givenRegistered()
    await decideAbout(person)
    await app.call(cancelRegistration, { body: { eventId: event.eventId } }, person.token)
    await app.untilJobsAreDone()
    expect(await kinds()).toEqual(['canceled'])
    await givenRegistration(app, person, event, { by: administrator })
    await write(app.services, undefined, sweepCounts)
    await app.untilJobsAreDone()
    expect(await kinds()).toEqual([])
    expect(await liveHoursOf(person)).toBe(4)
  })

  test('count for the registration that a merge keeps, and for their own after its undo', async () => {
    const [kept, absorbed] = [await givenRegistered(), await givenRegistered()]
    await decideAbout(absorbed)
    const ending = [await idOf(absorbed)]
    const body = { userId: kept.userId, absorbedId: absorbed.userId, ending }
    await app.call(mergeAccounts, { body }, administrator.token)
    await app.untilJobsAreDone()
    expect([await kinds(), await liveHoursOf(kept)]).toEqual([[], 4])
    const [merge] = await app.query('select account_merge_id as id from account_merges order by 1 desc')
    await app.call(separateAccounts, { body: { accountMergeId: merge?.id } }, administrator.token)
    await app.untilJobsAreDone()
    expect([await hoursOf(kept), await hoursOf(absorbed)]).toEqual([0, 4])
  })
})

test('a report knows a person by every email that they had, through changes and merges, while these stand', async () => {
  const [first, second, third] = [
    await givenRegistered(),
    await givenPersonUnmailed(app),
    await givenPersonUnmailed(app),
  ]
  const emails = [first.email, `new.${first.email}`, second.email, third.email]
  const changed = { userId: first.userId, ...completeProfile, email: emails[1] }
  await expectSuccess(app.call(updateUserByAdmin, { body: changed }, administrator.token))
  await merge(second, first)
  await merge(third, second)
  await upload(
    emails
      .map((email, hour) =>
        row(email ?? '', `${8 + hour}:00`.padStart(5, '0'), `${9 + hour}:00`.padStart(5, '0')),
      )
      .join('\n'),
  )
  expect([await kinds(), await hoursOf(third)]).toEqual([[], 4])
  const [last] = await app.query('select max(account_merge_id) as id from account_merges')
  await app.call(separateAccounts, { body: { accountMergeId: last?.id } }, administrator.token)
  await app.untilJobsAreDone()
  expect([await kinds(), await hoursOf(second)]).toEqual([['unknown-email'], 3])
})

async function merge(kept: Person, absorbed: Person) {
  const body = { userId: kept.userId, absorbedId: absorbed.userId, ending: [] }
  await expectSuccess(app.call(mergeAccounts, { body }, administrator.token))
  await app.untilJobsAreDone()
}

async function matchRows(person: Person): Promise<void> {
  await upload(row('', '08:00', '12:00', 'Caller'))
  const [wait] = await waits()
  await decide({ act: 'match', subject: wait?.subject ?? '', registrationIds: [await idOf(person)] })
  expect(await hoursOf(person)).toBe(4)
}

async function stateTimes(person: Person): Promise<void> {
  await upload(row(person.email, '08:00', '07:00'))
  const subject = subjectOfStay(await idOf(person), on)
  await decide({ act: 'state', subject, from: at('08:00'), to: at('12:00') })
  expect(await hoursOf(person)).toBe(4)
}

/** The hours found for the registration that is not canceled. */
async function liveHoursOf({ userId }: Person): Promise<number> {
  const [found] = await app.query(
    `select credit_findings.hours from credit_counts join credit_findings using (credit_finding_id)
     join registrations on registrations.registration_id = credit_counts.registration_id
     where user_id = '${userId}' and cancelled_at is null`,
  )
  return found?.hours
}
