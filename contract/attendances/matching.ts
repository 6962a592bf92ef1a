import { visibleEmail } from '#contract/core/email-addresses.ts'
import { comparedName } from '#contract/core/names.ts'

/** A registration of the event, with everything by which a report may know its person. */
export interface KnownRegistration {
  registrationId: number
  userId: string
  /** Whether it is for another slot of the same event. */
  isOtherSlot: boolean
  isCanceled: boolean
  /** '' if the person has deleted their account. */
  name: string
  /** The current email, those that the webinar platform was told, and those of merged accounts. */
  emails: readonly string[]
}

/** An answer of the webinar platform about a registrant, or how the door knows a registration. It stays true after a move or a DELINK. */
interface PlatformIdentity {
  registrationId: number
  /** '' for a slot without a webinar. */
  webinarId: string
  registrantId: string
}

/** A row of a report: whom it is about. */
interface ReportRow {
  rowId: number
  registrantId: string | null
  email: string | null
  name: string
}

/** A person's decision about a row; the newest one about a row counts. `to` is empty for nobody of ours. */
export interface MatchDecision {
  rowId: number
  act: 'decide' | 'withdraw'
  to: readonly number[]
}

/** The registrations of a row, or the reason why a person has to decide. */
export type Match =
  | { to: number[]; by: 'decision' | 'registrant-id' | 'email'; note?: 'other-slot' | 'canceled' }
  | { waits: 'no-email' | 'unknown-email' | 'two-candidates' | 'contradiction'; candidates: number[] }

/** Everybody whom a slot's reports may be about, by everything that is known of them. */
export interface KnownPeople {
  byUser: Map<string, KnownRegistration[]>
  byRegistrantId: Map<string, Set<string>>
  byEmail: Map<string, Set<string>>
  byName: Map<string, number[]>
}

/** Returns the people of a slot, prepared for `matchOne`: the registrations of its event and the identities of its webinar. */
export function knownPeople({
  webinarId,
  registrations,
  identities,
}: {
  webinarId: string | null
  registrations: readonly KnownRegistration[]
  identities: readonly PlatformIdentity[]
}): KnownPeople {
  const userOf = new Map(registrations.map(({ registrationId, userId }) => [registrationId, userId]))
  return {
    byUser: Map.groupBy(registrations, ({ userId }) => userId),
    byRegistrantId: usersBy(
      identities
        .filter((identity) => identity.webinarId === (webinarId ?? ''))
        .map(({ registrantId, registrationId }) => [registrantId, userOf.get(registrationId)]),
    ),
    byEmail: usersBy(
      registrations.flatMap(({ emails, userId }) =>
        emails.map((email) => [visibleEmail(email), userId] as const),
      ),
    ),
    byName: new Map(
      [...Map.groupBy(registrations, ({ name }) => comparedName(name))].map(([name, namesakes]) => [
        name,
        namesakes.map(({ registrationId }) => registrationId),
      ]),
    ),
  }
}

/**
 * Matches a row: by a person's decision, else by its registrant id in this webinar, else by email. A registration for the event's other
 * slot counts if there is none for this slot. A name never matches: it only proposes candidates.
 */
export function matchOne(people: KnownPeople, row: ReportRow, decisions: readonly MatchDecision[]): Match {
  const decision = decisions.findLast(({ rowId }) => rowId === row.rowId)
  if (decision?.act === 'decide') return { to: [...decision.to], by: 'decision' }
  const email = visibleEmail(row.email ?? '')
  const byId = people.byRegistrantId.get(row.registrantId ?? '') ?? new Set()
  const byEmail = people.byEmail.get(email) ?? new Set()
  if (byId.size + byEmail.size === 0) {
    const candidates = people.byName.get(comparedName(row.name)) ?? []
    return { waits: email === '' ? 'no-email' : 'unknown-email', candidates }
  }
  if (byId.size === 0) return chosen(people, byEmail, 'email')
  if (byEmail.size === 0) return chosen(people, byId, 'registrant-id')
  const both = byId.intersection(byEmail)
  return both.size > 0
    ? chosen(people, both, 'registrant-id')
    : { waits: 'contradiction', candidates: candidatesOf(people, byId.union(byEmail)) }
}

/** Returns the registration that a person's evidence counts for. */
export function registrationOf(people: Pick<KnownPeople, 'byUser'>, userId: string): number | undefined {
  const match = chosen(people, new Set([userId]), 'email')
  return 'to' in match && Number.isFinite(match.to[0]) ? match.to[0] : undefined
}

function chosen(
  people: Pick<KnownPeople, 'byUser'>,
  userIds: Set<string>,
  by: 'registrant-id' | 'email',
): Match {
  const held = [...userIds].flatMap((userId) => people.byUser.get(userId) ?? [])
  const tiers = [
    { found: held.filter((each) => !each.isCanceled && !each.isOtherSlot) },
    { found: held.filter((each) => !each.isCanceled), note: 'other-slot' as const },
    { found: held, note: 'canceled' as const },
  ]
  const { found, note } = tiers.find((tier) => tier.found.length > 0) ?? { found: [] }
  const users = new Set(found.map(({ userId }) => userId))
  if (users.size > 1) return { waits: 'two-candidates', candidates: candidatesOf(people, users) }
  const newest = Math.max(...found.map(({ registrationId }) => registrationId))
  return { to: [newest], by, ...(note && { note }) }
}

/** Returns the registration of each person that their row would count for. */
function candidatesOf(people: Pick<KnownPeople, 'byUser'>, userIds: Set<string>): number[] {
  return [...userIds].flatMap((userId) => registrationOf(people, userId) ?? []).sort((a, b) => a - b)
}

function usersBy(pairs: (readonly [key: string, userId: string | undefined])[]): Map<string, Set<string>> {
  const users = new Map<string, Set<string>>()
  for (const [key, userId] of pairs) {
    if (key !== '' && userId !== undefined) users.set(key, (users.get(key) ?? new Set()).add(userId))
  }
  return users
}
