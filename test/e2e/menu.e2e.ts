import type { Page } from '@playwright/test'
import { paths } from '#contract/core/paths.ts'
import { desk, expectAccessible, expectToFitInLargeFont, phone } from './accessible.ts'
import { seminar } from './demo-season.ts'
import { givenDoor } from './door.ts'
import { expect, test } from './fixtures.ts'
import { givenRegistered, signInAsAdministrator } from './people.ts'

test('the menu has nine entries, and each page of the panel stands in it, in a tab or in the settings', async ({
  page,
  portal,
}) => {
  test.slow()
  await portal.query('update event_slots set capacity = null')
  await givenRegistered(portal, {})
  await signInAsAdministrator(page)
  await page.getByRole('heading', { name: 'All Registrations' }).waitFor()
  await page.getByRole('row').nth(1).waitFor()
  await expect(menu(page)).toHaveText([
    'Dashboard',
    'All Registrations',
    'Non registered Users',
    'Manage Events',
    'Manage Sponsors',
    'Manage Speakers',
    /^Hours & certificates/,
    'Emails',
    'Settings',
  ])

  await test.step('the first row of All Registrations is at most 20 tab stops away', async () => {
    const stops = await stopsTo(page, 'tbody tr [type=checkbox]')
    console.log(`Tab stops to the first row of All Registrations: ${stops}`)
    expect(stops).toBeLessThanOrEqual(20)
  })

  for (const [entry, pages] of Object.entries(pagesOf)) {
    await menu(page)
      .filter({ hasText: new RegExp(`^${entry}`) })
      .click()
    for (const [tab, heading] of Object.entries(pages)) {
      const links = page.getByRole('navigation', { name: entry, exact: true }).getByRole('link')
      if (tab) await links.filter({ hasText: new RegExp(`^${tab}\\d*$`) }).click()
      await page.getByRole('heading', { name: heading, level: 1 }).waitFor()
      await expect(menu(page).and(page.locator('[aria-current=page]'))).toHaveText(new RegExp(`^${entry}`))
      await expectAccessible(page, [desk])
      await page.setViewportSize(phone)
      await expectNoSidewaysScroll(page)
      await expectToFitInLargeFont(page)
      await page.setViewportSize(desk)
    }
  }
})

test('on the day of a seminar its page, its sheet and its hours are two clicks away', async ({
  page,
  portal,
}) => {
  await givenDoor(portal, 3)
  await signInAsAdministrator(page, paths.dashboard())
  await expect(menu(page).filter({ hasText: 'Check-in' })).toBeVisible()
  await expect(menu(page).filter({ hasText: 'Seminar day' })).toHaveText('Seminar day0 of 3')
  await menu(page).filter({ hasText: 'Seminar day' }).click()
  await page.getByText('0 of 3 came').waitFor()
  await page.getByRole('link', { name: 'Sign-in sheet' }).click()
  await page.getByRole('heading', { name: /^Sign-in sheet of/ }).waitFor()

  await menu(page)
    .filter({ hasText: /^Hours & certificates/ })
    .click()
  // Before and after the day, the slot's next step is the link.
  await page.getByRole('link', { name: new RegExp(`sign-in sheet.*${seminar.name}`, 'i') }).click()
  await page.getByRole('heading', { name: /^Sign-in sheet of/ }).waitFor()
  await page.goBack()
  await page
    .getByRole('link', { name: new RegExp(`^Hours of ${seminar.name}`) })
    .first()
    .click()
  await page.getByRole('heading', { name: seminar.name, level: 1 }).waitFor()
})

// The headings of each entry's pages, by their tabs. On a phone they are judged by the journeys about them.
const pagesOf: Record<string, Record<string, string | RegExp>> = {
  'All Registrations': { '': 'All Registrations' },
  Dashboard: { '': 'Dashboard' },
  'Non registered Users': { '': /^Users with no event/ },
  'Manage Events': { '': 'Manage Events' },
  'Manage Sponsors': { '': 'Manage Sponsors' },
  'Manage Speakers': { '': 'Manage Speakers' },
  'Hours & certificates': {
    'Time slots': 'Hours & certificates',
    'Needs a decision': 'Needs a decision',
    'Review requests': 'Review requests',
    'Unusual credits': 'Unusual credits',
    'Credit rosters': 'Credit rosters',
  },
  Emails: { Sent: 'Emails', Messages: 'Messages', Bounced: 'Bounced addresses' },
  Settings: {
    'Training provider': 'Training provider',
    Website: 'Website',
    'Credit rules': 'Credit rules',
    Administrators: 'Administrators',
    'API keys': 'API keys',
    'My two-step verification': 'Two-step verification',
    'Webinar sync': 'Webinar sync',
    'FAA records': 'FAA records',
    'Activity log': 'Activity log',
  },
}

function menu(page: Page) {
  return page.getByRole('navigation', { name: 'Pages' }).getByRole('link')
}

/** Presses Tab from the page's start until an element has the focus; returns how often. */
async function stopsTo(page: Page, selector: string): Promise<number> {
  await page.evaluate(() => {
    document.body.tabIndex = -1
    document.body.focus()
    document.body.removeAttribute('tabindex')
  })
  for (let stops = 1; stops <= 80; stops++) {
    await page.keyboard.press('Tab')
    if (await page.evaluate((sought) => document.activeElement?.matches(sought), selector)) return stops
  }
  return Number.POSITIVE_INFINITY
}

/** The panel's own part scrolls, so that the page as a whole never shows it. */
async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const over = await page.getByRole('main').evaluate((main) => main.scrollWidth - main.clientWidth)
  expect(over, `${page.url()} scrolls sideways`).toBe(0)
}
