import { expect, test } from 'vitest'
import { getAccountData, getAccountPage } from '#contract/office/accounts/calls.ts'
import { mergeAccounts, separateAccounts } from '#contract/office/accounts/merges.ts'
import { getUser } from '#server/people/users/queries.ts'
import { setEmail } from '#server/people/users/user-changes.ts'
import { write } from '#server/work.ts'
import { expectSuccess } from '#test/app.ts'
import { noPollsAsked } from '#test/attendance-uploads.ts'
import { givenPersonUnmailed } from '#test/given.ts'
import * as held from '#test/held-slot.ts'

held.startWithHeldSlot()

test('the download has what the rule found about the own hours, with the reasons, and of nobody else', async () => {
  const [person, other] = [await held.givenRegistered(), await held.givenRegistered()]
  const rows = [held.row(person.email, '08:00', '11:10'), held.row(other.email, '08:00', '12:00')]
  await held.upload(rows.join('\n'))
  const download = ({ path }: { path: string }) =>
    held.app.request({ url: `/api${path}`, headers: { authorization: `Bearer ${person.token}` } })
  const data = (await download(getAccountData)).json()
  expect(data.findings).toMatchObject([
    { registrationId: await held.idOf(person), hours: 3, possibleHours: 4, isCurrent: true },
  ])
  const why = data.findings[0].sentences.find((each: string) => each.includes('10 of 50 minutes'))
  expect(why).toContain('You were away 11:10 AM – 11:50 AM.')
  const page = await download(getAccountPage)
  expect(page.body).toContain('3 of 4')
  expect(page.body).toContain('You were away 11:10 AM – 11:50 AM.')
})

test('rows of an email count from its merge into an account until that is undone, with no further report', async () => {
  const person = await held.givenRegistered()
  const other = await givenPersonUnmailed(held.app)
  await noPollsAsked(held.app, held.slot, held.on)
  await held.upload(held.row(other.email, '08:00', '12:00'))
  expect([await held.hoursOf(person), await held.kinds()]).toEqual([0, ['unknown-email']])
  const merge = { userId: person.userId, absorbedId: other.userId, ending: [] }
  await expectSuccess(held.app.send(mergeAccounts, merge, held.administrator))
  await held.app.untilJobsAreDone()
  expect([await held.hoursOf(person), await held.kinds()]).toEqual([4, []])
  const [{ account_merge_id: accountMergeId }] = await held.app.query(
    'select account_merge_id from account_merges where kept_id = $1',
    [person.userId],
  )
  await expectSuccess(held.app.send(separateAccounts, { accountMergeId }, held.administrator))
  await held.app.untilJobsAreDone()
  expect([await held.hoursOf(person), await held.kinds()]).toEqual([0, ['unknown-email']])
})

test('rows of the new and the old email of a person count', async () => {
  const person = await held.givenRegistered()
  await noPollsAsked(held.app, held.slot, held.on)
  const emails = [`new-${person.email}`, person.email]
  await held.upload(held.row(emails[0] ?? '', '08:00', '10:00'))
  expect([await held.hoursOf(person), await held.kinds()]).toEqual([0, ['unknown-email']])
  await write(held.app.services, undefined, async (work) =>
    setEmail(work, await getUser(work.tx, person.userId), emails[0] ?? ''),
  )
  await held.app.untilJobsAreDone()
  expect([await held.hoursOf(person), await held.kinds()]).toEqual([2, []])
  await held.upload(held.row(emails[1] ?? '', '10:00', '12:00'))
  expect([await held.hoursOf(person), await held.kinds()]).toEqual([4, []])
  // Somebody else has the old one since.
  const other = await givenPersonUnmailed(held.app)
  await held.app.update('users', { email: emails[1] }, { userId: other.userId })
  await held.upload(held.row(emails[1] ?? '', '10:00', '11:59'))
  expect([await held.hoursOf(person), await held.kinds()]).toEqual([2, ['unknown-email']])
})
