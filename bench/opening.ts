import type { Browser, Page } from '@playwright/test'
import { chromium } from '@playwright/test'
import { paths } from '#contract/paths.ts'
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
/** The page has fetched by then what it may want later (web/platform/code.ts). */
const settledMs = 5000
const pressedMs = 80
/** It has been read, drawn and told of by then. */
const openedMs = 3000

interface Opening {
  what: string
  path: string
  /** What is pressed, and what is there then. */
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
]

/** The longest task of the main thread while something opens, on a CPU slowed four times. */
export async function measureOpening(house: House): Promise<Figure[]> {
  if (!buildWeb()) throw new Error('The web pages could not be built')
  const portal = await startServer('portal.ts', { connection: house.connection })
  const browser = await chromium.launch({ executablePath: await findBrowser(), args: chromiumArguments })
  const origin = `http://localhost:${portal.port}`
  try {
    const session = await keptSession(origin, house.people[0] ?? '')
    const figures: Figure[] = []
    for (const opening of openings) {
      const longest: number[] = []
      for (let round = 0; round < rounds; round += 1) {
        const isPrivate = opening.path.startsWith(paths.home())
        longest.push(await open(browser, origin, opening, isPrivate ? session : undefined))
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
  // By the bare mouse: looking for something in the page, as a click by name does, is work of the page, too.
  const place = await button.boundingBox()
  if (!place) throw new Error(`Nothing opens ${opening.what}`)
  await page.mouse.move(place.x + place.width / 2, place.y + place.height / 2)
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowedBy })
  await watchTasks(page)
  await page.mouse.down()
  // As long as a finger stays: what follows it, follows in tasks of their own.
  await page.waitForTimeout(pressedMs)
  await page.mouse.up()
  await page.waitForTimeout(openedMs)
  const longest = await longestTask(page)
  await opened.waitFor({ timeout: 1000 })
  await context.close()
  return longest
}
