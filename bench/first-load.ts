import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { chromium } from '@playwright/test'
import { chromiumArguments } from '../playwright.config.ts'
import { findBrowser } from '../tools/browser.ts'
import { buildWeb } from '../tools/build-web.ts'
import type { Figure } from './figures.ts'
import type { House } from './house.ts'
import { startServer } from './servers.ts'

const web = join(import.meta.dirname, '../dist/web')

/** All that a real browser asks for to show /login the first time, as Brotli at its best. */
export async function measureFirstLoad(house: House): Promise<Figure[]> {
  if (!buildWeb()) throw new Error('The web pages could not be built')
  const portal = await startServer('portal.ts', { connection: house.connection })
  const browser = await chromium.launch({ executablePath: await findBrowser(), args: chromiumArguments })
  try {
    const page = await browser.newPage()
    const asked: string[] = []
    page.on('request', (sent) => asked.push(new URL(sent.url()).pathname))
    await page.goto(`http://localhost:${portal.port}/login`, { waitUntil: 'networkidle' })
    await page.getByRole('button', { name: 'Send sign-in link' }).waitFor()
    return [await weigh('JavaScript', asked, '.js', 150), await weigh('CSS', asked, '.css', 20)]
  } finally {
    await browser.close()
    await portal.stop()
  }
}

async function weigh(what: string, asked: string[], ending: string, atMost: number): Promise<Figure> {
  const files = asked.filter((path) => path.endsWith(ending))
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
  let bytes = 0
  for (const file of files) {
    const content = await readFile(join(web, file.replace('/assets/', '')))
    bytes += brotliCompressSync(content, { params }).length
  }
  const shown = `${(bytes / 1000).toFixed(1)} kB`
  return {
    what: `First load of /login: ${what}`,
    portal: shown,
    yardstick: `${files.length} files`,
    value: bytes / 1000,
    shown,
    goal: { atMost },
  }
}
