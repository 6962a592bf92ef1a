import { sql } from 'kysely'
import { comparedEmail } from '#contract/core/email-addresses.ts'
import type { Registrant } from '#server/core/webinar-platform/webinar-platform.ts'
import {
  QuotaReached,
  RegistrantRefused,
  WebinarRefused,
} from '#server/core/webinar-platform/webinar-platform.ts'
import { isAdmittedTo } from '#server/events/slots/queries.ts'
import type { Db, Services } from '#server/services.ts'
import type { Work } from '#server/work.ts'
import { write } from '#server/work.ts'
import { adoptRegistrant } from './webinar-adoption.ts'
import { planRegistrants } from './webinar-registrants.ts'

export interface SlotWebinar {
  eventSlotId: number
  webinarId: string
}

/**
 * Registers people again with their current email, by jobs, if the webinar platform refused, canceled or
 * never knew them. Skips people who left the slot, or are already being registered.
 */
export async function registerAgain(
  work: Work,
  { eventSlotId, webinarId }: SlotWebinar,
  registrationIds: number[],
) {
  const { tx, addJobs } = work
  await planRegistrants(work, { eventSlotId })
  await tx
    .updateTable('webinarRegistrants')
    .from('registrations')
    .innerJoin('users', 'users.userId', 'registrations.userId')
    .set(({ fn, ref }) => ({
      state: 'wanted',
      email: fn<string>('lower', [fn('trim', [ref('users.email')])]),
      isAsked: false,
      registrantId: null,
      joinUrl: null,
      problem: '',
      tryAt: null,
    }))
    .whereRef('webinarRegistrants.registrationId', '=', 'registrations.registrationId')
    .where('webinarRegistrants.registrationId', 'in', registrationIds)
    .where('webinarId', '=', webinarId)
    .where(isAdmittedTo(eventSlotId))
    .where('webinarRegistrants.state', 'in', ['registered', 'pending', 'refused'])
    .execute()
  await addJobs(
    'match-webinar',
    registrationIds.map((registrationId) => ({ registrationId })),
  )
}

/**
 * Removes a registrant from the webinar, unless a person here has the email. Returns the webinar platform's
 * reason if it refuses, else ''. Throws a problem beyond this person.
 */
export async function removeStranger(
  { db, webinar }: Services,
  webinarId: string,
  registrant: Pick<Registrant, 'registrantId' | 'email'>,
): Promise<string> {
  if (await isKnownHere(db, webinarId, registrant.email)) return ''
  try {
    await webinar.cancelRegistrant(webinarId, registrant)
    return ''
  } catch (problem) {
    return wordsOfRefusal(problem)
  }
}

/** Adopts the webinar platform's current state of a person. Returns why not if that is impossible, else ''. */
export async function adoptDifference(
  services: Services,
  slot: SlotWebinar,
  { registrationId, registrantId }: { registrationId: number; registrantId: string },
): Promise<string> {
  const { webinarId } = slot
  try {
    const found = await services.webinar.findRegistrant(webinarId, registrantId)
    const row = await findRow(services.db, registrationId, webinarId)
    const isRenamed = found && row && comparedEmail(found.email) !== row.currentEmail
    if (!row?.state || isRenamed)
      await write(services, undefined, (work) => registerAgain(work, slot, [registrationId]))
    if (isRenamed) return removeStranger(services, webinarId, found)
    if (!row?.state) return ''
    const { state, attempts } = row
    const known = { registrationId, webinarId, registrantId, state, attempts }
    const said = { registrantId, found, platformName: services.webinar.name }
    await write(services, undefined, (work) => adoptRegistrant(work, known, said))
    return ''
  } catch (problem) {
    return wordsOfRefusal(problem)
  }
}

async function isKnownHere(db: Db, webinarId: string, email: string) {
  const { rows } = await sql`
    select from event_slots s cross join lateral admitted_to(s.event_slot_id) admitted (registration_id)
    join registrations using (registration_id) join users u using (user_id)
    where s.webinar_id = ${webinarId} and lower(trim(u.email)) = ${comparedEmail(email)} limit 1`.execute(db)
  return rows.length > 0
}

function findRow(db: Db, registrationId: number, webinarId: string) {
  return db
    .selectFrom('registrations')
    .innerJoin('users', 'users.userId', 'registrations.userId')
    .leftJoin('webinarRegistrants', (join) =>
      join
        .onRef('webinarRegistrants.registrationId', '=', 'registrations.registrationId')
        .on('webinarId', '=', webinarId),
    )
    .select(['webinarRegistrants.state', 'attempts'])
    .select(({ fn }) => fn<string>('lower', [fn('trim', ['users.email'])]).as('currentEmail'))
    .where('registrations.registrationId', '=', registrationId)
    .where('cancelledAt', 'is', null)
    .executeTakeFirst()
    .then((row) => row && { ...row, attempts: row.attempts ?? 0 })
}

function wordsOfRefusal(problem: unknown) {
  const isAboutPerson =
    problem instanceof RegistrantRefused ||
    problem instanceof WebinarRefused ||
    (problem instanceof QuotaReached && !problem.isForEverybody)
  if (isAboutPerson) return (problem as Error).message
  throw problem
}
