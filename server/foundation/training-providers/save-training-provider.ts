import { sql } from 'kysely'
import type { Input } from '#contract/core/endpoint.ts'
import type {
  saveProvider as endpoint,
  Provider,
  SavedProvider,
} from '#contract/foundation/training-providers/calls.ts'
import { isProviderComplete } from '#contract/foundation/training-providers/rules.ts'
import { happened } from '#server/foundation/activities/activities.ts'
import { changesBetween } from '#server/foundation/activities/activity-changes.ts'
import { refuseChanged } from '#server/foundation/activities/activity-versions.ts'
import type { Work } from '#server/work.ts'
import { getSavedProvider } from './queries.ts'
import { writtenSignature } from './training-provider-signature.ts'

const fields = ['name', 'contact', 'postalAddress', 'signatoryName', 'signatoryTitle', 'signature'] as const

/**
 * Saves and returns a version of the training provider, unless nothing changed. Refuses with
 * CHANGED_MEANWHILE if the caller read an older one, and a signature that is not stored here.
 */
export async function saveProvider(
  work: Work,
  { version: readVersion, ...provider }: Input<typeof endpoint>['body'],
): Promise<SavedProvider> {
  const { tx, config, clock, actingUserId = null } = work
  const { name, contact, postalAddress, signatoryName, signatoryTitle, signature } = provider
  // Concurrent saves wait: each version follows the previous one.
  await sql`lock table providers in share row exclusive mode`.execute(tx)
  const before = await getSavedProvider({ db: tx, config })
  await refuseChanged(tx, { activity: 'provider-changed', version: before.version, readVersion })
  const changes = changesBetween<Provider>(before, provider, fields)
  if (Object.keys(changes).length === 0) return before
  // A picture has no words: the history says only that it changed.
  const [had, has] = [before.signature, signature]
  if (changes.signature) changes.signature = [had && 'a picture', has && (had ? 'another one' : 'a picture')]
  await tx
    .insertInto('providers')
    .values({
      providerId: before.version + 1,
      providerName: name,
      contact,
      postalAddress,
      signatoryName,
      signatoryTitle,
      ...(await writtenSignature(tx, signature)),
      savedAt: clock(),
      savedBy: actingUserId,
    })
    .execute()
  await happened(work, [{ activity: 'provider-changed', details: { changes } }])
  if (!isProviderComplete(before)) await work.addJobs('resume-credits', [{}], { isUrgent: true })
  return getSavedProvider({ db: tx, config })
}
