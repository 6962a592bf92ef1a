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

test('an hour of an event in person is two courses, unless the figures say one', async ({
  page,
  ownPortal: _,
}) => {
  await page.setViewportSize(desk)
  await signInAsAdministrator(page)
  await page.getByRole('link', { name: 'Figures', exact: true }).click()
  const inPerson = page.getByRole('region', { name: 'Events in person' })
  const twoCourses = 'An hour is two courses of 25 taught minutes, each worth half an hour.'
  await expect(inPerson).toContainText(twoCourses)
  await inPerson.getByRole('button', { name: /^Change/ }).click()
  const panel = page.getByRole('dialog')
  await panel.getByLabel('Taught minutes').fill('51')
  await panel.getByRole('button', { name: 'What if' }).click()
  await expect(panel).toContainText('Two equal courses need an even number of minutes')
  await panel.getByLabel('Taught minutes').fill('50')
  await panel.getByLabel('Courses an hour').selectOption('1')
  await panel.getByRole('button', { name: 'What if' }).click()
  await panel.getByLabel('Reason').fill('One course an hour')
  await expectAccessible(page, [phone, desk])
  await panel.getByRole('button', { name: 'Make valid' }).click()
  await expect(panel).toBeHidden()
  await expect(inPerson).not.toContainText(twoCourses)
  await expect(page.getByRole('table', { name: /^Versions of/ })).toContainText('One course an hour')
})

test('the page says what the rule hours-2 changes, and shows who would get other hours before it is valid', async ({
  page,
  ownPortal: portal,
}) => {
  await portal.query(
    `insert into credit_rules (season, version, is_in_person, figures, reason)
     select 2027, 1, false, figures || '{"code": "hours-1"}', 'Test' from credit_rules where not is_in_person`,
  )
  await page.setViewportSize(desk)
  await signInAsAdministrator(page)
  await page.getByRole('link', { name: 'Figures', exact: true }).click()
  const changes = page.getByRole('region', { name: 'What the rule hours-2 changes' })
  await expect(changes).toContainText('counted by the rule hours-1')
  await expect(changes).toContainText('An hour can be earned in any time slot of the event')
  await expectAccessible(page, [phone, desk])
  await page.getByRole('button', { name: 'Change the figures of virtual events' }).click()
  const panel = page.getByRole('dialog')
  await panel.getByRole('combobox', { name: 'Rule' }).selectOption('hours-2')
  await panel.getByRole('button', { name: 'What if' }).click()
  await panel.getByLabel('Reason').fill('The new rule')
  await panel.getByRole('button', { name: 'Make valid' }).click()
  await expect(panel).toBeHidden()
  await expect(changes).not.toContainText('counted by the rule hours-1')
  await expect(page.getByRole('table', { name: /^Versions of/ })).toContainText('Rule: hours-1 → hours-2')
})
