import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { storeFile } from '#server/platform/files/stored-files.ts'
import type { Services, Tx } from '#server/services.ts'
import type { DemoEvent } from './season.ts'
import { demoEvents } from './season.ts'

/** Two processes that start together seed once. */
const seedLock = 6594

/** Puts the demo season and the one before it into an empty house; does nothing where there is any event. */
export async function seedDemoSeason({
  db,
  config,
  clock,
}: Pick<Services, 'db' | 'config' | 'clock'>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${seedLock})`.execute(tx)
    const anyEvent = await tx.selectFrom('events').select('event_id').limit(1).executeTakeFirst()
    if (anyEvent) return
    for (const event of demoEvents(config.season(clock()))) await addEvent(tx, event)
  })
}

async function addEvent(tx: Tx, event: DemoEvent): Promise<void> {
  const { event_id } = await tx
    .insertInto('events')
    .values({
      event_name: event.name,
      description: JSON.stringify({ eventLogoLink: await storePicture(tx, event.picture) }),
      video_link: event.videoLink,
      is_enabled: event.isEnabled,
    })
    .returning('event_id')
    .executeTakeFirstOrThrow()
  for (const slot of event.slots) {
    await tx
      .insertInto('event_slots')
      .values({
        event_id,
        focus_id: event.focusId,
        start_on: slot.startOn,
        end_on: slot.endOn,
        start_time: slot.startTime,
        end_time: slot.endTime,
      })
      .execute()
  }
  for (const speaker of event.speakers) {
    await tx
      .insertInto('speakers')
      .values({
        event_id,
        logo: await storePicture(tx, speaker.picture),
        name: speaker.name,
        day: speaker.day,
        event_name: speaker.eventName,
        event_details: speaker.eventDetails,
        presenter_name: speaker.presenterName,
        presenter_designation: speaker.presenterDesignation,
        presenter_details: speaker.presenterDetails,
        youtube_video_link: speaker.youtubeVideoLink,
        contact_website: speaker.contactWebsite,
        contact_email: speaker.contactEmail,
      })
      .execute()
  }
  for (const sponsor of event.sponsors) {
    const { sponsor_id } = await tx
      .insertInto('sponsors')
      .values({
        event_id,
        logo: await storePicture(tx, sponsor.picture),
        name: sponsor.name,
        description: sponsor.description,
        contact_website: sponsor.contactWebsite,
        contact_email: sponsor.contactEmail,
      })
      .returning('sponsor_id')
      .executeTakeFirstOrThrow()
    // The first one is the featured one.
    if (sponsor === event.sponsors[0]) {
      await tx
        .updateTable('events')
        .set({ featured_sponsor_id: sponsor_id })
        .where('event_id', '=', event_id)
        .execute()
    }
  }
}

/** Gives where a picture of this room is served; the same one is kept once. */
async function storePicture(tx: Tx, name: string): Promise<string> {
  return storeFile(tx, 'image/webp', await readFile(join(import.meta.dirname, 'pictures', `${name}.webp`)))
}
