import type { Page } from '@playwright/test'
import type { PlainDate } from '#contract/core/plain-dates.ts'
import { addDays, writtenDate } from '#contract/core/plain-dates.ts'
import { easternDay } from '#contract/core/season.ts'
import { registerForEvent } from '#contract/registrations/registrations/calls.ts'
import { desk, expectAccessible, phone } from './accessible.ts'
import { turbine } from './demo-season.ts'
import { expect, test } from './fixtures.ts'
import { becomeAdministrator, callAsAdministrator, givenEvent, newEmail, signUp } from './people.ts'
import type { Portal } from './portal.ts'

test('a webinar is synced by typing SYNC, joined by the people of its slot, and delinked by typing DELINK', async ({
  portal,
  browser,
}) => {
  const open = async () => browser.newPage()
  const administrator = await open()
  await becomeAdministrator(administrator)
  const today = easternDay(new Date())
  const onNow = await givenWebinar(portal, 'Hangar Morning', today)
  const onTomorrow = await givenWebinar(portal, 'Hangar Evening', addDays(today, 2), '99289110037')

  const person = await open()
  await person.clock.install()
  await signUp(person, portal, newEmail(), 'Pat')
  const userId = await person.evaluate(
    () => /"user_?[iI]d":"([^"]+)"/.exec(localStorage.getItem('root') ?? '')?.[1],
  )
  // An administrator registers them, because one slot has begun.
  for (const slot of [onNow, onTomorrow])
    await callAsAdministrator(portal, registerForEvent, { ...slot, userId })
  await person.goto('/private/registered-events')
  const card = person.getByRole('article', { name: 'Hangar Morning' })
  const information = card.getByRole('button', { name: 'Event Login Information' })
  await expect(information).toHaveAttribute('aria-disabled', 'true')
  await expect(information).toHaveAccessibleDescription('Will be available soon')
  await information.focus()
  await expect(person.getByRole('tooltip')).toHaveText('Will be available soon')
  await expect(card.getByRole('button', { name: 'Download Certificate' })).toHaveAccessibleDescription(
    'Will be available soon',
  )
  await expectAccessible(person)

  await openWebinar(administrator, 'Hangar Morning')
  const slot = administrator.getByRole('listitem', { name: 'Slot 1' })
  // The ID of another slot is allowed, and the field says whose it is, before and after it is saved.
  const shared = slot.getByRole('link', { name: /^Hangar Evening, / })
  await slot.getByLabel('Webinar ID').fill('992 8911 0037')
  await expect(shared).toBeVisible()
  await expectAccessible(administrator)
  await slot.getByRole('button', { name: 'Update' }).click()
  await administrator.getByText('Webinar ID updated successfully!').waitFor()
  await administrator.reload()
  await openWebinar(administrator, 'Hangar Morning')
  await expect(shared).toBeVisible()
  const [other] = await Promise.all([administrator.context().waitForEvent('page'), shared.click()])
  await other.getByRole('navigation', { name: 'Tabs of Hangar Evening' }).waitFor()
  await other.close()
  await slot.getByLabel('Webinar ID').fill('99289110036')
  await expect(shared).toBeHidden()
  await slot.getByRole('button', { name: 'Update' }).click()
  await administrator.getByText('Webinar ID updated successfully!').waitFor()
  await slot.getByRole('button', { name: 'SYNC', exact: true }).press('Enter')
  await expect(slot.getByLabel('Type SYNC to confirm')).toBeFocused()
  await administrator.keyboard.press('Escape')
  await expect(slot.getByRole('button', { name: 'SYNC', exact: true })).toBeFocused()
  await administrator.keyboard.press('Enter')
  await slot.getByText('Registers 1 person without a join link').waitFor()
  await administrator.keyboard.type('sync')
  await administrator.keyboard.press('Enter')
  await slot.getByText("Please type 'SYNC' to confirm.").waitFor()
  await expectAccessible(administrator)
  await slot.getByLabel('Type SYNC to confirm').fill('SYNC')
  await administrator.keyboard.press('Enter')
  await administrator.getByText('Webinar synced successfully!').waitFor()
  await expect(slot.getByRole('status')).toHaveText('1 person can join.')
  await expect(slot.getByRole('definition')).toHaveText(['1', '1'])
  await slot.getByLabel('Webinar ID').fill('99289110038')
  await slot.getByRole('button', { name: 'Update' }).click()
  await slot.getByText('Delink it first').waitFor()
  await expectAccessible(administrator)

  await person.clock.fastForward(20_000)
  const join = card.getByRole('link', { name: 'Join Webinar' })
  await join.waitFor()
  // The hours counted so far are at most five minutes old.
  const counted = person.waitForRequest(/\/api\/private\/credit-findings$/)
  await person.clock.fastForward(300_000)
  await counted
  // On the day, joining takes one tap on the first screen of every page.
  await person.setViewportSize(phone)
  await person.goto('/private/upcoming-events')
  const next = person.getByRole('region', { name: 'Your next day' })
  await expect(next).toContainText(/Hangar Morning, Day 1 · in progress until .*11:59 PM Eastern/)
  const enter = next.getByRole('link', { name: 'Join Webinar' })
  await expect(enter).toBeInViewport({ ratio: 1 })
  expect((await enter.boundingBox())?.height).toBe(48)
  const [room] = await Promise.all([person.context().waitForEvent('page'), enter.click()])
  await person.setViewportSize(desk)
  await person.goto('/private/registered-events')
  const visit = room.waitForResponse(/\/api\/public\/webinar-rooms\/[^/]+\/visits$/)
  await room.getByText('This is a test room. Nothing is broadcast here.').waitFor()
  await room.waitForURL('**/webinar/*')
  await room.getByRole('heading', { name: 'Hangar Morning' }).waitFor()
  expect((await visit).status()).toBe(200)
  await expectAccessible(room)

  const later = person.getByRole('article', { name: 'Hangar Evening' })
  const [early] = await Promise.all([
    person.context().waitForEvent('page'),
    later.getByRole('link', { name: 'Join Webinar' }).click(),
  ])
  await early.getByRole('heading', { name: "You're early" }).waitFor()
  await expect(early.getByRole('timer')).toHaveText(/^Opens in (\d+ minutes|more than \d+ (hours?|day))$/)

  await slot.getByRole('button', { name: 'DELINK', exact: true }).click()
  await slot.getByLabel('Type DELINK to confirm').fill('DELINK')
  await slot.getByRole('button', { name: 'Delink now' }).click()
  await administrator.getByText('Webinar delinked successfully!').waitFor()
  await expect(slot.getByRole('definition')).toHaveText(['1', '0'])
  await person.reload()
  await information.waitFor()
})

const answer = {
  eventName: 'Turbine IA Renewal Series 2027',
  firstName: 'Pat',
  slot: 'Tue 09 Feb 2027 – Wed 10 Feb 2027 · 8:00 AM – 12:00 PM Eastern, each day',
  startsAt: '2027-02-09T13:00:00Z',
  opensAt: '2027-02-09T12:55:00Z',
  now: '2027-02-09T12:42:30Z',
  endsAt: null,
  joinUrl: null,
  problem: '',
  pollFact: '',
}

test('the page of a join link shows each state and the next step, or that the link is unknown', async ({
  page,
  browser,
}) => {
  const joinPath = '/join/7/0199e0a8-0000-7000-8000-000000000000'
  for (const unknown of [joinPath, '/join/x/y', '/webinar/z']) {
    await page.goto(unknown)
    await page.getByRole('heading', { name: 'Link not found' }).waitFor()
  }
  await page.getByRole('button', { name: 'Contact Support' }).click()
  await page.getByRole('dialog', { name: 'Contact Support' }).waitFor()
  let said: object = {}
  let asked = 0
  await page.route('**/api/public/join/**', (route) => {
    asked += 1
    return route.fulfill({ json: { error: false, data: { ...answer, ...said } } })
  })
  for (const [state, heading, more] of [
    ['before', "You're early", 'Opens in 12 minutes'],
    ['preparing', 'Getting you in', 'This takes a moment'],
    ['unannounced', 'The webinar is being set up', 'Your login information will be available soon.'],
    ['refused', "You couldn't join", 'Host cannot register.'],
    ['over', 'This event is over', 'Go to your registered events'],
    ['canceled', 'Your registration was canceled', 'See the upcoming events'],
  ] as const) {
    said = { state, problem: state === 'refused' ? 'Host cannot register.' : '' }
    await page.goto(joinPath)
    await page.getByRole('heading', { name: heading }).waitFor()
    await expect(page.getByRole('main')).toContainText(more)
    await expectAccessible(page)
  }
  said = { state: 'ready', joinUrl: 'javascript:alert(1)' }
  await page.goto(joinPath)
  await page.getByText("The webinar's link can't be opened.").waitFor()

  await page.clock.install({ time: answer.now })
  said = { state: 'before' }
  await page.goto(joinPath)
  await page.getByText('Opens in 12 minutes').waitFor()
  said = { state: 'ready', joinUrl: `${new URL(page.url()).origin}/robots.txt` }
  asked = 0
  await page.clock.runFor(12.5 * 60_000 + 2000)
  await page.waitForURL('**/robots.txt')
  expect(asked).toBeLessThan(5)

  const still = await browser.newPage({ timezoneId: 'America/Denver' })
  await still.route('**/api/public/join/**', (route) =>
    route.fulfill({ json: { error: false, data: { ...answer, state: 'before' } } }),
  )
  await still.goto(new URL(joinPath, page.url()).href)
  await still.getByText('12 minutes', { exact: true }).waitFor()
  await expect(still.getByText('6:00 AM your time')).toBeVisible()
})

test('the embedded room admits people when it opens, records their visits, and sends them away after it closes', async ({
  page,
}) => {
  let room: object = { state: 'before' }
  let isClosed = false
  let told = 0
  await page.route('**/api/public/webinar-rooms/*', (route) =>
    route.fulfill({ json: { error: false, data: { ...answer, topic: answer.eventName, ...room } } }),
  )
  await page.route('**/api/public/webinar-rooms/*/visits', (route) => {
    told += 1
    const no = { error: true, code: 'ROOM_CLOSED', message: 'The room is not open right now.' }
    return isClosed
      ? route.fulfill({ status: 409, json: no })
      : route.fulfill({ json: { error: false, data: {} } })
  })
  await page.clock.install({ time: answer.now })
  await page.goto('/webinar/0199e0a8-0000-7000-8000-000000000000')
  await page.getByText('The room is not open yet.').waitFor()
  await expect(page.getByRole('timer')).toHaveText('Opens in 12 minutes')
  await expectAccessible(page)
  await page.clock.runFor(60_000)
  expect(told).toBe(0)

  room = { state: 'open', opensAt: null, endsAt: '2027-02-09T17:00:00Z' }
  await page.clock.runFor(12 * 60_000)
  await page.getByText('This is a test room. Nothing is broadcast here.').waitFor()
  await expect.poll(() => told).toBeGreaterThan(0)

  room = { state: 'over', opensAt: null, startsAt: null }
  isClosed = true
  await page.clock.runFor(30_000)
  await page.getByText('The room is closed: this webinar is over.').waitFor()
  await page.getByRole('link', { name: 'Go to your registered events' }).waitFor()
  await expectAccessible(page)
  const toldUntilThen = told
  await page.clock.runFor(120_000)
  expect(told).toBe(toldUntilThen)
})

const sync = {
  jobId: '0199e0a8-0000-7000-8000-000000000000',
  kind: 'sync',
  state: 'running',
  startedAt: '2027-02-09T13:00:00Z',
  endedAt: null,
  startedBy: 'Portal Administrator',
  problem: 'The platform allows no more today.',
  total: 120,
  done: 60,
  counts: { added: 58, matched: 0, removed: 0, refused: 1, deferred: 1 },
  failures: [
    {
      registrationId: 1,
      name: 'Robin Host',
      email: 'robin@example.com',
      why: 'Host cannot register.',
      tryAt: null,
    },
    {
      registrationId: 2,
      name: 'Casey Often',
      email: 'casey@example.com',
      why: 'Too many today.',
      tryAt: '2027-02-10T00:00:00Z',
    },
  ],
}

test('the editor shows a running sync, why it waits, and the people whom the webinar platform refused', async ({
  page,
  portal,
}) => {
  let found = sync
  await page.route(/\/api\/private\/webinar-syncs/, (route) => {
    const isOne = route.request().url().includes(sync.jobId)
    return route.fulfill({ json: { error: false, data: isOne ? found : { sync: found } } })
  })
  await becomeAdministrator(page)
  await givenWebinar(portal, 'Hangar Night', turbine.startOn, '99289110040')
  await openWebinar(page, 'Hangar Night')
  const part = page.getByRole('region', { name: 'Everyone in this slot' })
  await part.getByText('60 of 120').waitFor()
  await expect(part).toContainText('by Portal Administrator')
  await expect(part).toContainText('The platform allows no more today.')
  await expect(part.getByRole('button', { name: 'SYNC', exact: true })).toBeDisabled()
  await expect(part.getByRole('list', { name: 'Not done' }).getByRole('listitem')).toHaveText([
    'Robin Hostrobin@example.comHost cannot register.',
    'Casey Oftencasey@example.comToo many today. · tried again 09 Feb 2027, 7:00 PM EST',
  ])
  await expectAccessible(page)
  found = { ...sync, state: 'done', done: 120, problem: '', counts: { ...sync.counts, added: 118 } }
  await expect(part.getByRole('status')).toHaveText('118 people can join, 2 could not be registered.')
  await expectAccessible(page)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    part.getByRole('button', { name: 'Download failures' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('sync-failures.csv')
  found = { ...found, state: 'stopped', problem: 'There is no webinar under this ID.' }
  await openWebinar(page, 'Hangar Night')
  await expect(part.getByRole('status')).toHaveText(
    'Failed to sync webinar. Please try again.There is no webinar under this ID.',
  )
})

/** Adds an open event with one slot on this day and the next. */
async function givenWebinar(portal: Portal, name: string, day: PlainDate, webinarId: string | null = null) {
  const days = { start_date: writtenDate(day), end_date: writtenDate(addDays(day, 1)) }
  const times = { start_time: '00:00', end_time: '23:59', webinar_id: webinarId }
  const [slot] = await givenEvent(portal, { name }, [{ ...days, ...times }])
  return slot
}

/** Opens the editor of an event with one slot, and its webinar. */
async function openWebinar(page: Page, name: string): Promise<void> {
  await page.goto('/admin/private/manage-events')
  await page.getByRole('button', { name: `Edit event ${name}` }).click()
  await page.getByRole('button', { name: /^Webinar of/ }).click()
}
