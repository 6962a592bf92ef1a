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
  await expect(states).toHaveAttribute('aria-expanded', 'true')
  const list = await page.getByRole('listbox').getAttribute('id')
  await expect(states).toHaveAttribute('aria-controls', list ?? '')
  await expect(page.getByRole('option')).toHaveText(['South Carolina'])
  await page.keyboard.press('Enter')
  await expect(states).toHaveValue('South Carolina')
  await expect(page.getByRole('option', { includeHidden: true })).toHaveCount(0)

  const countries = page.getByRole('combobox', { name: 'Country', exact: true })
  await countries.click()
  await expect(page.getByRole('option', { name: 'Canada' })).toBeVisible()
  await expect(countries).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Escape')
  await expect(countries).toHaveValue('United States')
})

test('a dial code is found by its country, and one that is shared keeps the country that was chosen', async ({
  page,
}) => {
  await page.goto('/register')
  const countries = page.getByRole('combobox', { name: 'Country', exact: true })
  const phone = page.getByRole('textbox', { name: 'Phone' })
  const dialCodes = page.getByRole('combobox', { name: 'Country code' })
  await phone.fill('8035550100')
  await countries.click()
  await page.keyboard.type('can')
  await expect(page.getByRole('option').first()).toHaveText('Canada')
  await page.keyboard.press('Enter')
  await expect(phone).toHaveValue('')
  await phone.fill('8035550100')
  await dialCodes.click()
  await page.keyboard.type('can')
  await expect(page.getByRole('option').first()).toContainText('Canada')
  await page.keyboard.press('Escape')
  await dialCodes.click()
  await page.keyboard.type('+1')
  await page.keyboard.press('Enter')
  await expect(countries).toHaveValue('Canada')
  await countries.click()
  await page.keyboard.type('germany')
  await page.keyboard.press('Enter')
  await expect(dialCodes).toHaveValue('+49')
  await expect(phone).toHaveValue('')
})
