import { spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, renameSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { paths } from '#contract/paths.ts'
import { chromiumArguments } from '../playwright.config.ts'
import { findBrowser } from '../tools/browser.ts'
import { buildWeb } from '../tools/build-web.ts'
import type { Figure } from './figures.ts'
import type { House } from './house.ts'
import manifest from './lighthouse/package.json' with { type: 'json' }
import { startServer } from './servers.ts'

const rounds = 5
const goals = { performance: 97, accessibility: 100, 'best-practices': 100, seo: 100 }
type Category = keyof typeof goals

/** Lighthouse's own marks on its slow phone, as medians; only /login has a goal for its speed. */
export async function measureLighthouse(house: House): Promise<Figure[]> {
  if (!buildWeb()) throw new Error('The web pages could not be built')
  const lighthouse = fetchLighthouse()
  const portal = await startServer('portal.ts', { connection: house.connection })
  const browser = await findBrowser()
  const folder = await mkdtemp(join(tmpdir(), 'lighthouse-'))
  try {
    const figures: Figure[] = []
    for (const path of [paths.login(), paths.register(), paths.forgotPassword()]) {
      const marks: Record<Category, number>[] = []
      for (let round = 0; round < rounds; round += 1) {
        const report = join(folder, `${round}.json`)
        const measure = () => run(lighthouse, `http://localhost:${portal.port}${path}`, report, browser)
        // On a busy machine it loses a trace now and then.
        await measure().catch(measure)
        marks.push(await marksIn(report))
      }
      for (const category of Object.keys(goals) as Category[]) figures.push(figure(path, category, marks))
    }
    return figures
  } finally {
    await portal.stop()
    await rm(folder, { recursive: true })
  }
}

// Fetched on demand, as the spare browser is: nobody else needs its 176 MB.
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

function run(lighthouse: string, url: string, report: string, browser: string): Promise<void> {
  const flags = ['--headless=new', ...chromiumArguments].join(' ')
  const args = ['--quiet', '--output=json', `--output-path=${report}`, `--chrome-flags=${flags}`]
  const child = spawn(process.execPath, [lighthouse, url, ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, CHROME_PATH: browser },
  })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`Lighthouse ended with ${code}`))))
  })
}

async function marksIn(report: string): Promise<Record<Category, number>> {
  const { categories } = JSON.parse(await readFile(report, 'utf8')) as {
    categories: Record<Category, { score: number }>
  }
  const marks = Object.keys(goals).map((name) => [name, Math.round(categories[name as Category].score * 100)])
  return Object.fromEntries(marks)
}

function figure(path: string, category: Category, marks: Record<Category, number>[]): Figure {
  const sorted = marks.map((each) => each[category]).sort((a, b) => a - b)
  const value = sorted[Math.floor(sorted.length / 2)] ?? 0
  const hasGoal = category !== 'performance' || path === paths.login()
  return {
    what: `Lighthouse, mobile, ${path}: ${category}`,
    portal: String(value),
    yardstick: `${sorted[0]} to ${sorted.at(-1)} in ${sorted.length} runs`,
    value,
    shown: String(value),
    ...(hasGoal && { goal: { atLeast: goals[category] } }),
  }
}
