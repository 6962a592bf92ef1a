import { sql } from 'kysely'
import type { Data, Input } from '#contract/core/endpoint.ts'
import { certificateLink } from '#contract/counting/certificates/calls.ts'
import type { getRegistrations } from '#contract/registrations/registration-lists/changes.ts'
import { changedSince } from '#server/core/db/changes.ts'
import type { Services } from '#server/services.ts'

const changes = { table: 'registrationChanges', id: 'registrationId', first: '0' }

/**
 * Returns a page of the registrations that changed after a cursor. Canceled and deleted ones are in
 * `deleted`.
 */
export async function findChangedRegistrations(
  { db, config }: Pick<Services, 'db' | 'config'>,
  asked: Input<typeof getRegistrations>['query'],
): Promise<Data<typeof getRegistrations>> {
  const { ids, ...page } = await changedSince(db, changes, asked)
  const registrationIds = ids.map(Number)
  const found = await db
    .selectFrom('registrations')
    .innerJoin('users', 'users.userId', 'registrations.userId')
    .select(['registrationId', 'users.userId', 'eventId', 'eventSlotId', 'registrations.registeredAt'])
    .select(['hours', 'certificateCode', 'registrations.version'])
    .where('registrationId', '=', sql<number>`any(${registrationIds}::int[])`)
    .where('cancelledAt', 'is', null)
    .execute()
  const byId = new Map(found.map((row) => [row.registrationId, row]))
  const registrations = registrationIds
    .flatMap((id) => byId.get(id) ?? [])
    .map(({ certificateCode, ...row }) => ({
      ...row,
      certificateLink: certificateLink(config.publicUrl, certificateCode),
    }))
  return { registrations, deleted: registrationIds.filter((id) => !byId.has(id)), ...page }
}
