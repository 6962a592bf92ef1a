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
  ['by event, sorted by hours', `${event}&sort=Hours&order=desc`],
  ['half of all pages on, sorted by event date', '&sort=Event%20Date', 0.5],
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

/** Pages at a million that no button leads to directly, and each goal in milliseconds. */
const farPages: [what: string, query: string, page: number, atMost: number][] = [
  ['page 50 of a search for a tenth', '&search=smith', 50, 40],
  ['half of all pages on', '', 5000, 1000],
  ['half of all pages on, sorted by name', '&sort=User%20Name', 5000, 1000],
]

/** Counted searches: with one term, and for information with a term never searched before. */
const searches: [what: string, term: () => string, goal?: Figure['goal']][] = [
  ['a tenth of them', () => 'smith', { atMost: 1 }],
  ['another person each time', () => `person${nextPerson++}%40`],
]
let nextPerson = 1

const callsPerRound = 20
/** It is slow, and its times vary little. */
const callsOfBare = 4

/**
 * Measures pages of All Registrations, a hundred rows each, at a million registrations. The yardstick is a
 * bare route that sorts and counts each time. As in the web, a second call counts search results, except in
 * the rows of counted searches.
 */
export async function measureList(house: House, openLarge: () => Promise<House>): Promise<Figure[]> {
  const large = await openLarge()
  const portal = await startServer('portal.ts', { connection: house.connection })
  const largePortal = await startServer('portal.ts', { connection: large.connection })
  const bare = await startServer('bare-fastify.ts', { connection: house.connection })
  try {
    const figures: Figure[] = []
    for (const [what, query, place = 0] of views) {
      const { atLarge, ours, theirs } = await interleave({
        atLarge: () => read(largePortal, large, portalPath, apart + query, pageAt(large, place)),
        ours: () => read(portal, house, portalPath, apart + query, pageAt(house, place)),
        theirs: () => read(bare, house, barePath, query, pageAt(house, place), callsOfBare),
      })
      const cell = { what: `All Registrations, ${what}`, portal: '' }
      figures.push(
        { ...cell, ...within(atLarge.p50, 12), column: 'p50 at a million', yardstick: '' },
        {
          ...cell,
          column: `${house.registrations.toLocaleString('en')} against the bare route`,
          yardstick: ms(theirs.p50),
          value: ours.p50 / theirs.p50,
          goal: { atMost: 1 },
        },
      )
    }
    for (const [what, query, page, atMost] of farPages) {
      const { atLarge } = await interleave({
        atLarge: () => read(largePortal, large, portalPath, apart + query, page),
      })
      const yardstick = 'p50 at a million'
      figures.push({
        what: `All Registrations, ${what}`,
        portal: ms(atLarge.p50),
        yardstick,
        ...within(atLarge.p50, atMost),
      })
    }
    for (const [what, term, goal] of searches) {
      for (const clients of [1, 8]) {
        const { ours, theirs } = await interleave({
          ours: () => search(portal, house, portalPath, term, clients),
          theirs: () => search(bare, house, barePath, term, clients),
        })
        figures.push({
          what: `All Registrations, a search for ${what}, counted, ${clients} at a time: p50`,
          portal: ms(ours.p50),
          yardstick: `${ms(theirs.p50)} the bare route`,
          value: ours.p50 / theirs.p50,
          ...(goal && { goal }),
        })
      }
    }
    return figures
  } finally {
    await Promise.all([portal, largePortal, bare].map((server) => server.stop()))
  }
}

const portalPath = '/api/private/v2/get-all-registered-users?limit=100'
const barePath = '/registrations?limit=100'
const apart = '&count=apart'

const pageAt = ({ registrations }: House, place: number) =>
  Math.max(1, Math.ceil((registrations / 100) * place))

function read(
  server: Server,
  house: House,
  path: string,
  query: string,
  page: number,
  calls = callsPerRound,
) {
  const call = request('GET', `${path}&page=${page}${query}`, { token: house.administrator })
  return drive(server.port, Array<Buffer>(calls).fill(call), 1)
}

function search(
  server: Server,
  { administrator: token }: House,
  path: string,
  term: () => string,
  clients: number,
) {
  const calls = Array.from({ length: callsPerRound * clients }, () =>
    request('GET', `${path}&search=${term()}`, { token }),
  )
  return drive(server.port, calls, clients)
}

function within(p50: number, atMost: number): Pick<Figure, 'value' | 'shown' | 'goal'> {
  return { value: p50, shown: ms(p50), goal: { atMost } }
}
