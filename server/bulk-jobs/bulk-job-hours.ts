import type { getSlotHours, HoursVerdict, importHours as importHoursCall } from '#contract/bulk-hours.ts'
import { changesHours, hoursVerdicts, isRefused, judgeHours } from '#contract/bulk-hours.ts'
import { comparedEmail } from '#contract/email-addresses.ts'
import type { Data, Input } from '#contract/endpoint.ts'
import type { RefusalCode } from '#contract/refusals.ts'
import { refusals } from '#contract/refusals.ts'
import { isProfileComplete } from '#contract/user-profiles.ts'
import type { Credited } from '#server/credits/credits.ts'
import { creditAll } from '#server/credits/credits.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import type { Db } from '#server/services.ts'
import type { Work } from '#server/work.ts'
import { addJob } from './bulk-jobs.ts'
import { creditedResult } from './jobs.ts'

type SlotHours = Data<typeof getSlotHours>['registrations']

/** The registrations of a slot as far as uploaded hours are concerned. Refuses with SLOT_NOT_FOUND. */
export async function findSlotHours(db: Db, eventSlotId: number): Promise<SlotHours> {
  const rows = await findRegistrations(db, eventSlotId)
  return rows.map(({ registrationId: _, ...row }) => row)
}

/**
 * Credits an uploaded list to the registrations of a slot, all in one; certificates follow as jobs, and their mails where asked.
 * What the list says of somebody twice is taken once, what it contradicts itself about not at all. Refuses with SLOT_NOT_FOUND.
 */
export async function importHours(
  work: Work,
  { eventSlotId, mailsCertificates = false, data: rows }: Input<typeof importHoursCall>['body'],
): Promise<Data<typeof importHoursCall>> {
  const known = new Map((await findRegistrations(work.tx, eventSlotId)).map((row) => [row.email, row]))
  const verdicts = judgeHours(rows, known)
  const changing = rows.flatMap((row, index) => {
    const registration = known.get(comparedEmail(row.email))
    return registration && changesHours(verdicts[index] as HoursVerdict) ? [{ row, index, registration }] : []
  })
  const outcomes = await creditAll(
    work,
    changing.map(({ row: { hours, notes }, registration: { registrationId } }) => ({
      registrationId,
      hours,
      source: 'csv',
      reason: notes,
    })),
  )
  const credited = new Map(changing.map(({ index }, place) => [index, outcomes[place]]))
  const results = rows.map(({ email, hours }, index) =>
    resultOf(email, hours, verdicts[index] as HoursVerdict, credited.get(index)),
  )
  if (changing.length === 0) return { results }
  if (mailsCertificates) {
    const toBeMailed = changing.filter(({ row }) => row.hours > 0)
    await work.addJobs(
      'mail-certificate',
      toBeMailed.map(({ row: { notes = '' }, registration: { registrationId } }) => ({
        registrationId,
        notes,
      })),
    )
  }
  const items = changing.map(({ registration: { registrationId } }, place) =>
    creditedResult({ place, registrationId, trace: {} }, outcomes[place]),
  )
  // Of what a list said of each, the credits tell; undoing needs no more than these.
  const { jobId } = await addJob(work, { action: { kind: 'credit', hours: 0 }, source: 'csv', items })
  return { results, jobId }
}

function resultOf(
  email: string,
  hours: number,
  verdict: HoursVerdict,
  credited: Credited | RefusalCode | undefined,
): Data<typeof importHoursCall>['results'][number] {
  if (typeof credited === 'string') {
    return { email, hours, status: 'failed', error: refusals[credited].message }
  }
  if (isRefused(verdict)) return { email, hours, status: 'failed', error: hoursVerdicts[verdict] }
  return { email, hours, status: credited?.creditId === undefined ? 'unchanged' : 'updated', error: null }
}

async function findRegistrations(db: Db, eventSlotId: number) {
  const slot = await db
    .selectFrom('eventSlots')
    .select('eventSlotId')
    .where('eventSlotId', '=', eventSlotId)
    .executeTakeFirst()
  if (!slot) throw new Refusal('SLOT_NOT_FOUND')
  const rows = await db
    .selectFrom('registrations')
    .innerJoin('users', 'users.userId', 'registrations.userId')
    .select(['registrationId', 'hours', 'email'])
    .select(['firstName', 'lastName', 'country', 'state', 'zip', 'companyName'])
    .where('eventSlotId', '=', eventSlotId)
    .where('cancelledAt', 'is', null)
    .execute()
  return rows.map(({ registrationId, hours, email, ...profile }) => ({
    registrationId,
    hours,
    email,
    name: `${profile.firstName} ${profile.lastName}`.trim(),
    isProfileComplete: isProfileComplete(profile),
  }))
}
