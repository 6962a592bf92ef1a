import { desk, expectAccessible, phone } from './accessible.ts'
import { expect, testAlone as test } from './fixtures.ts'
import { signInAsAdministrator } from './people.ts'

test('an administrator sees what other figures would change, makes them valid with a reason, and finds the version', async ({
  page,
}) => {
  await page.setViewportSize(desk)
  await signInAsAdministrator(page)
  await page.getByRole('link', { name: 'Figures', exact: true }).click()
  const virtual = page.getByRole('region', { name: 'Virtual events' })
  await expect(virtual).toContainText('A person needs to be there for 45 of them.')
  await expect(page.getByText('No one has changed the figures for this renewal year yet.')).toBeVisible()
  await expectAccessible(page, [phone, desk])

  await virtual.getByRole('button', { name: /^Change/ }).click()
  const panel = page.getByRole('dialog')
  const valid = panel.getByRole('button', { name: 'Make valid' })
  await expect(panel.getByRole('button', { name: 'What if' })).toBeDisabled()
  await panel.getByLabel('Minutes needed').fill('51')
  await panel.getByRole('button', { name: 'What if' }).click()
  await expect(panel.getByLabel('Minutes needed')).toBeFocused()
  await expect(panel).toContainText('no more than it has')
  await expectAccessible(page, [phone, desk])
  await page.keyboard.type('4')
  await panel.getByLabel('Minutes needed').fill('44')
  await expect(valid).toBeDisabled()
  await panel.getByRole('button', { name: 'What if' }).focus()
  await page.keyboard.press('Enter')
  await expect(panel.getByRole('status')).toContainText('No hours are counted yet')
  await expect(panel.getByRole('table', { name: 'By minutes needed' }).getByRole('row')).toHaveCount(5)
  await expectAccessible(page, [phone, desk])
  await valid.click()
  await expect(panel).toContainText('Please say why the figures change')
  await expect(panel.getByLabel('Reason')).toBeFocused()
  await page.keyboard.type('The provider decided')
  await page.keyboard.press('Enter')
  await expect(panel).toBeHidden()
  await expect(virtual).toContainText('A person needs to be there for 44 of them.')
  const version = page
    .getByRole('table', { name: /^Versions of/ })
    .getByRole('row')
    .nth(1)
  await expect(version).toContainText('The provider decided')
  await version.getByText('All its figures').click()
  await expectAccessible(page, [phone, desk])
  await page.getByRole('link', { name: 'See its history' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Figures of hours changed' })).toContainText('44')
})
