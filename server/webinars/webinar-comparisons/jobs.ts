import { sql } from 'kysely'
import type { Attempt } from '#server/core/jobs/queue.ts'
import { TryAgain } from '#server/core/jobs/queue.ts'
import type { Registrant } from '#server/core/webinar-platform/webinar-platform.ts'
import { isForLater, WebinarRefused } from '#server/core/webinar-platform/webinar-platform.ts'
import { findSlot } from '#server/events/slots/queries.ts'
import type { Jobs } from '#server/jobs.ts'
import type { Db, Services } from '#server/services.ts'
import { adoptDifference, registerAgain, removeStranger } from '#server/webinars/webinars/webinar-repairs.ts'
import { write } from '#server/work.ts'
import type { EmailsElsewhere, PersonHere } from './webinar-comparison-differences.ts'
import { differencesOf } from './webinar-comparison-differences.ts'
import { settleTime, writeAskedTime } from './webinar-comparison-times.ts'

type Slot = { eventSlotId: number; webinarId: string }

/**
 * Writes a slot's requested time, makes the requested repairs, and compares again. May run twice, because
 * each repair checks the current state. Waits while the webinar platform is away, and stores why.
 */
export async function runComparison(
  services: Services,
  { eventSlotId }: Jobs['compare-webinar'],
  { isLast }: Attempt,
): Promise<void> {
  const { db, clock } = services
  const found = await findSlot(db, eventSlotId)
  const beganAt = clock()
  if (!found?.webinarId) return noteEnd(db, eventSlotId, { askedAt: null, problem: '' })
  const slot = { eventSlotId, webinarId: found.webinarId }
  try {
    await writeAskedTime(services, eventSlotId)
    await repair(services, slot)
    await compare(services, slot, beganAt)
  } catch (problem) {
    const { message } = problem as Error
    const isLater = isForLater(problem)
    const isOver = isLast || !isLater
    if (isOver)
      await write(services, undefined, (work) => settleTime(work, eventSlotId, { problem: message }))
    await noteEnd(db, eventSlotId, { ...(isOver && { askedAt: null }), problem: message })
    if (isLater) throw new TryAgain(message)
    if (!(problem instanceof WebinarRefused)) throw problem
  }
}

async function repair(services: Services, slot: Slot) {
  const { db } = services
  const asked = await db
    .selectFrom('webinarDifferences')
    .select(['kind', 'registrationId', 'registrantId', 'email', 'webinarDifferenceId'])
    .where('eventSlotId', '=', slot.eventSlotId)
    .where('repairAskedAt', 'is not', null)
    .orderBy('webinarDifferenceId')
    .execute()
  const missing = asked.flatMap(({ kind, registrationId }) =>
    kind === 'only-here' && registrationId !== null ? [registrationId] : [],
  )
  if (missing.length > 0) await write(services, undefined, (work) => registerAgain(work, slot, missing))
  for (const { kind, registrationId, registrantId, email, webinarDifferenceId } of asked) {
    if (kind === 'only-here' || registrantId === null) continue
    const problem =
      kind === 'only-there'
        ? await removeStranger(services, slot.webinarId, { registrantId, email })
        : await adoptDifference(services, slot, { registrationId: registrationId ?? 0, registrantId })
    await db
      .updateTable('webinarDifferences')
      .set({ repairAskedAt: null, problem })
      .where('webinarDifferenceId', '=', webinarDifferenceId)
      .execute()
  }
}

async function compare(services: Services, slot: Slot, beganAt: Date) {
  const { db, webinar, clock } = services
  const { rows } = await sql<{ now: Date }>`select now()`.execute(db)
  const { times } = await webinar.getWebinar(slot.webinarId)
  const there: Registrant[] = []
  for await (const page of webinar.listRegistrants(slot.webinarId, { withDenied: true })) there.push(...page)
  await write(services, undefined, async ({ tx }) => {
    // Locks the row: the second of two concurrent comparisons replaces the first one's result.
    await tx
      .insertInto('webinarComparisons')
      .values({ eventSlotId: slot.eventSlotId, askedAt: null, comparedAt: null, webinarId: null })
      .onConflict((conflict) => conflict.column('eventSlotId').doUpdateSet({ problem: '' }))
      .execute()
    const here = await findHere(tx, slot, rows[0]?.now ?? beganAt)
    const found = differencesOf(here, there, {
      elsewhere: await findElsewhere(tx, slot),
      platformName: webinar.name,
    })
    const { eventSlotId } = slot
    await sql`
      with old as (delete from webinar_differences where event_slot_id = ${eventSlotId} returning kind, email, repair_asked_at, problem)
      insert into webinar_differences (event_slot_id, kind, registration_id, registrant_id, email, name, words, repair_asked_at, problem)
      select ${eventSlotId}::int, f.kind, f."registrationId", f."registrantId", f.email, f.name, f.words,
        -- Requested after this job has looked: another job repairs it.
        (select max(repair_asked_at) from old where (old.kind, old.email) = (f.kind, f.email) and repair_asked_at >= ${beganAt}),
        coalesce((select max(problem) from old where (old.kind, old.email) = (f.kind, f.email)), '')
      from jsonb_to_recordset(${JSON.stringify(found)}) as f
        (kind text, "registrationId" integer, "registrantId" text, email text, name text, words text)`.execute(
      tx,
    )
    await tx
      .updateTable('webinarComparisons')
      .set(({ eb, val }) => ({
        webinarId: slot.webinarId,
        timesThere: JSON.stringify(times),
        comparedAt: clock(),
        peopleHere: here.length,
        peopleThere: there.filter(({ status }) => status !== 'denied').length,
        askedAt: eb.case().when('askedAt', '>=', beganAt).then(eb.ref('askedAt')).else(val(null)).end(),
      }))
      .where('eventSlotId', '=', eventSlotId)
      .execute()
  })
}

/**
 * Returns a slot's people, including those who make up hours there. Changes since `askedAt` count as in
 * progress: the webinar platform's list may be older.
 */
async function findHere(db: Db, { eventSlotId, webinarId }: Slot, askedAt: Date): Promise<PersonHere[]> {
  const { rows } = await sql<PersonHere>`
    select r.registration_id, lower(trim(u.email)) as email, trim(u.first_name || ' ' || u.last_name) as name,
      w.registrant_id, identity.join_url, coalesce(problem, '') as problem,
      case when w.state in ('registered', 'pending', 'refused') then w.state end as state,
      coalesce(w.state not in ('registered', 'pending', 'refused') or state_since >= ${askedAt}, r.registered_at >= ${askedAt}
        or exists (select from make_ups m where m.registration_id = r.registration_id and m.event_slot_id = ${eventSlotId} and made_at >= ${askedAt})
      ) as is_under_way
    from registrations r join users u using (user_id)
    left join webinar_registrants w on w.registration_id = r.registration_id and w.webinar_id = ${webinarId}
    left join lateral newest_identity(r.registration_id, ${webinarId}) identity on true
    where r.registration_id in (select admitted_to(${eventSlotId})) order by r.registration_id`.execute(db)
  return rows
}

/** Returns the emails of the webinar's other slots, and of people being removed. */
async function findElsewhere(db: Db, { eventSlotId, webinarId }: Slot): Promise<EmailsElsewhere> {
  const { rows } = await sql<{ email: string }>`
    select lower(trim(u.email)) as email from event_slots s cross join lateral admitted_to(s.event_slot_id) admitted (registration_id)
    join registrations using (registration_id) join users u using (user_id)
    where s.webinar_id = ${webinarId} and s.event_slot_id <> ${eventSlotId}
    union select email from webinar_registrants where webinar_id = ${webinarId} and state in ('unwanted', 'delinking')`.execute(
    db,
  )
  return new Set(rows.map(({ email }) => email))
}

async function noteEnd(db: Db, eventSlotId: number, noted: { askedAt?: null; problem: string }) {
  await db.updateTable('webinarComparisons').set(noted).where('eventSlotId', '=', eventSlotId).execute()
}
