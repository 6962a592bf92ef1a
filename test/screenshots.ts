import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { chromium } from '@playwright/test'
import { chromiumArguments } from '../playwright.config.ts'
import { findBrowser } from '../tools/browser.ts'
import { buildWeb } from '../tools/build-web.ts'
import { givenRegistered, registerFor, signInAsAdministrator, signUp, untilDrawn } from './e2e/people.ts'
import { startPortal } from './e2e/portal.ts'
import { confirmUnusual } from './e2e/registration-list.ts'

// Takes the README's pictures of the real portal: `npm run screenshots`.
const people =
  'Avery,Blake,Casey,Devon,Emery,Finley,Harper,Jamie,Kai,Morgan,Parker,Quinn,Reese,Sage,Taylor'.split(',')
const lastNames = 'Baker,Nguyễn,García,Carter,Müller,Evans,O’Brien'.split(',')
const slots = [
  { event: /Piston/, slot: 0 },
  { event: /Turbine/, slot: 1 },
  { event: /Rotorcraft/, slot: 0 },
  { event: /Piston/, slot: 1 },
  { event: /South Carolina/, slot: 0 },
]
const places = [
  { companyName: 'Palmetto Aero', state: 'South Carolina', zip: '29201' },
  { companyName: 'Prairie Rotors', state: 'Kansas', zip: '67202' },
  { companyName: 'Harbor Turbines', state: 'Maine', zip: '04101' },
  { companyName: 'Skyline Aviation', state: 'Ohio', zip: '44114' },
]
const folder = join(import.meta.dirname, '../docs/screenshots')
if (!buildWeb()) process.exit(1)
const portal = await startPortal()
const browser = await chromium.launch({ executablePath: await findBrowser(), args: chromiumArguments })
try {
  const open = async (width: number, height: number) => {
    const viewport = { width, height }
    const context = await browser.newContext({
      baseURL: portal.url,
      viewport,
      timezoneId: 'America/New_York',
      reducedMotion: 'reduce',
    })
    return context.newPage()
  }
  const phone = await open(390, 844)
  await phone.goto('/login')
  await phone.getByRole('listitem').first().waitFor()
  await take(phone, 'login')
  await signUp(phone, portal, 'robin@example.com')
  await registerFor(phone, /Turbine/)
  await phone.goto('/private/registered-events')
  await phone.getByText('hours earned').waitFor()
  await take(phone, 'registered-events')

  const desk = await open(1440, 900)
  await signUp(desk, portal, 'jordan@example.com', 'Jordan')
  await desk.getByRole('article').first().waitFor()
  await desk.getByText('Profile updated').waitFor({ state: 'hidden' })
  await take(desk, 'upcoming-events')

  for (const [index, firstName] of people.entries()) {
    const lastName = lastNames[index % lastNames.length] as string
    await givenRegistered(portal, { firstName, lastName, ...slots[index % 5], ...places[index % 4] })
  }
  const office = await open(1440, 900)
  await signInAsAdministrator(office)
  const hours = office.getByRole('combobox', { name: /^Hours for/ }).first()
  await hours.selectOption('8')
  await confirmUnusual(office)
  const done = office.getByText('Certificate generated successfully')
  await done.waitFor()
  await done.waitFor({ state: 'hidden' })
  await take(office, 'all-registrations')
  await office.goto('/admin/private/dashboard')
  await untilDrawn(office)
  await take(office, 'dashboard')
} finally {
  await browser.close()
  await portal.stop()
}

async function take(page: Page, name: string): Promise<void> {
  // Waits for logos and the like.
  await page.waitForLoadState('networkidle')
  await page.screenshot({ path: join(folder, `${name}.jpg`), type: 'jpeg', quality: 82 })
}
