import type { Figure } from './figures.ts'
import { ms } from './figures.ts'
import type { House } from './house.ts'
import { drive, request } from './load.ts'
import { interleave } from './rounds.ts'
import type { Server } from './servers.ts'
import { startServer } from './servers.ts'

const event = '&eventName=Turbine%20IA%20Renewal%20Series%202025'

/** Label, query, and the place in the list as a fraction of all pages; the first page by default. */
const views: [what: string, query: string, place?: number][] = [
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
  ['by year, sorted by hours', '&year=2024&sort=Hours&order=desc'],
  ['from a country, by year', '&country=Canada&year=2024'],
  ['with a certificate', '&certificate=issued'],
  ['the last page', '', 1],
  ['the last page, sorted by name', '&sort=User%20Name', 1],
  ['the last page, sorted by event date', '&sort=Event%20Date', 1],
  ['search for one person', '&search=person12345%40'],
  ['search for a tenth of them', '&search=smith'],
  ['search for all of them', '&search=example.com'],
  ['search for two letters', '&search=sm'],
  ['search for a phone', '&search=200-000%200062'],
  ['search for a tenth, by event', `&search=smith${event}`],
  ['search for a tenth, sorted by event date', '&search=smith&sort=Event%20Date'],
]

/** A page that no button leads to at once. */
const middleByName = '&sort=User%20Name'

const callsPerRound = 20

/** Measures pages of All Registrations, a hundred rows each, with their counts, among 100,000 and a million registrations. */
export async function measureList(house: House, openLarge: () => Promise<House>): Promise<Figure[]> {
  const large = await openLarge()
  const portal = await startServer('portal.ts', { connection: house.connection })
  const largePortal = await startServer('portal.ts', { connection: large.connection })
  const p50s = async (query: string, place: number) => {
    const { ours, atLarge } = await interleave({
      ours: () => read(portal, house, query, place),
      atLarge: () => read(largePortal, large, query, place),
    })
    return [
      ['p50 at 100,000', ours.p50, 50],
      ['p50 at a million', atLarge.p50, 300],
    ] as const
  }
  try {
    const figures: Figure[] = []
    for (const [what, query, place = 0] of views) {
      for (const [column, p50, atMost] of await p50s(query, place)) {
        figures.push({ what: `All Registrations, ${what}`, column, ...within(p50, atMost) })
      }
    }
    for (const [size, p50] of await p50s(middleByName, 0.5)) {
      figures.push({
        what: `All Registrations, half of all pages on, by name: ${size}`,
        ...within(p50, 1000),
      })
    }
    return figures
  } finally {
    await Promise.all([portal, largePortal].map((server) => server.stop()))
  }
}

function read(server: Server, { registrations, administrator: token }: House, query: string, place: number) {
  const page = Math.max(1, Math.ceil((registrations / 100) * place))
  const call = request('GET', `/api/private/v2/get-all-registered-users?limit=100&page=${page}${query}`, {
    token,
  })
  return drive(server.port, Array<Buffer>(callsPerRound).fill(call), 1)
}

function within(p50: number, atMost: number): Omit<Figure, 'what' | 'column'> {
  return { portal: ms(p50), yardstick: '', value: p50, shown: ms(p50), goal: { atMost } }
}
