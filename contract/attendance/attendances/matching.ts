import { visibleEmail } from '#contract/core/email-addresses.ts'
import { formsOfName } from '#contract/core/names.ts'

/** A registration of the event, with everything by which a report may know its person. */
export interface KnownRegistration {
  registrationId: number
  userId: string
  /** For another slot of the same event. */
  isOtherSlot: boolean
  isCanceled: boolean
  /** '' for a deleted account. */
  name: string
  /** The current email, those given to the webinar platform, and those of merged accounts. */
  emails: readonly string[]
}

/**
 * A webinar platform's answer about a registrant, or the door's id of a registration. It stays true after a
 * move or a DELINK.
 */
interface PlatformIdentity {
  registrationId: number
  /** '' for a slot without a webinar. */
  webinarId: string
  registrantId: string
}

/** A report row's facts about its person. */
interface ReportRow {
  rowId: number
  registrantId: string | null
  email: string | null
  name: string
  /** Absent: an attendee. */
  role?: 'attendee' | 'panelist' | 'host'
}

/** An administrator's decision about a row; the newest one counts. `to` is empty for a stranger. */
export interface MatchDecision {
  rowId: number
  act: 'decide' | 'withdraw'
  to: readonly number[]
}

/** A row's registrations, or why an administrator must decide. A host's row is nobody's by its role. */
export type Match =
  | { to: number[]; by: 'decision' | 'registrant-id' | 'email' | 'role'; note?: 'other-slot' }
  | { waits: 'no-email' | 'unknown-email' | 'two-candidates' | 'contradiction'; candidates: number[] }

/** Everyone whom a slot's reports may be about, by everything known about them. */
export interface KnownPeople {
  /** Each person's registrations that are not canceled. */
  byUser: Map<string, KnownRegistration[]>
  byRegistrantId: Map<string, Set<string>>
  byEmail: Map<string, Set<string>>
  byName: Map<string, Set<string>>
  /** The people by the brackets in their name. */
  byBracket: Map<string, Set<string>>
}

/**
 * Returns a slot's people, prepared for `matchOne`: its event's registrations and its webinar's identities.
 * Leaves out people who canceled. Other people's canceled registrations still tell how the webinar platform
 * knows them.
 */
export function knownPeople({
  webinarId,
  registrations,
  identities,
}: {
  webinarId: string | null
  registrations: readonly KnownRegistration[]
  identities: readonly PlatformIdentity[]
}): KnownPeople {
  const byUser = Map.groupBy(
    registrations.filter(({ isCanceled }) => !isCanceled),
    ({ userId }) => userId,
  )
  const known = registrations.filter(({ userId }) => byUser.has(userId))
  const userOf = new Map(known.map(({ registrationId, userId }) => [registrationId, userId]))
  const forms = known.map(({ name, userId }) => ({ ...formsOfName(name), userId }))
  return {
    byUser,
    byRegistrantId: usersBy(
      identities
        .filter((identity) => identity.webinarId === (webinarId ?? ''))
        .map(({ registrantId, registrationId }) => [registrantId, userOf.get(registrationId)]),
    ),
    byEmail: usersBy(
      known.flatMap(({ emails, userId }) => emails.map((email) => [visibleEmail(email), userId] as const)),
    ),
    byName: usersBy(forms.flatMap(({ names, userId }) => names.map((form) => [form, userId] as const))),
    byBracket: usersBy(
      forms.flatMap(({ inBrackets, userId }) => inBrackets.map((form) => [form, userId] as const)),
    ),
  }
}

/**
 * Matches a row: by an administrator's decision, else by its registrant id in this webinar, else by email. A
 * registration for the event's other slot counts if there is none for this one. A name never matches: it only
 * proposes candidates. A host without a registration is nobody's.
 */
export function matchOne(people: KnownPeople, row: ReportRow, decisions: readonly MatchDecision[]): Match {
  const decision = decisions.findLast(({ rowId }) => rowId === row.rowId)
  if (decision?.act === 'decide') return { to: [...decision.to], by: 'decision' }
  const email = visibleEmail(row.email ?? '')
  const byId = people.byRegistrantId.get(row.registrantId ?? '') ?? new Set()
  const byEmail = people.byEmail.get(email) ?? new Set()
  if (byId.size + byEmail.size === 0) {
    if (row.role === 'host') return { to: [], by: 'role' }
    const candidates = candidatesOf(people, namedLike(people, row.name))
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
  const ofThisSlot = held.filter(({ isOtherSlot }) => !isOtherSlot)
  const found = ofThisSlot.length > 0 ? ofThisSlot : held
  const users = new Set(found.map(({ userId }) => userId))
  if (users.size > 1) return { waits: 'two-candidates', candidates: candidatesOf(people, users) }
  const newest = Math.max(...found.map(({ registrationId }) => registrationId))
  return { to: [newest], by, ...(ofThisSlot.length === 0 && { note: 'other-slot' }) }
}

/** Returns the people with a name. Two different names with the same bracket, such as a company, are not alike. */
function namedLike({ byName, byBracket }: KnownPeople, name: string): Set<string> {
  const { names, inBrackets } = formsOfName(name)
  const found = [
    ...[...names, ...inBrackets].map((form) => byName.get(form)),
    ...names.map((form) => byBracket.get(form)),
  ]
  return new Set(found.flatMap((userIds) => [...(userIds ?? [])]))
}

/** Returns for each person the registration that the row would count for. */
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
