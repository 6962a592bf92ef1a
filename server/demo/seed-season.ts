import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { addEvent, featureSponsor } from '#server/events/add-event.ts'
import { storeFile } from '#server/platform/files/stored-files.ts'
import { addSpeaker } from '#server/speakers/add-speaker.ts'
import { addSponsor } from '#server/sponsors/add-sponsor.ts'
import type { Work } from '#server/work.ts'
import type { DemoEvent } from './season.ts'
import { demoEvents } from './season.ts'

/** Two processes that start together seed once. */
const seedLock = 6594

/** Puts the demo season and the one before it into an empty house; does nothing where there is any event. */
export async function seedDemoSeason(work: Work): Promise<void> {
  await sql`select pg_advisory_xact_lock(${seedLock})`.execute(work.tx)
  const anyEvent = await work.tx.selectFrom('events').select('eventId').limit(1).executeTakeFirst()
  if (anyEvent) return
  for (const event of demoEvents(work.config.season(work.clock()))) await seedEvent(work, event)
}

async function seedEvent(
  work: Work,
  { picture, slots, speakers, sponsors, ...event }: DemoEvent,
): Promise<void> {
  const description = JSON.stringify({ eventLogoLink: await storePicture(work, picture) })
  const eventId = await addEvent(work, { ...event, description }, slots)
  for (const { picture, ...speaker } of speakers) {
    await addSpeaker(work, { ...speaker, eventId, logo: await storePicture(work, picture) })
  }
  for (const { picture, ...sponsor } of sponsors) {
    const sponsorId = await addSponsor(work, { ...sponsor, eventId, logo: await storePicture(work, picture) })
    if (picture === sponsors[0]?.picture) await featureSponsor(work, eventId, sponsorId)
  }
}

/** Gives where a picture of this room is served; the same one is kept once. */
async function storePicture({ tx }: Work, name: string): Promise<string> {
  return storeFile(tx, 'image/webp', await readFile(join(import.meta.dirname, 'pictures', `${name}.webp`)))
}
