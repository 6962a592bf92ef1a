import { expectAccessible } from './accessible.ts'
import { demoSeason } from './demo-season.ts'
import { expect, test } from './fixtures.ts'
import { signInAsAdministrator } from './people.ts'

const name = 'Hangar Seminar'

test('a seminar starts with lunch, which an administrator changes, and people see it with its times', async ({
  page,
}) => {
  await signInAsAdministrator(page)
  await page.goto('/admin/private/manage-events')
  await page.getByRole('button', { name: 'Add new event' }).click()
  const editor = page.getByRole('dialog', { name: 'Add new event' })
  await editor.getByLabel('Event name').fill(name)
  await editor.getByLabel('Start date').fill(`${demoSeason}-02-16`)
  await editor.getByLabel('End date').fill(`${demoSeason}-02-16`)
  const slot = editor.getByRole('listitem', { name: 'Slot 1' })
  await slot.getByLabel('Starts').fill('08:00')
  await slot.getByLabel('Ends').fill('17:00')
  await editor.getByRole('combobox', { name: 'Event type' }).selectOption('Piston')
  const breakName = (number: number) => slot.getByLabel(new RegExp(`^Name of Break ${number}`))
  const time = (number: number, side: string) =>
    slot.getByLabel(new RegExp(`^Break ${number} of .*: ${side}$`))
  await expect(breakName(1)).toBeHidden()
  await editor.getByRole('combobox', { name: 'Event type' }).selectOption('South Carolina')
  await expect(breakName(1)).toHaveValue('Lunch')
  await expect(time(1, 'from')).toHaveValue('12:00')
  await expect(time(1, 'to')).toHaveValue('13:00')
  await slot.getByLabel('Starts').fill('13:00')
  await expect(breakName(1)).toBeHidden()
  await slot.getByLabel('Starts').fill('08:00')
  await expect(breakName(1)).toHaveValue('Lunch')
  await expectAccessible(page)

  await time(1, 'from').fill('11:45')
  await time(1, 'to').fill('12:30')
  await slot.getByRole('button', { name: /^Add a break to/ }).click()
  await breakName(2).fill('Coffee')
  await time(2, 'from').fill('15:00')
  await time(2, 'to').fill('14:00')
  await editor.getByRole('button', { name: 'Publish' }).click()
  await expect(slot).toContainText('Coffee has to end after it begins.')
  await expect(breakName(1)).toBeFocused()
  await expectAccessible(page)
  await time(2, 'to').fill('15:15')
  await editor.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('button', { name: 'Publish anyway' }).click()
  await expect(page.getByText('Event published')).toBeVisible()

  const card = page.getByRole('article', { name })
  await page.goto((await card.getByRole('link', { name: /^Public page/ }).getAttribute('href')) ?? '')
  for (const line of ['7 hours of IA credit', 'Lunch 11:45 AM – 12:30 PM', 'Coffee 3:00 PM – 3:15 PM']) {
    await expect(page.getByRole('listitem').filter({ hasText: new RegExp(`^${line}$`) })).toBeVisible()
  }
  await expect(page.getByRole('button', { name: /8:00 AM – 5:00 PM Eastern.*Lunch 11:45 AM/ })).toBeVisible()
  await expectAccessible(page)

  await page.goto('/admin/private/manage-events')
  await page.getByRole('button', { name: `Edit event ${name}` }).click()
  const edited = page.getByRole('dialog', { name: /Edit event/ })
  await edited.getByRole('button', { name: /^Remove Lunch from/ }).click()
  await edited.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(edited).toBeHidden()
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('link', { name: 'Activity log' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Slot changed' })).toContainText(
    'Breaks: Lunch 11:45 AM – 12:30 PM, Coffee 3:00 PM – 3:15 PM → Coffee 3:00 PM – 3:15 PM',
  )
})
