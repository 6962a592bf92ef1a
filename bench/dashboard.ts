import type { Figure } from './figures.ts'
import { ms } from './figures.ts'
import type { House } from './house.ts'
import { drive, request } from './load.ts'
import { interleave } from './rounds.ts'
import { startServer } from './servers.ts'

const callsPerRound = 40

/** Measures the administrators' dashboard at a million registrations; its figures are at most a minute old. */
export async function measureDashboard(_: House, openLarge: () => Promise<House>): Promise<Figure[]> {
  const house = await openLarge()
  const portal = await startServer('portal.ts', { connection: house.connection })
  const call = request('GET', '/api/private/dashboard', { token: house.administrator })
  try {
    const { kept } = await interleave({
      kept: () =>
        drive(
          portal.port,
          Array.from({ length: callsPerRound }, () => call),
          1,
        ),
    })
    return [
      {
        what: `Dashboard at ${house.registrations.toLocaleString('en')} registrations: p50`,
        portal: ms(kept.p50),
        yardstick: `${ms(kept.p99)} the slowest`,
        value: kept.p50,
        shown: ms(kept.p50),
        goal: { atMost: 100 },
      },
    ]
  } finally {
    await portal.stop()
  }
}
