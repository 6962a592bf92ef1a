import { expect, test } from './fixtures.ts'

test('pickers draw their choices when they are opened, and serve the keyboard as before', async ({
  page,
}) => {
  await page.goto('/register')
  const states = page.getByRole('combobox', { name: 'State/Province' })
  await states.waitFor()
  await expect(page.getByRole('option', { includeHidden: true })).toHaveCount(0)

  await states.focus()
  await page.keyboard.type('south c')
  await expect(page.getByRole('option')).toHaveText(['South Carolina'])
  await page.keyboard.press('Enter')
  await expect(states).toHaveValue('South Carolina')
  await expect(page.getByRole('option', { includeHidden: true })).toHaveCount(0)

  const countries = page.getByRole('combobox', { name: 'Country', exact: true })
  await countries.click()
  await expect(page.getByRole('option', { name: 'Canada' })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Escape')
  await expect(countries).toHaveValue('United States')
})
