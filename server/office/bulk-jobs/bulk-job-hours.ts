import { sql } from 'kysely'
import type { Data, Input } from '#contract/core/endpoint.ts'
import type { RefusalCode } from '#contract/core/refusals.ts'
import { refusals } from '#contract/core/refusals.ts'
import { shownTimeslot } from '#contract/events/slots/times.ts'
import type {
  HoursRow,
  importHours as importHoursCall,
  JudgedHours,
} from '#contract/office/bulk-jobs/hours.ts'
import { changesHours, isRefused, judgeHours } from '#contract/office/bulk-jobs/hours.ts'
import { isProfileComplete } from '#contract/people/users/profiles.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import type { Caller } from '#server/core/http/serve.ts'
import { remember } from '#server/core/remember.ts'
import { getSlot } from '#server/events/slots/queries.ts'
import { hasCompleteProvider } from '#server/foundation/training-providers/queries.ts'
import type { Credited } from '#server/ledger/credits/credits.ts'
import { creditAll } from '#server/ledger/credits/credits.ts'
import { isDecided } from '#server/ledger/credits/queries.ts'
import type { Db } from '#server/services.ts'
import type { Work, WriteServices } from '#server/work.ts'
import { write } from '#server/work.ts'
import { creditedResult } from './bulk-job-items.ts'
import { addJob } from './bulk-jobs.ts'

/** Opens the import of lists. A list sent again before its answer gets the same answer. */
export function openHoursImport(services: WriteServices) {
  const running = new Map<string, ReturnType<typeof importHours>>()
  return (caller: Caller, body: Parameters<typeof importHours>[1]) => {
    const key = `${caller.userId} ${JSON.stringify(body)}`
    return remember(running, key, () =>
      write(services, caller, (work) => importHours(work, body)).finally(() => running.delete(key)),
    )
  }
}

/**
 * Credits an uploaded list to a slot's registrations in one transaction; certificates follow as jobs, and their emails on request.
 * Repeated rows count once; contradicting rows are refused. Refuses with SLOT_NOT_FOUND, and all rows with PROVIDER_INCOMPLETE.
 */
async function importHours(
  work: Work,
  {
    eventSlotId,
    mailsCertificates,
    isConfirmed,
    reason: ofAll,
    data: rows,
  }: Input<typeof importHoursCall>['body'],
): Promise<Data<typeof importHoursCall>> {
  // Two concurrent lists are read one after the other.
  await getSlot(work.tx, eventSlotId, { isLocked: true })
  const judged = judgeHours(rows, await findSlotHours(work.tx, eventSlotId))
  if (judged.some(({ verdict }) => verdict === 'no-provider')) throw new Refusal('PROVIDER_INCOMPLETE')
  const changing = judged.flatMap(({ registration, verdict }, index) => {
    if (!registration || !changesHours(verdict)) return []
    const { hours, notes } = rows[index] as HoursRow
    const reason = notes?.trim() ? notes : ofAll
    const mailsCertificate = Boolean(mailsCertificates) && hours > 0
    return [{ index, registrationId: registration.registrationId, hours, reason, mailsCertificate }]
  })
  const outcomes = await creditAll(
    work,
    changing.map(({ index: _, ...decision }) => ({ ...decision, isConfirmed, source: 'csv' })),
  )
  const credited = new Map(changing.map(({ index }, place) => [index, outcomes[place]]))
  const results = judged.map((each, index) => resultOf(rows[index] as HoursRow, each, credited.get(index)))
  if (changing.length === 0) return { results }
  const items = changing.map(({ registrationId, mailsCertificate }, place) => {
    const result = creditedResult({ place, registrationId, trace: {} }, outcomes[place])
    return { ...result, trace: { ...result.trace, mailsCertificate } }
  })
  // The credits have each one's hours.
  const { jobId } = await addJob(work, { action: { kind: 'credit', eventSlotId }, source: 'csv', items })
  return { results, jobId }
}

function resultOf(
  { email, hours }: HoursRow,
  { verdict, words }: JudgedHours<unknown>,
  credited: Credited | RefusalCode | undefined,
): Data<typeof importHoursCall>['results'][number] {
  if (typeof credited === 'string') {
    const isUnusual = credited === 'CREDIT_UNUSUAL'
    return { email, hours, status: 'failed', error: refusals[credited].message, isUnusual }
  }
  const row = { email, hours, isUnusual: false }
  if (isRefused(verdict)) return { ...row, status: 'failed', error: words }
  return { ...row, status: credited?.creditId === undefined ? 'unchanged' : 'updated', error: null }
}

/** Returns a slot's registrations with their hours, and the people in the event's other slots. Refuses with SLOT_NOT_FOUND. */
export async function findSlotHours(db: Db, eventSlotId: number) {
  const { eventId } = await getSlot(db, eventSlotId)
  const rows = await db
    .selectFrom('registrations')
    .innerJoin('users', 'users.userId', 'registrations.userId')
    .innerJoin('eventSlots', 'eventSlots.eventSlotId', 'registrations.eventSlotId')
    .select(['registrationId', 'registrations.eventSlotId', 'hours', 'email'])
    .select(['firstName', 'lastName', 'country', 'state', 'zip', 'companyName'])
    .select(['startOn', 'endOn', 'startTime', 'endTime'])
    .select(isDecided(sql.ref('registrations.registrationId')).as('isDecided'))
    .where('registrations.eventId', '=', eventId)
    .where('cancelledAt', 'is', null)
    .execute()
  const named = rows.map((row) => ({ ...row, name: `${row.firstName} ${row.lastName}`.trim() }))
  return {
    registrations: named
      .filter((row) => row.eventSlotId === eventSlotId)
      .map(({ registrationId, hours, isDecided, email, name, ...profile }) => ({
        registrationId,
        hours,
        isDecided,
        email,
        name,
        isProfileComplete: isProfileComplete(profile),
      })),
    elsewhere: named
      .filter((row) => row.eventSlotId !== eventSlotId)
      .map(({ email, name, ...time }) => ({ email, name, slot: shownTimeslot(time) })),
    isProviderComplete: await hasCompleteProvider(db),
  }
}
