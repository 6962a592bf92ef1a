import type { Page } from '@playwright/test'
import { paths } from '#contract/core/paths.ts'
import { refusals } from '#contract/core/refusals.ts'
import { inviteAdministrator } from '#contract/people/administrators/calls.ts'
import { getAllRegisteredUsers } from '#contract/registrations/registration-lists/calls.ts'
import { checkInByName, givenDoor, lastCheckIn } from './door.ts'
import { expect, test } from './fixtures.ts'
import { givenRegistered, inviteInRole, signInAsAdministrator, signInByPassword } from './people.ts'
import { find, rowOf } from './registration-list.ts'

test('a viewer and the front desk see and do what their role allows, until it is changed', async ({
  browser,
  page,
  portal,
}) => {
  const guest = await givenRegistered(portal, { event: /South Carolina/, firstName: 'Dana' })
  await givenDoor(portal, 0)
  await signInAsAdministrator(page, paths.administrators())
  const viewer = await inviteInRole(page, portal, 'viewer')
  const desk = await inviteInRole(page, portal, 'front-desk')
  const open = async () => browser.newPage()

  const viewing = await open()
  await signInByPassword(viewing, viewer)
  await expect(links(viewing)).toHaveText([
    'Dashboard',
    /^Seminar day\d+ of \d+$/,
    'All Registrations',
    'Non registered Users',
    'Manage Events',
    'Manage Sponsors',
    'Manage Speakers',
    /^Hours & certificates\d*$/,
    'Emails',
    'Settings',
  ])
  await links(viewing).filter({ hasText: 'Settings' }).click()
  const settings = viewing.getByRole('navigation', { name: 'Settings' }).getByRole('link')
  await expect(settings).toHaveText([
    'Training provider',
    'Website',
    'Credit rules',
    'Administrators',
    'My two-step verification',
    'Webinar sync',
    'Activity log',
  ])
  await viewing.goto(paths.allRegistrations())
  await find(viewing, guest, 1)
  await expect(rowOf(viewing, guest).getByRole('combobox', { name: /^Hours for/ })).toBeDisabled()
  await expect(rowOf(viewing, guest).getByRole('button', { name: /^Change the time slot/ })).toHaveCount(0)
  await expect(viewing.getByRole('button', { name: /Download/ })).toHaveCount(0)
  await viewing.goto(paths.administrators())
  await expect(viewing.getByText(desk.email)).toBeVisible()
  await expect(viewing.getByRole('button', { name: 'Send invitation' })).toHaveCount(0)
  await expect(viewing.getByRole('main').getByRole('combobox')).toHaveCount(0)
  const invitation = { email: 'friend@example.com' }
  expect(await askServer(viewing, 'POST', inviteAdministrator.path, invitation)).toBe('NOT_PERMITTED')

  const checking = await open()
  await signInByPassword(checking, desk, 'Check-in')
  await expect(checking).toHaveURL(paths.checkIn())
  const opened = checking.waitForEvent('popup')
  await checking.getByRole('link', { name: 'Help' }).click()
  await (await opened).getByRole('heading', { name: 'The door', level: 1 }).waitFor()
  await checkInByName(checking, 'Check in', "Dana O'Brien")
  await expect(lastCheckIn(checking)).toContainText(guest)
  await lastCheckIn(checking).getByRole('button', { name: 'Undo' }).click()
  await expect(lastCheckIn(checking)).toContainText('Undone')
  await checking.goto(paths.secondFactor())
  await expect(links(checking)).toHaveText(['Check-in'])
  await checking.keyboard.press('Control+k')
  await checking.getByRole('combobox', { name: /^Search people/ }).fill('check')
  await expect(checking.getByRole('option')).toHaveText(['Check-in'])
  await checking.keyboard.press('Escape')
  await links(checking).click()
  await expect(checking.getByRole('heading', { name: 'Check-in' })).toBeVisible()
  await checking.goto(paths.allRegistrations())
  await expect(checking.getByText(refusals.NOT_PERMITTED.message)).toBeVisible()
  expect(await askServer(checking, 'GET', getAllRegisteredUsers.path)).toBe('NOT_PERMITTED')

  // An arrow key opens the roles, and changes nothing.
  const role = page.getByLabel(`Role of ${viewer.email}`, { exact: true })
  await role.press('ArrowDown')
  await page.keyboard.press('Escape')
  await role.selectOption('exporting-viewer')
  const question = page.getByRole('dialog', { name: /^Change the role of .* to viewer with exports\?$/ })
  await expect(question).toContainText('Sees everything, changes nothing, and exports people as files.')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(role).toHaveValue('viewer')
  await role.selectOption('exporting-viewer')
  await question.getByRole('button', { name: 'Change role' }).click()
  await expect(page.getByText(`The role of ${viewer.email} is now: Viewer with exports`)).toBeVisible()
  await page.goto(paths.activities())
  const change = page.getByRole('row').filter({ hasText: 'Role changed' })
  await expect(change.filter({ hasText: viewer.email })).toContainText('Viewer with exports')
  await viewing.goto(paths.allRegistrations())
  await expect(viewing.getByRole('button', { name: /Download/ }).first()).toBeVisible()
  await links(viewing).filter({ hasText: 'Settings' }).click()
  await expect(settings.filter({ hasText: 'FAA records' })).toBeVisible()
})

function links(page: Page) {
  return page.getByRole('navigation', { name: 'Pages' }).getByRole('link')
}

/** Makes a call with the page's session, whatever the page itself would offer; returns the code of its refusal. */
function askServer(page: Page, method: string, path: string, body?: object): Promise<string> {
  return page.evaluate(
    async ({ method, path, body }) => {
      const { state } = JSON.parse(localStorage.getItem('root') ?? '')
      const headers = {
        authorization: `Bearer ${state.userData.token}`,
        ...(body && { 'content-type': 'application/json' }),
      }
      const answer = await fetch(`/api${path}`, {
        method,
        headers,
        ...(body && { body: JSON.stringify(body) }),
      })
      return (await answer.json()).code
    },
    { method, path, body },
  )
}
