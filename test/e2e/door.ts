import type { Page } from '@playwright/test'
import { exportJWK, generateKeyPair } from 'jose'
import { paths } from '#contract/core/paths.ts'
import { easternDay } from '#contract/core/season.ts'
import { ticketAlgorithm, writeTicket } from '#contract/registrations/tickets/ticket-codes.ts'
import { seminar } from './demo-season.ts'
import { expect } from './fixtures.ts'
import type { Portal } from './portal.ts'

/** Moves the in-person seminar to today, for this many people named 'Pat Example 001' and so on. Returns their registrations. */
export async function givenDoor(portal: Portal, people: number): Promise<number[]> {
  const [slot] = await portal.query<{ eventSlotId: number }>(
    `update event_slots set start_on = $1, end_on = $1, start_time = '08:00', end_time = '17:00'
     where event_slot_id = (select event_slot_id from event_slots join events using (event_id)
       where event_name = $2 order by 1 limit 1) returning event_slot_id as "eventSlotId"`,
    [easternDay(new Date()), seminar.name],
  )
  const rows = await portal.query<{ registrationId: number }>(
    `with people as (
      insert into users (email, first_name, last_name, country, state, zip, company_name, phone)
      select 'door-' || n || '@example.com', 'Pat', 'Example ' || lpad(n::text, 3, '0'), 'US', 'SC', '29201', 'Example Aviation', '1||803555' || lpad(n::text, 4, '0')
      from generate_series(1, $2::integer) n returning user_id, phone
    ) insert into registrations (user_id, event_id, event_slot_id)
      select user_id, event_id, event_slot_id from people, event_slots where event_slot_id = $1 order by phone
      returning registration_id as "registrationId"`,
    [slot?.eventSlotId, people],
  )
  return rows.map(({ registrationId }) => registrationId)
}

/** Returns a function that writes tickets as the portal does. */
export async function givenTicketKey(portal: Portal): Promise<(registrationId: number) => Promise<string>> {
  const pair = await generateKeyPair(ticketAlgorithm, { extractable: true })
  const [publicJwk, privateJwk] = [await exportJWK(pair.publicKey), await exportJWK(pair.privateKey)]
  const [key] = await portal.query<{ keyId: number }>(
    'insert into ticket_keys (public_jwk, private_jwk, created_at) values ($1, $2, now()) returning key_id as "keyId"',
    [JSON.stringify(publicJwk), JSON.stringify(privateJwk)],
  )
  return (registrationId) =>
    writeTicket({ registrationId, number: 1 }, { keyId: key?.keyId ?? 0, privateJwk })
}

/** Waits until the page opens without a network. */
export async function untilStored(page: Page): Promise<void> {
  const isStored = () => page.evaluate(async (path) => Boolean(await caches.match(path)), paths.checkIn())
  await expect.poll(isStored).toBe(true)
}

/** Types a ticket and Enter, as a scanner at a desk does, wherever the focus is. */
export async function typeTicket(page: Page, ticket: string): Promise<void> {
  await page.keyboard.type(ticket)
  await page.keyboard.press('Enter')
}

export function lastCheckIn(page: Page) {
  return page.getByRole('region', { name: 'Last check-in' })
}

/** Finds a person by a search and checks them in or out. */
export async function checkInByName(page: Page, act: 'Check in' | 'Check out', name: string): Promise<void> {
  await page.getByRole('radiogroup', { name: 'Direction' }).getByText(act).click()
  await page.getByRole('textbox', { name: /^Search/ }).fill(name)
  await page.getByRole('button', { name: `${act} ${name}`, exact: true }).click()
}
