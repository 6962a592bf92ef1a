import type { Figure } from './figures.ts'
import { ms } from './figures.ts'
import type { House } from './house.ts'
import { drive, request } from './load.ts'
import { interleave } from './rounds.ts'
import type { Server } from './servers.ts'
import { startServer } from './servers.ts'

const event = '&eventName=Turbine%20IA%20Renewal%20Series%202025'

/** Label, query, and position in the list as a fraction of all pages; the first page by default. */
const views: [what: string, query: string, page?: number][] = [
  ['newest first', ''],
  ['by event', event],
  ['by year', '&year=2024'],
  ['sorted by Reg Id', '&sort=Reg%20Id'],
  ['sorted by name', '&sort=User%20Name'],
  ['sorted by email', '&sort=User%20Email'],
  ['sorted by company', '&sort=User%20Company%20Name'],
  ['sorted by state', '&sort=User%20State'],
  ['sorted by event', '&sort=Event%20Name'],
  ['sorted by event date', '&sort=Event%20Date'],
  ['sorted by hours', '&sort=Hours&order=desc'],
  ['by event, sorted by name', `${event}&sort=User%20Name`],
  ['by event, sorted by hours', `${event}&sort=Hours&order=desc`],
  ['a tenth of all pages on', '', 0.1],
  ['half of all pages on', '', 0.5],
  ['half of all pages on, sorted by event date', '&sort=Event%20Date', 0.5],
  ['half of all pages on, sorted by name', '&sort=User%20Name', 0.5],
  ['the last page', '', 1],
  ['the last page, sorted by name', '&sort=User%20Name', 1],
  ['search for one person', '&search=person12345%40'],
  ['search for a tenth of them', '&search=smith'],
  ['search for all of them', '&search=example.com'],
  ['search for two letters', '&search=sm'],
  ['search for a phone', '&search=200-000%200062'],
  ['search for a tenth, by event', `&search=smith${event}`],
  ['search for a tenth, sorted by event date', '&search=smith&sort=Event%20Date'],
]

const callsPerRound = 20
/** It is slow, and its times vary little. */
const callsOfBare = 4

/**
 * Measures pages of All Registrations, a hundred rows with the total, by one administrator after the other: at ten times as many
 * registrations, and against a bare route that sorts and counts each time. As in the web, a second call counts search results.
 */
export async function measureList(house: House, openLarge: () => Promise<House>): Promise<Figure[]> {
  const large = await openLarge()
  const portal = await startServer('portal.ts', { connection: house.connection })
  const largePortal = await startServer('portal.ts', { connection: large.connection })
  const bare = await startServer('bare-fastify.ts', { connection: house.connection })
  try {
    const figures: Figure[] = []
    for (const [what, query, part] of views) {
      const { atLarge, ours, theirs } = await interleave({
        atLarge: () => pages(largePortal, large, portalPath, query, part),
        ours: () => pages(portal, house, portalPath, query, part),
        theirs: () => pages(bare, house, '/registrations', query, part, callsOfBare),
      })
      const against = (column: string, value: number, yardstick: string, atMost: number): Figure => ({
        what: `All Registrations, ${what}`,
        column,
        portal: '',
        yardstick,
        value,
        goal: { atMost },
      })
      const { registrations } = house
      figures.push(
        { ...against('p50 at a million', atLarge.p50, '', 12), shown: ms(atLarge.p50) },
        against(`against ${registrations.toLocaleString('en')}`, atLarge.p50 / ours.p50, ms(ours.p50), 1.3),
        against('these against the bare route', ours.p50 / theirs.p50, ms(theirs.p50), 0.5),
      )
    }
    figures.push(await cpuOfAnswer(largePortal, large))
    return figures
  } finally {
    await Promise.all([portal, largePortal, bare].map((server) => server.stop()))
  }
}

const portalPath = '/api/private/v2/get-all-registered-users'

function pages(
  server: Server,
  house: House,
  path: string,
  query: string,
  part: number | undefined,
  calls = callsPerRound,
) {
  const page = part === undefined ? 1 : Math.ceil((house.registrations / 100) * part)
  const { administrator: token } = house
  const call = request('GET', `${path}?limit=100&count=apart&page=${page}${query}`, { token })
  return drive(server.port, Array<Buffer>(calls).fill(call), 1)
}

/** Measures the process's CPU time for a page as a browser requests it, compressed, without the database's part. */
async function cpuOfAnswer(portal: Server, { administrator: token }: House): Promise<Figure> {
  const calls = Array<Buffer>(200).fill(request('GET', `${portalPath}?limit=100`, { token, accept: 'br' }))
  const { answer } = await interleave({
    answer: async () => {
      const before = await portal.ask<NodeJS.CpuUsage>('cpu')
      await drive(portal.port, calls, 1)
      const after = await portal.ask<NodeJS.CpuUsage>('cpu')
      return { cpu: (after.user + after.system - before.user - before.system) / 1000 / calls.length }
    },
  })
  const shown = `${answer.cpu.toFixed(2)} ms`
  return {
    what: 'All Registrations, a page: CPU time of the process',
    portal: shown,
    yardstick: '',
    value: answer.cpu,
    shown,
    goal: { atMost: 1 },
  }
}
