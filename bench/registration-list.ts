import type { Figure } from './figures.ts'
import { ms } from './figures.ts'
import type { House } from './house.ts'
import { drive, request } from './load.ts'
import { interleave } from './rounds.ts'
import { startServer } from './servers.ts'

const views: [what: string, query: string][] = [
  ['unfiltered', ''],
  ['by event', '&eventName=Turbine%20IA%20Renewal%20Series%202027'],
  ['search for one person', '&search=person12345'],
  ['search for a tenth of them', '&search=smith'],
  ['search for all of them', '&search=example.com'],
]

const callsPerRound = 40

/** The first page of All Registrations, a hundred rows with the total, for one administrator after the other. */
export async function measureList(house: House): Promise<Figure[]> {
  const portal = await startServer('portal.ts', { connection: house.connection })
  const bare = await startServer('bare-fastify.ts', { connection: house.connection })
  const calls = (path: string) =>
    Array.from({ length: callsPerRound }, () => request('GET', path, { token: house.administrator }))
  try {
    const figures: Figure[] = []
    for (const [what, query] of views) {
      const { ours, theirs } = await interleave({
        ours: () =>
          drive(portal.port, calls(`/api/private/v2/get-all-registered-users?limit=100${query}`), 1),
        theirs: () => drive(bare.port, calls(`/registrations?limit=100${query}`), 1),
      })
      figures.push({
        what: `All Registrations, first page, ${what}: p50`,
        portal: ms(ours.p50),
        yardstick: `${ms(theirs.p50)} bare route that counts each time`,
        value: ours.p50 / theirs.p50,
        goal: { atMost: 1 },
      })
    }
    return figures
  } finally {
    await portal.stop()
    await bare.stop()
  }
}
