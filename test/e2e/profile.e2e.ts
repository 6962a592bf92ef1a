import { expect, test } from './fixtures.ts'
import { chooseFrom, newEmail, signUp } from './people.ts'

test('a profile moves to another country with hostile text in it, and is the same after a visit to another page', async ({
  page,
  portal,
}) => {
  const hostile = `<img src=x onerror="alert(1)"> "O'Brien" =1+1 👩‍🔧 שלום`
  page.on('dialog', () => {
    throw new Error('What was typed has run')
  })
  await signUp(page, portal, newEmail())
  await page.getByRole('link', { name: 'Profile' }).click()
  const [first, company, zip, phone] = [
    page.getByLabel('First name'),
    page.getByLabel('Company name'),
    page.getByLabel('ZIP/Postal code'),
    page.getByRole('textbox', { name: 'Phone' }),
  ]
  await first.fill('')
  await first.blur()
  await expect(page.getByText('First name is required')).toBeVisible()
  await first.fill(` ${hostile} `)
  await expect(page.getByText('First name is required')).toBeHidden()
  await company.fill(hostile)
  await page.getByRole('combobox', { name: 'Country', exact: true }).click()
  await page.keyboard.type('germany')
  await page.keyboard.press('Enter')
  await expect(phone).toHaveValue('')
  await expect(page.getByRole('combobox', { name: 'Country code' })).toHaveValue('+49')
  await page.getByRole('textbox', { name: 'State' }).fill('Schleswig-Holstein & Hamburg')
  await zip.fill('D 20095 <b>')
  await phone.fill('12')
  await page.getByRole('button', { name: 'Update Profile' }).click()
  await expect(page.getByText('Please provide a valid phone number')).toBeVisible()
  await expect(phone).toBeFocused()
  await phone.fill('040 123456')
  await page.getByRole('button', { name: 'Update Profile' }).click()
  await expect(page.getByText('Profile updated')).toBeVisible()

  const expectKept = async () => {
    await expect(first).toHaveValue(hostile)
    await expect(company).toHaveValue(hostile)
    await expect(page.getByRole('textbox', { name: 'State' })).toHaveValue('Schleswig-Holstein & Hamburg')
    await expect(zip).toHaveValue('D 20095 <b>')
    await expect(phone).toHaveValue('040123456')
  }
  await page.getByRole('link', { name: 'Event Videos' }).click()
  await page.getByRole('link', { name: 'Profile' }).click()
  await expectKept()
  await expect(page.getByText('Your entries are still here')).toBeHidden()
  await page.reload()
  await expectKept()

  await chooseFrom(page, 'Country', 'United States')
  await expect(page.getByRole('combobox', { name: 'State/Province' })).toHaveValue('')
  // What was typed and not sent waits, too.
  await zip.fill('29201')
  await page.getByRole('link', { name: 'Event Videos' }).click()
  await page.getByRole('heading', { name: 'Event Videos', level: 1 }).waitFor()
  await page.goBack()
  await expect(page.getByText('Your entries are still here. They have not been sent yet.')).toBeVisible()
  await expect(zip).toHaveValue('29201')
  await expect(page.getByRole('combobox', { name: 'Country', exact: true })).toHaveValue('United States')
  await chooseFrom(page, 'State/Province', 'Texas')
  await phone.fill('')
  await page.getByRole('button', { name: 'Update Profile' }).click()
  await expect(page.getByText('Profile updated')).toBeVisible()
  // Else two messages would contradict each other. A message goes by itself after six seconds.
  await expect(page.getByText('Your entries are still here')).toBeHidden({ timeout: 2500 })
})
