import { expectAccessible } from './accessible.ts'
import { demoSeason } from './demo-season.ts'
import { expect, test } from './fixtures.ts'
import { signInAsAdministrator } from './people.ts'

test('an administrator sees what other figures would change, makes them valid with a reason, and finds the version', async ({
  page,
}) => {
  await signInAsAdministrator(page)
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('link', { name: 'Credit rules', exact: true }).click()
  const virtual = page.getByRole('region', { name: 'Virtual events' })
  await expect(virtual).toContainText('A person must attend 45 of them.')
  await expect(page.getByText("The rules for this renewal year haven't been changed yet.")).toBeVisible()

  await virtual.getByRole('button', { name: /^Edit rules/ }).click()
  const panel = page.getByRole('dialog')
  const valid = panel.getByRole('button', { name: 'Apply' })
  await expect(panel.getByRole('button', { name: 'Preview the effect' })).toBeDisabled()
  await panel.getByLabel('Minutes needed').fill('51')
  await panel.getByRole('button', { name: 'Preview the effect' }).click()
  await expect(panel.getByLabel('Minutes needed')).toBeFocused()
  await expect(panel).toContainText('no more than it has')
  await expectAccessible(page)
  await page.keyboard.type('4')
  await panel.getByLabel('Minutes needed').fill('44')
  await expect(valid).toBeDisabled()
  await panel.getByRole('button', { name: 'Preview the effect' }).focus()
  await page.keyboard.press('Enter')
  await expect(panel.getByRole('status')).toContainText('No hours are counted yet')
  await expect(panel.getByRole('table', { name: 'By minutes needed' }).getByRole('row')).toHaveCount(5)
  await expectAccessible(page)
  await valid.click()
  await expect(panel).toContainText('Say why the rules change')
  await expect(panel.getByLabel('Reason')).toBeFocused()
  await page.keyboard.type('The provider decided')
  await page.keyboard.press('Enter')
  await expect(panel).toBeHidden()
  await expect(virtual).toContainText('A person must attend 44 of them.')
  const version = page
    .getByRole('table', { name: /^Versions of/ })
    .getByRole('row')
    .nth(1)
  await expect(version).toContainText('The provider decided')
  await version.getByText('All rules').click()
  await expectAccessible(page)

  // An hour in person is two courses, unless the figures say one.
  const inPerson = page.getByRole('region', { name: 'In-person events' })
  const twoCourses = 'An hour is two courses of 25 taught minutes, each worth half an hour.'
  await expect(inPerson).toContainText(twoCourses)
  await inPerson.getByRole('button', { name: /^Edit rules/ }).click()
  await panel.getByLabel('Taught minutes').fill('51')
  await panel.getByRole('button', { name: 'Preview the effect' }).click()
  await expect(panel).toContainText('Two equal courses need an even number of minutes')
  await panel.getByLabel('Taught minutes').fill('50')
  await panel.getByLabel('Courses per hour').selectOption('1')
  await panel.getByRole('button', { name: 'Preview the effect' }).click()
  await panel.getByLabel('Reason').fill('One course an hour')
  await panel.getByRole('button', { name: 'Apply' }).click()
  await expect(panel).toBeHidden()
  await expect(inPerson).not.toContainText(twoCourses)
  await expect(page.getByRole('table', { name: /^Versions of/ })).toContainText('One course an hour')
  await page.getByRole('link', { name: 'See change history' }).click()
  await expect(page.getByRole('row').filter({ hasText: /Credit rules changed.*virtual/ })).toContainText('44')
})

test('the page says what the rule hours-2 changes, and shows who would get other hours before it is valid', async ({
  page,
  portal,
}) => {
  await portal.query(
    `insert into credit_rules (season, version, is_in_person, figures, reason)
     select $1, 1, false, figures || '{"code": "hours-1"}', 'Test' from credit_rules where not is_in_person`,
    [demoSeason],
  )
  await signInAsAdministrator(page)
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('link', { name: 'Credit rules', exact: true }).click()
  const changes = page.getByRole('region', { name: 'What the rule hours-2 changes' })
  await expect(changes).toContainText('uses the rule hours-1')
  await expect(changes).toContainText('An hour can be earned in any time slot of the event')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Edit rules for virtual events' }).click()
  const panel = page.getByRole('dialog')
  await panel.getByRole('combobox', { name: 'Rule' }).selectOption('hours-2')
  await panel.getByRole('button', { name: 'Preview the effect' }).click()
  await panel.getByLabel('Reason').fill('The new rule')
  await panel.getByRole('button', { name: 'Apply' }).click()
  await expect(panel).toBeHidden()
  await expect(changes).not.toContainText('uses the rule hours-1')
  await expect(page.getByRole('table', { name: /^Versions of/ })).toContainText('Rule: hours-1 → hours-2')
})
