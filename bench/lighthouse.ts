import { spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, renameSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { paths } from '#contract/core/paths.ts'
import { freePort } from '#test/free-port.ts'
import { keptSession } from '#test/kept-session.ts'
import { chromiumArguments } from '../playwright.config.ts'
import { findBrowser } from '../tools/browser.ts'
import { buildWeb } from '../tools/build-web.ts'
import type { Figure } from './figures.ts'
import type { House } from './house.ts'
import manifest from './lighthouse/package.json' with { type: 'json' }
import { startServer } from './servers.ts'

const rounds = 5
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
type Category = (typeof categories)[number]

/** Pages with the lowest accepted scores. Upcoming events need a session, so SEO does not apply. */
const pages: { path: string; goals: Partial<Record<Category, number>>; isPrivate?: boolean }[] = [
  { path: paths.login(), goals: { performance: 97, accessibility: 100, 'best-practices': 100, seo: 100 } },
  { path: paths.register(), goals: { performance: 92, accessibility: 100, 'best-practices': 100, seo: 100 } },
  {
    path: paths.openEvents(),
    goals: { performance: 97, accessibility: 100, 'best-practices': 100, seo: 100 },
  },
  { path: paths.forgotPassword(), goals: { accessibility: 100, 'best-practices': 100, seo: 100 } },
  {
    path: paths.upcomingEvents(),
    goals: { performance: 92, accessibility: 100, 'best-practices': 100 },
    isPrivate: true,
  },
]

/** Returns Lighthouse's scores on its slow phone, as medians. */
export async function measureLighthouse(house: House): Promise<Figure[]> {
  if (!buildWeb()) throw new Error('The web pages could not be built')
  const lighthouse = fetchLighthouse()
  const portal = await startServer('portal.ts', { connection: house.connection })
  const origin = `http://localhost:${portal.port}`
  try {
    const session = await keptSession(origin, house.people[0] ?? '')
    const figures: Figure[] = []
    for (const { path, goals, isPrivate } of pages) {
      const marks: Record<Category, number>[] = []
      for (let round = 0; round < rounds; round += 1) {
        const measure = () => judge(lighthouse, origin, path, isPrivate ? session : undefined)
        // On a busy machine Lighthouse sometimes loses a trace.
        marks.push(await measure().catch(measure))
      }
      for (const category of categories) figures.push(figure(path, category, marks, goals[category]))
    }
    return figures
  } finally {
    await portal.stop()
  }
}

// Fetched on demand, like the packaged browser: nobody else needs its 176 MB.
function fetchLighthouse(): string {
  const version = manifest.dependencies.lighthouse
  const home = join(import.meta.dirname, '../node_modules/.cache', `lighthouse-${version}`)
  if (!existsSync(home)) {
    console.log('Fetching Lighthouse (176 MB unpacked, once) …')
    const unfinished = `${home}.${process.pid}`
    cpSync(join(import.meta.dirname, 'lighthouse'), unfinished, { recursive: true })
    const args = [
      'ci',
      '--prefix',
      unfinished,
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
    ]
    const { status } = spawnSync('npm', args, { stdio: ['ignore', 'ignore', 'inherit'] })
    if (status !== 0) throw new Error('Lighthouse could not be fetched')
    renameSync(unfinished, home)
  }
  return join(home, 'node_modules/lighthouse/cli/index.js')
}

/** Runs Lighthouse once, in a browser that has only the session. */
async function judge(
  lighthouse: string,
  origin: string,
  path: string,
  session: { key: string; text: string } | undefined,
): Promise<Record<Category, number>> {
  const folder = await mkdtemp(join(tmpdir(), 'lighthouse-'))
  const port = await freePort()
  const browser = await chromium.launchPersistentContext(folder, {
    executablePath: await findBrowser(),
    args: [...chromiumArguments, `--remote-debugging-port=${port}`],
  })
  try {
    if (session) {
      const page = await browser.newPage()
      await page.goto(`${origin}/robots.txt`)
      await page.evaluate(({ key, text }) => localStorage.setItem(key, text), session)
      await page.close()
    }
    const report = join(folder, 'report.json')
    await run(lighthouse, origin + path, ['--output=json', `--output-path=${report}`, `--port=${port}`])
    return marksIn(report)
  } finally {
    await browser.close()
    await rm(folder, { recursive: true, force: true })
  }
}

function run(lighthouse: string, url: string, flags: string[]): Promise<void> {
  const args = [lighthouse, url, '--quiet', '--disable-storage-reset', ...flags]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`Lighthouse ended with ${code}`))))
  })
}

async function marksIn(report: string): Promise<Record<Category, number>> {
  const { categories: judged } = JSON.parse(await readFile(report, 'utf8')) as {
    categories: Record<Category, { score: number }>
  }
  const marks = categories.map((name) => [name, Math.round(judged[name].score * 100)])
  return Object.fromEntries(marks)
}

function figure(
  path: string,
  category: Category,
  marks: Record<Category, number>[],
  atLeast: number | undefined,
): Figure {
  const sorted = marks.map((each) => each[category]).sort((a, b) => a - b)
  const value = sorted[Math.floor(sorted.length / 2)] ?? 0
  return {
    what: `Lighthouse, mobile, ${path}: ${category}`,
    portal: String(value),
    yardstick: `${sorted[0]} to ${sorted.at(-1)} in ${sorted.length} runs`,
    value,
    shown: String(value),
    ...(atLeast !== undefined && { goal: { atLeast } }),
  }
}
