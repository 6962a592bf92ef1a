import type { Browser, CDPSession } from '@playwright/test'
import { chromium } from '@playwright/test'
import { paths } from '#contract/core/paths.ts'
import { chromiumArguments } from '../playwright.config.ts'
import { findBrowser } from '../tools/browser.ts'
import { buildWeb } from '../tools/build-web.ts'
import type { Figure } from './figures.ts'
import type { House } from './house.ts'
import { startServer } from './servers.ts'

interface Loaded {
  /** The bytes that a browser received for the page, including headers, by file extension. */
  files: { path: string; bytes: number }[]
  layoutShift: number
}

/** The public pages with the most kB of JavaScript and CSS. */
const pages: [path: string, atMost: { js?: number; css?: number }][] = [
  [paths.login(), { js: 120, css: 20 }],
  [paths.register(), { js: 150 }],
  [paths.openEvents(), {}],
  [paths.forgotPassword(), {}],
  [paths.adminLogin(), {}],
]

/** Measures all that a real browser receives for the first load of the public pages, and their layout shift. */
export async function measureFirstLoad(house: House): Promise<Figure[]> {
  if (!buildWeb()) throw new Error('The web pages could not be built')
  const portal = await startServer('portal.ts', { connection: house.connection })
  const browser = await chromium.launch({ executablePath: await findBrowser(), args: chromiumArguments })
  try {
    const open = (path: string) => load(browser, `http://localhost:${portal.port}${path}`)
    const figures: Figure[] = []
    for (const [path, atMost] of pages) {
      const loaded = await open(path)
      if (atMost.js) figures.push(weigh(path, 'JavaScript', loaded, '.js', atMost.js))
      if (atMost.css) figures.push(weigh(path, 'CSS', loaded, '.css', atMost.css))
      figures.push(shift(path, loaded))
    }
    return figures
  } finally {
    await browser.close()
    await portal.stop()
  }
}

async function load(browser: Browser, url: string): Promise<Loaded> {
  const context = await browser.newContext()
  const page = await context.newPage()
  const files = await receivedBy(await context.newCDPSession(page))
  await page.goto(url, { waitUntil: 'networkidle' })
  const layoutShift = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        // Also reports earlier entries; without any it never calls back.
        new PerformanceObserver((list) => {
          const shifts = list.getEntries() as (PerformanceEntry & { value: number })[]
          resolve(shifts.reduce((sum, { value }) => sum + value, 0))
        }).observe({ type: 'layout-shift', buffered: true })
        requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(() => resolve(0))))
      }),
  )
  await context.close()
  return { files, layoutShift }
}

async function receivedBy(session: CDPSession): Promise<Loaded['files']> {
  const files: Loaded['files'] = []
  const paths = new Map<string, string>()
  session.on('Network.responseReceived', ({ requestId, response }) => {
    paths.set(requestId, new URL(response.url).pathname)
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    files.push({ path: paths.get(requestId) ?? '', bytes: encodedDataLength })
  })
  await session.send('Network.enable')
  return files
}

function weigh(page: string, what: string, { files }: Loaded, ending: string, atMost: number): Figure {
  const own = files.filter(({ path }) => path.endsWith(ending))
  const value = own.reduce((sum, { bytes }) => sum + bytes, 0) / 1000
  const shown = `${value.toFixed(1)} kB`
  return {
    what: `First load of ${page}: ${what}, with headers`,
    portal: shown,
    yardstick: `${own.length} files`,
    value,
    shown,
    goal: { atMost },
  }
}

function shift(path: string, { layoutShift }: Loaded): Figure {
  const shown = layoutShift.toFixed(3)
  return {
    what: `First load of ${path}: layout shift`,
    portal: shown,
    yardstick: '',
    value: layoutShift,
    shown,
    goal: { atMost: 0 },
  }
}
