import { sql } from 'kysely'
import { certificateLink } from '#contract/counting/certificates/calls.ts'
import { separableDays } from '#contract/office/accounts/merges.ts'
import type { Account } from '#contract/office/accounts/records.ts'
import { restorationRefusal } from '#contract/registrations/registrations/rules.ts'
import type { Caller } from '#server/core/http/serve.ts'
import { findBounce } from '#server/foundation/bounces/queries.ts'
import { findMailsOf } from '#server/foundation/mails/queries.ts'
import { creditsOf } from '#server/ledger/credits/queries.ts'
import { findAskedEmail } from '#server/people/email-changes/queries.ts'
import { findPasskeys } from '#server/people/passkeys/queries.ts'
import { listSessions } from '#server/people/sessions/queries.ts'
import { findAnsweredConsents, getUser, nameOfUser } from '#server/people/users/queries.ts'
import { registrationsOf } from '#server/registrations/registrations/queries.ts'
import { findPlaces } from '#server/registrations/waitlists/queries.ts'
import type { Db, Services } from '#server/services.ts'
import { findDuplicates } from './account-duplicates.ts'
import { findAccountId, findMerges } from './queries.ts'

const mostMails = 200

/**
 * Returns everything stored about a person, also by a merged account's id; `tokenHash` is the caller's.
 * Refuses with USER_NOT_FOUND.
 */
export async function findAccount(
  services: Pick<Services, 'db' | 'config' | 'clock'>,
  whose: Pick<Caller, 'userId' | 'tokenHash'>,
): Promise<Account> {
  const { db, config, clock } = services
  const user = await getUser(db, await findAccountId(db, whose.userId))
  const { userId } = user
  const registrations = await findRegistrations(db, userId)
  const registrationIds = registrations.map(({ registrationId }) => registrationId)
  const held = new Set(registrations.filter((one) => !one.canceledAt).map(({ eventId }) => eventId))
  const linkOf = (code: string) => certificateLink(config.publicUrl, code)
  const [
    newEmail,
    waits,
    credits,
    certificates,
    merges,
    duplicates,
    mails,
    bounce,
    consents,
    sessions,
    passkeys,
  ] = await Promise.all([
    findAskedEmail(db, userId),
    findPlaces(db, userId),
    findCredits(db, userId),
    findIssues(db, userId),
    findMerges(db, userId),
    findDuplicates(db, userId),
    findMailsOf(db, { email: user.email, registrationIds, support: config.mail.support }),
    findBounce(db, user.email),
    findAnsweredConsents(db, userId),
    listSessions(services, { userId, tokenHash: whose.tokenHash }),
    findPasskeys(db, userId, 'own'),
  ])
  return {
    user,
    newEmail,
    registrations: registrations.map(({ certificateCode, canceledAt, isSlotDeleted, ...registration }) => {
      const isRegisteredAgain = held.has(registration.eventId)
      const facts = { cancelledAt: canceledAt, isRegisteredAgain, isSlotDeleted }
      return {
        ...registration,
        canceledAt,
        isRestorable: restorationRefusal(facts, clock()) === undefined,
        certificateLink: certificateCode === null ? null : linkOf(certificateCode),
      }
    }),
    waits: waits.map((wait) => ({ ...wait, offerCode: null })),
    credits: credits.map(({ minutes, email, name, ...credit }) => {
      return { ...credit, hours: Math.floor(minutes / 60), decidedBy: name || (email ?? '') }
    }),
    certificates: certificates.map(({ code, isNewest, certificateCode, ...certificate }) => {
      const state = !isNewest ? 'replaced' : certificateCode === code ? 'stands' : 'withdrawn'
      return { ...certificate, state, link: linkOf(code) }
    }),
    merges: merges.map(({ accountMergeId, absorbedEmail: email, mergedAt, mergedByName, mergedByEmail }) => ({
      accountMergeId,
      email,
      mergedAt,
      mergedBy: mergedByName || (mergedByEmail ?? ''),
      separableUntil: new Date(mergedAt.getTime() + separableDays * 86_400_000),
    })),
    duplicates,
    mails: mails.slice(0, mostMails),
    bounce,
    consents,
    sessions,
    passkeys,
  }
}

function findRegistrations(db: Db, userId: string) {
  return registrationsOf(db, userId)
    .select(['registrations.eventId', 'certificateCode'])
    .select(sql<boolean>`coalesce(events.deleted_at, event_slots.deleted_at) is not null`.as('isSlotDeleted'))
    .execute()
}

function findCredits(db: Db, userId: string) {
  return creditsOf(db, userId)
    .leftJoin('users', 'users.userId', 'decidedBy')
    .select(['email', nameOfUser.as('name')])
    .execute()
}

function findIssues(db: Db, userId: string) {
  return db
    .selectFrom('certificates')
    .innerJoin('registrations', 'registrations.registrationId', 'certificates.registrationId')
    .select(['serial', 'certificates.eventName', 'certificates.hours', 'byDay'])
    .select(['issuedAt', 'code', 'certificateCode'])
    .select(sql<boolean>`issue = max(issue) over (partition by code)`.as('isNewest'))
    .where('userId', '=', userId)
    .orderBy('certificateId', 'desc')
    .execute()
}
