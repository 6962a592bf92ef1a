import type { Locator, Page } from '@playwright/test'
import { expect } from '@playwright/test'
import type { Endpoint } from '#contract/core/endpoint.ts'
import { paths } from '#contract/core/paths.ts'
import { getAllEvents } from '#contract/events/events/calls.ts'
import {
  resetPassword,
  sendSignInLink,
  signInWithLink,
  signInWithPassword,
} from '#contract/people/identity/calls.ts'
import { createUser, exchangeToken } from '#contract/people/sessions/calls.ts'
import { registerForEvent } from '#contract/registrations/registrations/calls.ts'
import { completeProfile } from '#test/complete-profile.ts'
import { keptSession } from '#test/kept-session.ts'
import { demoSeason } from './demo-season.ts'
import type { Portal } from './portal.ts'
import { administrator } from './portal.ts'

let people = 0

/** Returns an unused address. */
export function newEmail(name = 'person'): string {
  return `${name}-${process.pid}-${++people}@example.com`
}

/** Fills the registration form and sends it; the sign-in link is then in the mailbox. */
export async function fillRegistration(page: Page, email: string, firstName = 'Robin'): Promise<void> {
  await page.goto('/register')
  await fillRegistrationHere(page, email, firstName)
}

/** Fills the registration form on the open page and sends it. */
export async function fillRegistrationHere(page: Page, email: string, firstName = 'Robin'): Promise<void> {
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await fillProfile(page, firstName)
  await page.getByRole('textbox', { name: 'Phone' }).fill('8035550100')
  await page.getByRole('button', { name: 'Register', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Login link sent to your email' })).toBeVisible()
}

/** Fills the required fields of a profile. */
export async function fillProfile(page: Page, firstName = 'Robin'): Promise<void> {
  await page.getByLabel('First name').fill(firstName)
  await page.getByLabel('Last name').fill("O'Brien")
  await chooseFrom(page, 'State/Province', 'South Carolina')
  await page.getByLabel('ZIP/Postal code').fill('29201')
  await page.getByLabel('Company name').fill('Example Aviation')
}

/** Picks an option of a searchable select. */
export async function chooseFrom(page: Page, label: string, choice: string): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).click()
  await page.keyboard.type(choice)
  await page.getByRole('option', { name: choice }).click()
}

/**
 * Signs somebody up with the calls that the pages make, and opens the upcoming events. Journeys about signing up
 * do it by hand.
 */
export async function signUp(page: Page, portal: Portal, email: string, firstName = 'Robin'): Promise<void> {
  const device = await page.evaluate(() => navigator.userAgent)
  const token = await givenUser(portal, email, { firstName }, device)
  await page.goto('/robots.txt')
  await keepSession(page, await keptSession(portal.url, token))
  await page.goto(paths.upcomingEvents())
}

/** Stores the session, on any page of the portal. */
async function keepSession(page: Page, session: { key: string; text: string }): Promise<void> {
  await page.evaluate(({ key, text }) => localStorage.setItem(key, text), session)
}

/** Signs somebody up by calls only; returns the token of their session, which starts on this device. */
export async function givenUser(
  portal: Portal,
  email: string,
  profile: Partial<typeof completeProfile> = {},
  device?: string,
): Promise<string> {
  await send(portal, sendSignInLink, { email })
  const { hash } = new URL(await portal.linkTo(email))
  const code = new URLSearchParams(hash.slice(1)).get('code')
  const { idToken } = await send(portal, signInWithLink, { email, code })
  const user = { authToken: idToken, email, ...completeProfile, ...profile }
  return (await send(portal, createUser, user, { device })).token
}

/** Registers somebody for an event's slot (the first is 0) by calls only; returns their email. */
export async function givenRegistered(
  portal: Portal,
  {
    event = /Piston/,
    slot = 0,
    firstName = 'Robin',
    ...profile
  }: { event?: RegExp; slot?: number } & Partial<typeof completeProfile>,
): Promise<string> {
  const email = newEmail(firstName.toLowerCase())
  const token = await givenUser(portal, email, { firstName, ...profile })
  const { events } = await send(portal, getAllEvents, undefined, { token })
  const slots = (events as Record<string, string | number>[])
    .filter(({ event_name: name }) => event.test(String(name)) && String(name).includes(`${demoSeason}`))
    .sort((a, b) => (`${a.start_date}${a.start_time}` < `${b.start_date}${b.start_time}` ? -1 : 1))
  const { event_id: eventId, event_slot_id: eventSlotId, focus_id: focusId } = slots[slot] ?? {}
  await send(portal, registerForEvent, { eventId, eventSlotId, focusId }, { token })
  return email
}

async function send(
  portal: Pick<Portal, 'url'>,
  { method, path }: Pick<Endpoint, 'method' | 'path'>,
  body?: object,
  { token, device }: { token?: string | undefined; device?: string | undefined } = {},
  // biome-ignore lint/suspicious/noExplicitAny: as it travels
): Promise<any> {
  const answer = await fetch(`${portal.url}/api${path}`, {
    method,
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
      ...(device && { 'user-agent': device }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const { data, message } = (await answer.json()) as { data: unknown; message: string }
  if (!answer.ok) throw new Error(`${path}: ${message}`)
  return data
}

/** Signs in a registered person with the newest of at least this many mails. */
export async function signInByLink(page: Page, portal: Portal, email: string, atLeast = 1): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send sign-in link' }).click()
  await page.getByRole('heading', { name: 'Login link sent to your email' }).waitFor()
  await page.goto(await portal.linkTo(email, atLeast))
  await expect(page).toHaveURL(/\/private\//)
}

/** Signs the administrator in with the calls that the pages make, and opens a page of the panel. */
export async function signInAsAdministrator(
  page: Page,
  path: string = paths.allRegistrations(),
): Promise<void> {
  await becomeAdministrator(page)
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
}

/** Stores an administrator's session in the browser without opening the panel. */
export async function becomeAdministrator(page: Page): Promise<void> {
  await page.goto('/robots.txt')
  const url = new URL(page.url()).origin
  const device = await page.evaluate(() => navigator.userAgent)
  const { idToken } = await send({ url }, signInWithPassword, administrator)
  const { token } = await send({ url }, exchangeToken, { authToken: idToken }, { device })
  await keepSession(page, await keptSession(url, token, true))
}

/** Makes a call as the administrator, without a page; returns its answer as it travels. */
export async function callAsAdministrator(
  portal: Portal,
  endpoint: Pick<Endpoint, 'method' | 'path'>,
  body?: object,
  // biome-ignore lint/suspicious/noExplicitAny: as it travels
): Promise<any> {
  return (await asAdministrator(portal))(endpoint, body)
}

/** Signs the administrator in once, for many calls. */
async function asAdministrator(portal: Portal) {
  const { idToken } = await send(portal, signInWithPassword, administrator)
  const { token } = await send(portal, exchangeToken, { authToken: idToken })
  return (endpoint: Pick<Endpoint, 'method' | 'path'>, body?: object) =>
    send(portal, endpoint, body, { token })
}

/** Adds an event, open unless it says otherwise, with these slots by calls only; returns what registers for each. */
export async function givenEvent(
  portal: Portal,
  { name, isEnabled = 1 }: { name: string; isEnabled?: number },
  slots: readonly object[],
): Promise<{ eventId: number; eventSlotId: number; focusId: number }[]> {
  const call = await asAdministrator(portal)
  const add = (path: string, body: object) => call({ method: 'POST', path }, body)
  const { event_id: eventId } = await add('/private/events', { event_name: name, isEnabled })
  const added = []
  for (const slot of slots) {
    const body = { event_id: eventId, focus_id: 2, ...slot }
    const { event_slot_id: eventSlotId } = await add('/private/events-slots', body)
    added.push({ eventId, eventSlotId, focusId: body.focus_id })
  }
  return added
}

/** Signs in by hand, for journeys about it. */
export async function signInByPassword(
  page: Page,
  { email, password } = administrator,
  start = 'All Registrations',
): Promise<void> {
  await page.goto(paths.admin())
  await page.getByLabel('Username').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('heading', { name: start })).toBeVisible()
}

/** Invites an administrator on the open page of administrators; they choose a password. Returns how they sign in. */
export async function inviteInRole(page: Page, portal: Portal, role: string): Promise<typeof administrator> {
  const invited = { email: newEmail('colleague'), password: 'a password of their own' }
  await page.getByLabel('Invite by email').fill(invited.email)
  await page.getByLabel('Role', { exact: true }).selectOption(role)
  await page.getByRole('button', { name: 'Send invitation' }).click()
  const row = page.getByRole('listitem').filter({ hasText: invited.email })
  const proof = page.getByRole('dialog', { name: "Confirm it's you" })
  await row.or(proof).waitFor()
  if (await proof.isVisible()) await typePasswordAgain(page)
  await row.waitFor()
  const [mail] = await portal.mailsTo(invited.email)
  const link = mail?.links.find((found) => found.includes(paths.resetPassword())) ?? ''
  const code = new URLSearchParams(new URL(link).hash.slice(1)).get('code')
  await send(portal, resetPassword, { ...invited, code })
  return invited
}

/** Lets the time pass in which a sign-in with the password proves who an administrator is. */
export async function outliveProof(portal: Portal): Promise<void> {
  await portal.query("update sessions set created_at = created_at - interval '11 minutes'")
}

/** Types the password that the portal's dialog asks for again. */
export async function typePasswordAgain(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: "Confirm it's you" })
  await dialog.getByRole('textbox', { name: 'Password' }).fill(administrator.password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
}

/** Registers for an event's first slot and answers the membership dialog. */
export async function registerFor(page: Page, eventName: RegExp): Promise<void> {
  const card = page.getByRole('article', { name: eventName })
  await card
    .getByRole('button', { name: /Eastern/ })
    .first()
    .click()
  await completeRegistration(page)
}

/** Returns the boxes of a registration's dialog, which opens before it has loaded them. */
export async function boxesOf(dialog: Locator): Promise<Locator[]> {
  await dialog.getByRole('button', { name: /^(Complete Registration|Register)$/ }).waitFor()
  return dialog.getByRole('checkbox').all()
}

/** Answers the dialogs after a slot is chosen. */
export async function completeRegistration(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog')
  for (const box of await boxesOf(dialog)) await box.check()
  await dialog.getByRole('button', { name: /^(Complete Registration|Register)$/ }).click()
  const done = page.getByRole('dialog', { name: 'Registered!' })
  await expect(done).toBeVisible()
  await done.getByRole('button', { name: 'OK' }).click()
}

/** Waits until the dashboard has counted and drawn a registration: its code comes late on a busy machine. */
export async function untilDrawn(page: Page): Promise<void> {
  await page.locator('.recharts-bar-rectangle').first().waitFor({ timeout: 60_000 })
}

/** Empties what the browser keeps. An open page of the portal could still store a late answer, so another one is opened. */
export async function forgetBrowser(page: Page): Promise<void> {
  await page.goto('/api/health')
  await page.evaluate(() => localStorage.clear())
}

/** Closes the messages that lie over a button. Each also goes by itself, so there may be none. */
export async function closeMessages(page: Page): Promise<void> {
  for (const closing of await page.getByRole('button', { name: 'Close message' }).all())
    await closing.click({ timeout: 1000 }).catch(() => {})
}
