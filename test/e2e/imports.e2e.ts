import { paths } from '#contract/core/paths.ts'
import { desk, expectAccessible, phone } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { signInAsAdministrator, signInByLink } from './people.ts'

const laptop = { width: 1024, height: 768 }
const sizes = [phone, laptop, desk]

test('a file is uploaded, its columns chosen, its rows judged, imported and undone', async ({
  page,
  browser,
  portal,
}) => {
  // Seen before the import: the list must not show what it had read then.
  await signInAsAdministrator(page, paths.nonRegisteredUsers())
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('link', { name: 'Import', exact: true }).click()
  await expect(page.getByText('No imports yet')).toBeVisible()
  await expectAccessible(page, sizes)

  const people = `Email,Given,Last name,Company,State,ZIP,Country
jo.lee@example.com,Jo,Lee,Acme Air,Ohio,44114,US
kim@example.com,Kim,Roe,Acme Air,Narnia,44114,US
`
  await page.getByLabel('File to import').setInputFiles({
    name: 'members.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(people),
  })
  await expect(page.getByRole('heading', { name: 'Columns of members.csv' })).toBeVisible()
  const given = page.getByRole('combobox', { name: 'Field of Given' })
  await given.press('ArrowDown')
  await given.fill('First')
  await page.getByRole('option', { name: 'First name' }).click()
  await page.getByRole('button', { name: 'Check the rows' }).press('Enter')
  const verdicts = page.getByRole('list', { name: 'What each row will do' })
  await expect(verdicts.getByRole('listitem')).toHaveCount(2)
  await expect(verdicts).toContainText("State: 'Narnia' is no state of the United States.")
  await expect(page.getByText('New (1)')).toBeVisible()
  await expectAccessible(page, sizes)

  await page.getByRole('button', { name: 'Import 1 row' }).press('Enter')
  await expect(page.getByText('Imported, except for the rows below.')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Refused rows' })).toContainText('kim@example.com')
  await expectAccessible(page, sizes)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download results' }).press('Enter')
  expect((await download).suggestedFilename()).toBe('import-results.csv')

  await page.getByRole('link', { name: 'Users with no event' }).press('Enter')
  await expect(page.getByRole('row').filter({ hasText: 'jo.lee@example.com' })).toBeVisible()
  await page.goBack()
  await page.getByRole('link', { name: 'All imports' }).press('Enter')
  await page.getByText('Earlier certificates', { exact: true }).click()
  await page.getByLabel('File to import').setInputFiles({
    name: 'acme.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`Email,Certificate number,Issued by,Course,Dates,Hours
jo.lee@example.com,ACME-2026-77,Acme Training,Sheet metal,2026-05-02,6
`),
  })
  await page.getByRole('button', { name: 'Check the rows' }).press('Enter')
  await page.getByRole('button', { name: 'Import 1 row' }).press('Enter')
  await expect(page.getByText('Imported.', { exact: true })).toBeVisible()

  const own = await browser.newPage()
  await signInByLink(own, portal, 'jo.lee@example.com')
  await own.goto(paths.registeredEvents())
  await expect(own.getByText('Issued by Acme Training')).toBeVisible()
  await expect(own.getByText('Number ACME-2026-77.')).toBeVisible()
  await expectAccessible(own, sizes)
  await own.goto(paths.certificateVerification())
  await own.getByLabel('Certificate code').fill('ACME-2026-77')
  await own.getByRole('button', { name: 'Verify' }).press('Enter')
  await expect(own.getByRole('heading', { name: 'Issued elsewhere' })).toBeVisible()
  await expect(own.getByText('Jo')).toHaveCount(0)
  await expectAccessible(own, sizes)

  await page.getByRole('button', { name: 'Undo…' }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Undo the import' }).press('Enter')
  await expect(page.getByText('1 row undone')).toBeVisible()
  await page.getByRole('link', { name: 'All imports' }).press('Enter')
  await expect(page.getByRole('table', { name: 'Imports' }).getByRole('row')).toHaveCount(3)
  await expectAccessible(page, sizes)
})
