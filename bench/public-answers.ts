import { paths } from '#contract/core/paths.ts'
import { getOpenEvents } from '#contract/events/events/calls.ts'
import { buildWeb } from '../tools/build-web.ts'
import { costOfAnswer } from './answer-cost.ts'
import type { Figure } from './figures.ts'
import type { House } from './house.ts'
import { startServer } from './servers.ts'

/** Each address makes fewer calls than an address may, over all rounds. */
const addresses = 500

/** Measures what strangers get: a page, and the public events list with its limits on. */
export async function measurePublicAnswers(house: House): Promise<Figure[]> {
  if (!buildWeb()) throw new Error('The web pages could not be built')
  const environment = { RATE_LIMIT: 'on', TRUST_PROXY: '127.0.0.1' }
  const portal = await startServer('portal.ts', { connection: house.connection, environment })
  const headers = { 'accept-encoding': 'br' }
  const page = { path: paths.login(), headers }
  try {
    return [
      await costOfAnswer(house, portal, { ...page, what: `Page ${page.path}, brotli`, atMost: 45 }),
      await costOfAnswer(house, portal, {
        ...page,
        what: `Page ${page.path}, 304: nothing has changed`,
        isKnown: true,
        atMost: 35,
      }),
      await costOfAnswer(house, portal, {
        what: 'Public events list, brotli, limits on',
        path: `/api${getOpenEvents.path}`,
        headers,
        addresses,
        atMost: 80,
      }),
    ]
  } finally {
    await portal.stop()
  }
}
