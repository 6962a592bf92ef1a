import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { inPersonFocusId } from '#contract/events.ts'
import { storeFile } from '#server/platform/files/stored-files.ts'
import { escapeHtml } from '#server/platform/mail/mail-layout.ts'
import type { Services, Tx } from '#server/services.ts'
import type { Company, CompanyKey } from './companies.ts'
import { companies } from './companies.ts'
import type { Course } from './course.ts'
import { courseHtml } from './course.ts'
import type { Series } from './series.ts'
import { demoSeries, slotsOf } from './series.ts'

/** Two processes that start together seed once. */
const seedLock = 6594

/** Puts the demo season and the one before it into an empty house; does nothing where there is any event. */
export async function seedDemoSeason({
  db,
  config,
  clock,
}: Pick<Services, 'db' | 'config' | 'clock'>): Promise<void> {
  const season = config.season(clock())
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${seedLock})`.execute(tx)
    const anyEvent = await tx.selectFrom('events').select('event_id').limit(1).executeTakeFirst()
    if (anyEvent) return
    const logos = await storeCompanyLogos(tx)
    for (const series of demoSeries) {
      const { courses, speakerCount } = series
      const logo = await storePicture(tx, series.picture)
      await addEvent(tx, {
        series,
        year: season - 1,
        isOver: true,
        courses: courses.slice(-speakerCount),
        logo,
        logos,
      })
      await addEvent(tx, {
        series,
        year: season,
        isOver: false,
        courses: courses.slice(0, speakerCount),
        logo,
        logos,
      })
    }
  })
}

type Logos = Record<CompanyKey, string>

interface DemoEvent {
  series: Series
  year: number
  /** Closed, with videos to see. */
  isOver: boolean
  courses: readonly Course[]
  /** Where the event's and each company's logo is served. */
  logo: string
  logos: Logos
}

async function storeCompanyLogos(tx: Tx): Promise<Logos> {
  const logos: Partial<Logos> = {}
  for (const key of Object.keys(companies) as CompanyKey[]) {
    logos[key] = await storePicture(tx, key)
  }
  return logos as Logos
}

async function addEvent(tx: Tx, event: DemoEvent): Promise<void> {
  const { series, year, isOver, logo } = event
  const name = `${series.name} ${year}`
  const videoLink = isOver ? `https://example.com/videos/${name.toLowerCase().replaceAll(' ', '-')}` : null
  const { event_id } = await tx
    .insertInto('events')
    .values({
      event_name: name,
      description: JSON.stringify({ eventLogoLink: logo }),
      video_link: videoLink,
      is_enabled: !isOver,
      featured_sponsor_id: null,
    })
    .returning('event_id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('event_slots')
    .values(
      slotsOf(series, year).map((slot) => ({
        event_id,
        focus_id: series.focusId,
        webinar_id: null,
        ...slot,
      })),
    )
    .execute()
  await tx
    .insertInto('speakers')
    .values(speakersOf(event, event_id, videoLink))
    .execute()
  await addSponsors(tx, event, event_id)
}

function speakersOf({ series, courses, logos }: DemoEvent, event_id: number, videoLink: string | null) {
  return courses.map((course, index) => {
    const company: Company = companies[course.by]
    return {
      event_id,
      logo: logos[course.by],
      name: company.name,
      day: series.focusId !== inPersonFocusId && index >= courses.length / 2 ? (2 as const) : (1 as const),
      event_name: course.title,
      event_details: courseHtml(course),
      presenter_name: company.presenter,
      presenter_designation: company.designation,
      presenter_details: `<p>${escapeHtml(company.about)}</p><p>A made-up presenter of the demo season.</p>`,
      youtube_video_link: videoLink && `${videoLink}/${index + 1}`,
      ...contactsOf(course.by),
    }
  })
}

async function addSponsors(tx: Tx, { series, logos }: DemoEvent, event_id: number): Promise<void> {
  for (const [index, key] of series.sponsors.entries()) {
    const { name, line } = companies[key]
    const { sponsor_id } = await tx
      .insertInto('sponsors')
      .values({
        event_id,
        logo: logos[key],
        name,
        description: `${line} A made-up company of the demo season.`,
        ...contactsOf(key),
      })
      .returning('sponsor_id')
      .executeTakeFirstOrThrow()
    // The first one is the featured one.
    if (index === 0) {
      await tx
        .updateTable('events')
        .set({ featured_sponsor_id: sponsor_id })
        .where('event_id', '=', event_id)
        .execute()
    }
  }
}

function contactsOf(key: CompanyKey) {
  return { contact_website: `https://example.com/${key}`, contact_email: `${key}@example.com` }
}

/** Gives where a picture of this room is served; the same one is kept once. */
async function storePicture(tx: Tx, name: string): Promise<string> {
  return storeFile(tx, 'image/webp', await readFile(join(import.meta.dirname, 'pictures', `${name}.webp`)))
}
