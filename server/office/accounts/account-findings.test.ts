import { expect, test } from 'vitest'
import { getAccountData, getAccountPage } from '#contract/office/accounts/calls.ts'
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
