import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { storeFile } from '#server/core/files/stored-files.ts'
import { insertEvent, setFeaturedSponsor } from '#server/events/events/events.ts'
import { insertSpeaker } from '#server/events/speakers/speakers.ts'
import { insertSponsor } from '#server/events/sponsors/sponsors.ts'
import { hasCompleteProvider } from '#server/foundation/training-providers/queries.ts'
import { saveProvider } from '#server/foundation/training-providers/save-training-provider.ts'
import type { NewUser } from '#server/people/users/add-user.ts'
import { addUser } from '#server/people/users/add-user.ts'
import type { Work } from '#server/work.ts'
import { demoPeople } from './demo-people.ts'
import type { DemoEvent } from './season.ts'
import { demoEvents } from './season.ts'

/** The lock lets one of two processes that start together seed. */
const seedLock = 6594

/**
 * Inserts the demo season, the previous one and a training provider into an empty portal; does nothing if there is any event. The first
 * person of a demo with people says that the others are to follow.
 */
export async function seedDemoSeason(work: Work) {
  await sql`select pg_advisory_xact_lock(${seedLock})`.execute(work.tx)
  const anyEvent = await work.tx.selectFrom('events').select('eventId').limit(1).executeTakeFirst()
  if (anyEvent) return
  await seedProvider(work)
  for (const event of demoEvents(work.config.season(work.clock()))) await seedEvent(work, event)
  if (work.config.hasDemoPeople) await addUser(work, demoPeople()[0] as NewUser)
}

/** Saves the training provider that certificates need, unless an administrator saved one. */
async function seedProvider(work: Work) {
  if (await hasCompleteProvider(work.tx)) return
  await saveProvider(work, {
    name: 'IA Renewal Seminars',
    contact: work.config.mail.from,
    postalAddress: '100 Example Airport Road, Columbia, SC 29201',
    signatoryName: 'Grant Renewell',
    signatoryTitle: 'Director of Training',
    signature: '',
    version: undefined,
  })
}

/** Inserts an event of the demo with its speakers and sponsors. Returns its id. */
export async function seedEvent(
  work: Work,
  { picture, slots, speakers, sponsors, ...event }: DemoEvent,
): Promise<number> {
  const description = JSON.stringify({ eventLogoLink: await storePicture(work, picture) })
  const eventId = await insertEvent(work, { ...event, description }, slots)
  for (const { picture, ...speaker } of speakers) {
    await insertSpeaker(work, { ...speaker, eventId, logo: await storePicture(work, picture) })
  }
  for (const { picture, ...sponsor } of sponsors) {
    const { sponsorId } = await insertSponsor(work, {
      ...sponsor,
      eventId,
      logo: await storePicture(work, picture),
    })
    if (picture === sponsors[0]?.picture) await setFeaturedSponsor(work, eventId, sponsorId)
  }
  return eventId
}

/** Stores a picture of this folder once and returns its address. */
async function storePicture({ tx }: Work, name: string) {
  return storeFile(tx, 'image/webp', await readFile(join(import.meta.dirname, 'pictures', `${name}.webp`)))
}
