import { createHash } from 'node:crypto'
import { addDays } from '#contract/core/plain-dates.ts'
import { easternDay } from '#contract/core/season.ts'
import { downloadInspectionPack } from '#contract/office/inspections/calls.ts'
import { exitCodes } from '#server/office/inspections/inspection-records.ts'
import { runVerifier, unpackInspection } from '#server/office/inspections/inspection-unpacking.ts'
import { buildWeb } from '../tools/build-web.ts'
import { givenAutomatedEvent, untilMailed, uploadReport } from './automated-event.ts'
import type { Figure } from './figures.ts'
import { growthFigure, growthOf } from './growth.ts'
import type { House } from './house.ts'
import { median } from './rounds.ts'
import type { Server } from './servers.ts'
import { startServer } from './servers.ts'

const rounds = 3
/** A different day from those of the part `crediting`: nobody is credited for two slots of the same time. */
const on = addDays(easternDay(new Date()), -21)

/** Measures the inspection pack of an event with 1,000 certificates: its download, and its `verify.mjs`. */
export async function measureInspection(house: House): Promise<Figure[]> {
  if (!buildWeb()) throw new Error('verify.mjs could not be built')
  const start = () => startServer('portal.ts', { connection: house.connection, works: true })
  const first = await start()
  const event = await givenAutomatedEvent(house, on)
  await uploadReport(house, first, event)
  await untilMailed(house, event)
  await first.stop()

  const packs: Buffer[] = []
  const [seconds, growths]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    // A portal that has just started has no memory to spare.
    const portal = await start()
    const growth = growthOf(portal, async () => {
      const beganAt = performance.now()
      packs.push(await download(house, portal, event.eventId))
      seconds.push((performance.now() - beganAt) / 1000)
    })
    growths.push(await growth.finally(portal.stop))
  }
  const hashes = packs.map((pack) => createHash('sha256').update(pack).digest('hex'))
  if (new Set(hashes).size !== 1) throw new Error('The same records made other bytes')
  const [pack] = packs as [Buffer]
  const files = await unpackInspection(pack)
  const certificates = [...files.keys()].filter((path) => path.endsWith('.pdf')).length
  if (certificates !== event.emails.length) throw new Error(`${certificates} certificates are in the pack`)
  const beganAt = performance.now()
  const { code, output } = await runVerifier(files)
  if (code !== exitCodes.ofUnknownOrigin) throw new Error(output)
  const what = 'Inspection pack of an event with 1,000 certificates'
  const size = `${Math.round(pack.length / 1024 / 1024)} MiB`
  const took = median(seconds)
  return [
    { what: `${what}, ${size}: its download`, ...shown(took), value: took, goal: { atMost: 60 } },
    growthFigure(`${what}: memory growth while it is downloaded`, growths, 200),
    { what: `${what}: its verify.mjs`, ...shown((performance.now() - beganAt) / 1000), value: 0 },
  ]
}

async function download(house: House, { port }: Server, eventId: number): Promise<Buffer> {
  const answer = await fetch(
    `http://localhost:${port}/api${downloadInspectionPack.path}?event_id=${eventId}`,
    {
      headers: { authorization: `Bearer ${house.administrator}` },
    },
  )
  if (!answer.ok) throw new Error(`The download answered ${answer.status}: ${await answer.text()}`)
  return Buffer.from(await answer.arrayBuffer())
}

function shown(seconds: number) {
  const words = `${seconds.toFixed(1)} s`
  return { portal: words, yardstick: '', shown: words }
}
