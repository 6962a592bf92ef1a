import { expect, test } from './fixtures.ts'

const address = `/stop-reminders#code=${'0a'.repeat(32)}`

test('reminders stop after a click, not when the link is opened, and can be turned on again; an unknown link says so', async ({
  page,
}) => {
  const posted: unknown[] = []
  await page.route(/\/api\/public\/(stop|resume)-reminders$/, async (route) => {
    posted.push([new URL(route.request().url()).pathname, route.request().postDataJSON()])
    await route.fulfill({ json: { error: false, data: {} } })
  })
  await page.goto(address)
  await page.getByRole('heading', { name: 'Turn off reminders?' }).waitFor()
  expect(posted).toEqual([])
  await page.getByRole('button', { name: 'Turn off reminders' }).click()
  await expect(page.getByRole('heading', { name: 'Reminders are off' })).toBeFocused()
  await page.getByRole('button', { name: 'Turn reminders on again' }).click()
  await expect(page.getByRole('heading', { name: 'Reminders are on again' })).toBeFocused()
  await expect(page.getByRole('button', { name: 'Turn off reminders' })).toBeVisible()
  const body = { code: '0a'.repeat(32) }
  expect(posted).toEqual([
    ['/api/public/stop-reminders', body],
    ['/api/public/resume-reminders', body],
  ])

  // The portal itself knows no such link.
  await page.unrouteAll()
  await page.goto('/robots.txt')
  await page.goto(address)
  await page.getByRole('button', { name: 'Turn off reminders' }).click()
  await expect(page.getByRole('alert')).toHaveText("This link isn't valid. Check that it's complete.")
  await page.goto('/stop-reminders')
  await page.getByRole('heading', { name: 'This link is incomplete' }).waitFor()
})
