import type { Locator } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { givenRegistered } from './people.ts'
import { openList } from './registration-list.ts'

test('an administrator finds, selects and changes registrations with the keyboard, on a large and a small screen', async ({
  browser,
  portal,
}) => {
  for (let person = 0; person < 3; person++) await givenRegistered(portal, { firstName: 'Keyes' })
  await givenRegistered(portal, { firstName: 'Somebody' })
  const office = await openList(browser, 'keyes', 3)
  const { keyboard } = office
  const search = office.getByRole('textbox', { name: 'Search' })
  const table = office.getByRole('region', { name: 'All Registrations' })
  const head = office.getByRole('checkbox', { name: 'Select all rows of this page' })
  const row = (number: number) => office.locator('tbody').getByRole('row').nth(number)
  const bar = office.getByRole('region', { name: 'Selected registrations' })
  const menu = office.getByRole('menu')
  async function tabTo(target: Locator): Promise<void> {
    for (let steps = 0; steps < 30; steps++) {
      if (await target.evaluate((element) => element === document.activeElement)) return
      await keyboard.press('Tab')
    }
    await expect(target).toBeFocused()
  }

  for (const width of [1440, 1024]) {
    await office.setViewportSize({ width, height: 900 })
    await search.blur()
    await keyboard.press('/')
    await expect(search).toBeFocused()
    await keyboard.press('Escape')
    await expect(search).toHaveValue('')
    await expect(office.getByText('3 registrations', { exact: true })).toBeHidden()
    await keyboard.type('keyes')
    await keyboard.press('Enter')
    await expect(office.getByText('3 registrations', { exact: true })).toBeVisible()

    await tabTo(head)
    await keyboard.press('ArrowDown')
    await expect(row(0)).toBeFocused()
    await keyboard.press('ArrowDown')
    await expect(row(1)).toBeFocused()
    await keyboard.press('ArrowUp')
    await keyboard.press('Space')
    await expect(bar).toContainText('1 selected')
    await keyboard.press('Shift+ArrowDown')
    await keyboard.press('Shift+ArrowDown')
    await expect(bar).toContainText('3 selected')
    await expect(row(2)).toBeFocused()
    await keyboard.press('Space')
    await expect(bar).toContainText('2 selected')

    await keyboard.press('Enter')
    const items = menu.getByRole('menuitem')
    await expect(items.first()).toBeFocused()
    await keyboard.press('ArrowDown')
    await expect(items.nth(1)).toBeFocused()
    await keyboard.press('End')
    await expect(menu.getByRole('menuitem', { name: 'Delete registration' })).toBeFocused()
    await keyboard.press('ArrowDown')
    await expect(items.first()).toBeFocused()
    await keyboard.press('Escape')
    await expect(menu).toBeHidden()
    await expect(row(2)).toBeFocused()

    // A dialog opened from a row's menu returns the focus to the row.
    await keyboard.press('Enter')
    await keyboard.press('Enter')
    const panel = office.getByRole('dialog', { name: 'Change time slot' })
    await expect(panel.getByRole('radio').first()).toBeVisible()
    await expect(panel.locator(':focus'), 'the panel has the focus').toHaveCount(1)
    await keyboard.press('Escape')
    await expect(panel).toBeHidden()
    await expect(row(2)).toBeFocused()
    await keyboard.press('Home')
    await expect(row(0)).toBeFocused()
    await keyboard.press('Escape')
    await expect(table).toBeFocused()
    await bar.getByRole('button', { name: 'Clear' }).focus()
    await keyboard.press('Enter')
    await expect(bar).toBeHidden()
  }

  await keyboard.press('/')
  await tabTo(head)
  await keyboard.press('ArrowDown')
  await keyboard.press('Enter')
  await keyboard.press('End')
  await keyboard.press('ArrowUp')
  await keyboard.press('Enter')
  await expect(office.getByRole('heading', { name: 'Activity log', level: 1 })).toBeFocused()
})
