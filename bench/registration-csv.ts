import type { IncomingMessage } from 'node:http'
import { get } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { Figure } from './figures.ts'
import { ms } from './figures.ts'
import type { House } from './house.ts'
import { registrations } from './house.ts'
import { interleave } from './rounds.ts'
import type { Server } from './servers.ts'
import { startServer } from './servers.ts'

const path = '/api/private/v2/export-registered-users-csv'
/** A slow reader takes this many MiB, then waits for a hundredth of a second. */
const slowPortion = 0.25
const mebibyte = 1024 * 1024

/** All registrations as CSV through HTTP, against COPY of the same join by a process that does nothing else. */
export async function measureCsv(house: House): Promise<Figure[]> {
  const portal = await startServer('portal.ts', { connection: house.connection })
  const copy = await startServer('bare-copy.ts', { connection: house.connection })
  try {
    const { ours, theirs } = await interleave({
      ours: () => timed(() => exportAll(portal, house.administrator)),
      theirs: () => timed(() => copy.ask('copy')),
    })
    const growths = await interleave({
      quick: () => growth(portal, () => exportAll(portal, house.administrator)),
      slow: () => growth(portal, () => exportAll(portal, house.administrator, slowPortion * mebibyte)),
    })
    return [
      {
        what: `CSV export of ${registrations.toLocaleString('en')} rows`,
        portal: ms(ours.ms),
        yardstick: `${ms(theirs.ms)} COPY of the same join`,
        value: ours.ms / theirs.ms,
        goal: { atMost: 1.25 },
      },
      memoryFigure('memory growth', growths.quick.mebibytes),
      memoryFigure('memory growth, slow reader', growths.slow.mebibytes),
    ]
  } finally {
    await portal.stop()
    await copy.stop()
  }
}

function memoryFigure(what: string, mebibytes: number): Figure {
  const shown = `${mebibytes.toFixed(1)} MiB`
  return {
    what: `CSV export: ${what}`,
    portal: shown,
    yardstick: '',
    value: mebibytes,
    shown,
    goal: { atMost: 32 },
  }
}

async function timed(work: () => Promise<unknown>): Promise<{ ms: number }> {
  const start = performance.now()
  await work()
  return { ms: performance.now() - start }
}

/** How far the process grows above what it had before, in MiB. */
async function growth(server: Server, work: () => Promise<unknown>): Promise<{ mebibytes: number }> {
  const before = server.memory()
  let most = before
  const watch = setInterval(() => {
    most = Math.max(most, server.memory())
  }, 5)
  await work()
  clearInterval(watch)
  return { mebibytes: most - before }
}

/** Reads the export to its end; with `portion` it rests after so many bytes. */
async function exportAll({ port }: Server, token: string, portion = Number.POSITIVE_INFINITY): Promise<void> {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    get({ port, path, headers: { authorization: `Bearer ${token}` } }, resolve).on('error', reject)
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
