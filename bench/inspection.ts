import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { addDays } from '#contract/core/plain-dates.ts'
import { easternDay } from '#contract/core/season.ts'
import type { InspectionPack } from '#contract/office/inspections/calls.ts'
import { exitCodes } from '#server/office/inspections/inspection-records.ts'
import { runVerifier, unpackInspection } from '#server/office/inspections/inspection-unpacking.ts'
import { givenAutomatedEvent, untilMailed, uploadReport } from './automated-event.ts'
import type { Figure } from './figures.ts'
import { growthFigure, growthOf } from './growth.ts'
import type { House } from './house.ts'
import { callPortal } from './portal-calls.ts'
import { median } from './rounds.ts'
import type { Server } from './servers.ts'
import { startServer } from './servers.ts'

const rounds = 3
/** Another day than those of the part `crediting`: nobody is credited for two slots of the same time. */
const on = addDays(easternDay(new Date()), -21)

/** Measures the inspection pack of an event with 1,000 certificates: making it, downloading it, and its `verify.mjs`. */
export async function measureInspection(house: House): Promise<Figure[]> {
  const start = () => startServer('portal.ts', { connection: house.connection, works: true })
  const first = await start()
  const event = await givenAutomatedEvent(house, on)
  await uploadReport(house, first, event)
  await untilMailed(house, event)
  await first.stop()

  const packs: NonNullable<InspectionPack['made']>[] = []
  const [seconds, whileMade, whileDownloaded]: [number[], number[], number[]] = [[], [], []]
  // A portal that has just started has no memory to spare.
  const growthInNew = async (work: (portal: Server) => Promise<void>) => {
    const portal = await start()
    return growthOf(portal, () => work(portal)).finally(portal.stop)
  }
  let zip: Buffer = Buffer.alloc(0)
  for (let round = 0; round < rounds; round++) {
    let packId = 0
    const made = growthInNew(async (portal) => {
      const beganAt = performance.now()
      const pack = await makePack(house, portal, event.eventId)
      seconds.push((performance.now() - beganAt) / 1000)
      packs.push(pack.made)
      packId = pack.packId
    })
    whileMade.push(await made)
    const downloaded = growthInNew(async (portal) => {
      zip = await download(house, portal, packId)
    })
    whileDownloaded.push(await downloaded)
  }
  const [pack] = packs as [(typeof packs)[0]]
  const sha256 = createHash('sha256').update(zip).digest('hex')
  if (packs.some((each) => each.sha256 !== sha256)) throw new Error('The same records made other bytes')
  if (pack.summary.certificates !== event.emails.length)
    throw new Error(`${pack.summary.certificates} certificates are in the pack`)
  const beganAt = performance.now()
  const { code, output } = await runVerifier(await unpackInspection(zip))
  if (code !== exitCodes.ofUnknownOrigin) throw new Error(output)
  const what = 'Inspection pack of an event with 1,000 certificates'
  const size = `${Math.round(pack.bytes / 1024 / 1024)} MiB`
  const made = median(seconds)
  return [
    { what: `${what}, ${size}: until it is made`, ...shown(made), value: made, goal: { atMost: 60 } },
    growthFigure(`${what}: memory growth while it is made`, whileMade, 200),
    growthFigure(`${what}: memory growth while it is downloaded`, whileDownloaded, 200),
    { what: `${what}: its verify.mjs`, ...shown((performance.now() - beganAt) / 1000), value: 0 },
  ]
}

/** Asks for a pack and waits until it is made, as the page of the packs does. */
async function makePack(
  house: House,
  { port }: Server,
  eventId: number,
): Promise<{ packId: number; made: NonNullable<InspectionPack['made']> }> {
  const url = `http://localhost:${port}/api/private/inspections`
  const { packId } = await callPortal<{ packId: number }>(url, house.administrator, { event_id: eventId })
  for (;;) {
    const { packs } = await callPortal<{ packs: InspectionPack[] }>(url, house.administrator)
    const pack = packs.find((each) => each.packId === packId)
    if (pack?.state === 'failed') throw new Error(pack.problem)
    if (pack?.made) return { packId, made: pack.made }
    await delay(250)
  }
}

async function download(house: House, { port }: Server, packId: number): Promise<Buffer> {
  const answer = await fetch(`http://localhost:${port}/api/private/inspections/${packId}/file`, {
    headers: { authorization: `Bearer ${house.administrator}` },
  })
  if (!answer.ok) throw new Error(`The download answered ${answer.status}`)
  return Buffer.from(await answer.arrayBuffer())
}

function shown(seconds: number) {
  const words = `${seconds.toFixed(1)} s`
  return { portal: words, yardstick: '', shown: words }
}
