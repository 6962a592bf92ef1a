import { sql } from 'kysely'
import { Refusal } from '#server/core/http/refusal.ts'
import type { Decision } from '#server/ledger/credits/credit-rows.ts'
import { putBackHours } from '#server/ledger/credits/credits.ts'
import { findNewestDecision } from '#server/ledger/credits/queries.ts'
import { lockMoves, moveRegistration } from '#server/registrations/registrations/change-registrations.ts'
import { lockRegistration } from '#server/registrations/registrations/lock-registration.ts'
import { restoreRegistration } from '#server/registrations/registrations/restore-registration.ts'
import type { BulkTrace } from '#server/stored-json.ts'
import type { Work } from '#server/work.ts'
import type { Item, Job, Result } from './bulk-job-items.ts'
import { attempt } from './bulk-job-items.ts'

/** Undoes another job's changes, except for registrations changed again since. */
export async function undoItems(work: Work, job: Job, items: Item[]): Promise<Result[]> {
  if (job.action.kind === 'move') await lockMovesBack(work, items)
  const results: Result[] = []
  for (const item of items) results.push(await attempt(item, () => undo(work, job, item)))
  return results
}

async function lockMovesBack(work: Work, items: Item[]) {
  const traces = new Map(items.map(({ registrationId, trace }) => [registrationId, trace]))
  const moved = await work.tx
    .selectFrom('registrations')
    .select(['registrationId', 'userId', 'eventId'])
    .where(sql<boolean>`registration_id = any(${[...traces.keys()]}::integer[])`)
    .execute()
  await lockMoves(
    work,
    moved.map((registration) => moveBack(registration, traces.get(registration.registrationId) as BulkTrace)),
  )
}

function moveBack(
  { userId, ...registration }: { registrationId: number; userId: string | null; eventId: number },
  { fromSlotId, fromFocusId }: BulkTrace,
) {
  const [newTimeSlotId, newFocusId] = [fromSlotId as number, fromFocusId as number]
  return { ...registration, userId: userId as string, newTimeSlotId, newFocusId }
}

/** Undoes one item. Returns what an undo of the undo needs. */
async function undo(
  work: Work,
  { action, source }: Job,
  { registrationId, trace }: Item,
): Promise<BulkTrace> {
  if (registrationId === null) throw new Refusal('REGISTRATION_NOT_FOUND')
  switch (action.kind) {
    case 'credit':
      return undoCredit(work, { ...action, registrationId, source }, trace)
    case 'move': {
      const { userId, eventId, eventSlotId } = await lockRegistration(work.tx, registrationId)
      if (eventSlotId !== action.eventSlotId) throw new Refusal('CHANGED_MEANWHILE')
      await moveRegistration(work, moveBack({ registrationId, userId, eventId }, trace))
      return {}
    }
    case 'delete':
      await restoreRegistration(work, registrationId)
      return {}
    case 'mail-certificates':
      throw new Refusal('NOT_UNDOABLE')
  }
}

async function undoCredit(
  work: Work,
  {
    registrationId,
    source,
    reason,
    mailsCorrections,
  }: Omit<Decision, 'hours'> & { mailsCorrections?: boolean | undefined },
  { creditId, before = 0, wasDecided }: BulkTrace,
): Promise<BulkTrace> {
  const { hours } = await lockRegistration(work.tx, registrationId)
  const newest = await findNewestDecision(work.tx, registrationId)
  if (!newest || newest.creditId !== creditId) throw new Refusal('CHANGED_MEANWHILE')
  const decision = { registrationId, hours: before, source, reason, mailsCorrection: mailsCorrections }
  const findingId = newest.creditFindingId ?? undefined
  await putBackHours(work, { ...decision, findingId, wasDecided })
  const undone = await findNewestDecision(work.tx, registrationId)
  return { creditId: undone?.creditId as number, before: hours }
}
