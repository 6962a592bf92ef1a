import type { IncomingMessage } from 'node:http'
import { get } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { Figure } from './figures.ts'
import { ms } from './figures.ts'
import { growthFigure, growthOf } from './growth.ts'
import type { House } from './house.ts'
import { interleave } from './rounds.ts'
import type { Server } from './servers.ts'
import { startServer } from './servers.ts'

const path = '/api/private/v2/export-registered-users-csv'
/** A slow reader takes this many MiB, then waits for a hundredth of a second. */
const slowPortion = 0.25
const mebibyte = 1024 * 1024

/** Measures all registrations as CSV through HTTP, against COPY of the same query by a process that discards it. */
export async function measureCsv(house: House, openLarge: () => Promise<House>): Promise<Figure[]> {
  return [...(await measureExport(house, 5)), ...(await measureExport(await openLarge(), 3))]
}

async function measureExport(house: House, rounds: number): Promise<Figure[]> {
  const { connection, registrations } = house
  const portal = await startServer('portal.ts', { connection })
  const copy = await startServer('bare-copy.ts', { connection })
  const growths: Record<string, number[]> = { growth: [], 'growth, slow reader': [] }
  const grown = (how: string, work: () => Promise<unknown>) =>
    growthOf(portal, work).then((mebibytes) => growths[how]?.push(mebibytes))
  try {
    const { ours, theirs } = await interleave(
      {
        ours: () => timed(() => grown('growth', () => exportAll(portal, house))),
        theirs: () => timed(() => copy.ask('copy')),
      },
      rounds,
    )
    for (let round = 0; round < rounds; round++) {
      await grown('growth, slow reader', () => exportAll(portal, house, slowPortion * mebibyte))
    }
    const what = `CSV export of ${registrations.toLocaleString('en')} rows`
    return [
      {
        what,
        portal: ms(ours.ms),
        yardstick: `${ms(theirs.ms)} COPY of the same query`,
        value: ours.ms / theirs.ms,
      },
      ...Object.entries(growths).map(([how, all]) => growthFigure(`${what}: memory ${how}`, all, 20)),
    ]
  } finally {
    await portal.stop()
    await copy.stop()
  }
}

async function timed(work: () => Promise<unknown>): Promise<{ ms: number }> {
  const start = performance.now()
  await work()
  return { ms: performance.now() - start }
}

/** Reads the export to its end; with `portion` it pauses after that many bytes. */
async function exportAll(
  { port }: Server,
  { administrator, registrations }: House,
  portion = Number.POSITIVE_INFINITY,
): Promise<void> {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    get({ port, path, headers: { authorization: `Bearer ${administrator}` } }, resolve).on('error', reject)
  })
  let lines = 0
  let read = 0
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines++
    read += chunk.length
    if (read >= portion) {
      read = 0
      await delay(10)
    }
  }
  if (lines <= registrations) throw new Error(`${answer.statusCode}, ${lines} lines`)
}
