import { readFile } from 'node:fs/promises'
import { readCalendar } from '#test/calendars.ts'
import { expect, test } from './fixtures.ts'
import { newEmail, registerFor, signUp } from './people.ts'

test("a person saves the confirmation's calendar file from the mailbox", async ({ page, portal }) => {
  const email = newEmail()
  await signUp(page, portal, email)
  await registerFor(page, /South Carolina/)
  const mail = await portal.mailAbout(email, /^You are registered/)
  await page.goto(`/mailbox?to=${encodeURIComponent(email)}&id=${mail.id}`)
  const saved = page.waitForEvent('download')
  await page.getByRole('link', { name: 'registration.ics' }).click()
  const download = await saved
  expect(download.suggestedFilename()).toBe('registration.ics')
  const [method, events] = readCalendar(await readFile(await download.path()))
  expect([method, events.length]).toEqual(['REQUEST', 1])
  expect(events[0]?.location).toContain('Columbia, SC')
})
