import type { Browser, Page } from '@playwright/test'
import { chromium } from '@playwright/test'
import { paths } from '#contract/core/paths.ts'
import { keptSession } from '#test/kept-session.ts'
import { chromiumArguments } from '../playwright.config.ts'
import { findBrowser } from '../tools/browser.ts'
import { buildWeb } from '../tools/build-web.ts'
import type { Figure } from './figures.ts'
import type { House } from './house.ts'
import { longestTask, taskFigure, watchTasks } from './long-tasks.ts'
import { startServer } from './servers.ts'

const rounds = 5
const slowedBy = 4
const goalMs = 100
/** The time in which the page loads code for later (web/core/code.ts). */
const settledMs = 5000
const pressedMs = 80
/** The time in which the opened thing is loaded, drawn and reported. */
const openedMs = 3000

interface Opening {
  what: string
  path: string
  /** Sets up the data. */
  prepare?: (house: House) => Promise<void>
  /** Returns the button to press and the element that appears. */
  open: (page: Page) => [button: ReturnType<Page['locator']>, opened: ReturnType<Page['locator']>]
}

const picker = (name: string): Opening => ({
  what: `the picker '${name}'`,
  path: paths.register(),
  open: (page) => [page.getByRole('combobox', { name, exact: true }), page.getByRole('option').first()],
})

const openings: Opening[] = [
  picker('Country'),
  picker('State/Province'),
  picker('Country code'),
  {
    what: "the dialog 'Contact Support'",
    path: paths.login(),
    open: (page) => [
      page.getByRole('button', { name: 'Contact Support' }),
      page.getByRole('textbox', { name: 'Message' }),
    ],
  },
  {
    what: 'the details of an event',
    path: paths.upcomingEvents(),
    open: (page) => [
      page.getByRole('button', { name: 'Details' }).first(),
      page.getByRole('dialog').getByRole('listitem').first(),
    ],
  },
  {
    what: 'the membership dialog',
    path: paths.upcomingEvents(),
    open: (page) => [
      page
        .getByRole('article', { name: /Piston/ })
        .getByRole('button', { name: /Eastern/ })
        .first(),
      page.getByRole('dialog').getByRole('checkbox').first(),
    ],
  },
  {
    what: 'the editor of an event with 40 slots and 16 speakers',
    path: paths.manageEvents(),
    prepare: givenLargeEvent,
    open: (page) => [
      page.getByRole('button', { name: 'Edit event Large' }),
      page.getByRole('dialog').getByRole('listitem', { name: 'Slot 40' }),
    ],
  },
]

/** Adds an event of the largest size, first on the page of events. */
async function givenLargeEvent({ query }: House): Promise<void> {
  await query(`
    with event as (insert into events (event_name) values ('Large') returning event_id),
    slots as (
      insert into event_slots (event_id, focus_id, start_on, end_on, start_time, end_time)
      select event_id, 2, '2028-01-03'::date + day, '2028-01-03'::date + day, '08:00', '12:00'
      from event, generate_series(0, 39) day
    )
    insert into speakers (event_id, logo, company_name, day, course_title)
    select event_id, '', 'Company ' || number, 1 + number % 2, 'Course ' || number from event, generate_series(1, 16) number`)
}

/** Measures the longest main-thread task while something opens, on a CPU slowed four times. */
export async function measureOpening(house: House): Promise<Figure[]> {
  if (!buildWeb()) throw new Error('The web pages could not be built')
  const portal = await startServer('portal.ts', { connection: house.connection })
  const browser = await chromium.launch({ executablePath: await findBrowser(), args: chromiumArguments })
  const origin = `http://localhost:${portal.port}`
  try {
    const attendee = await keptSession(origin, house.people[0] ?? '')
    const administrator = await keptSession(origin, house.administrator, true)
    const figures: Figure[] = []
    for (const opening of openings) {
      await opening.prepare?.(house)
      const longest: number[] = []
      for (let round = 0; round < rounds; round += 1) {
        const session = opening.path.startsWith(paths.admin())
          ? administrator
          : opening.path.startsWith(paths.home())
            ? attendee
            : undefined
        longest.push(await open(browser, origin, opening, session))
      }
      const what = `Longest task as ${opening.what} opens, CPU slowed ${slowedBy} times`
      figures.push(taskFigure(what, longest, goalMs))
    }
    return figures
  } finally {
    await browser.close()
    await portal.stop()
  }
}

async function open(
  browser: Browser,
  origin: string,
  opening: Opening,
  session: { key: string; text: string } | undefined,
): Promise<number> {
  const context = await browser.newContext()
  if (session) await context.addInitScript(({ key, text }) => localStorage.setItem(key, text), session)
  const page = await context.newPage()
  await page.goto(origin + opening.path)
  const [button, opened] = opening.open(page)
  await button.waitFor()
  await page.waitForTimeout(settledMs)
  // With the bare mouse: a locator's search by name would be work of the page, too.
  const place = await button.boundingBox()
  if (!place) throw new Error(`Nothing opens ${opening.what}`)
  await page.mouse.move(place.x + place.width / 2, place.y + place.height / 2)
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowedBy })
  await watchTasks(page)
  await page.mouse.down()
  // As long as a finger stays, so that later work runs in its own tasks.
  await page.waitForTimeout(pressedMs)
  await page.mouse.up()
  await page.waitForTimeout(openedMs)
  const longest = await longestTask(page)
  await opened.waitFor({ timeout: 1000 })
  await context.close()
  return longest
}
