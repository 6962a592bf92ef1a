import { comparedEmail } from '#contract/core/email-addresses.ts'
import type { WebinarDifferenceKind } from '#contract/webinars/webinar-comparisons/calls.ts'
import type { Registrant } from '#server/core/webinar-platform/webinar-platform.ts'

/** A registered person, with their last known state at the webinar platform. */
export interface PersonHere {
  registrationId: number
  /** The current email, in lower case. */
  email: string
  name: string
  /** null: the webinar platform was never asked to register them. */
  state: 'registered' | 'pending' | 'refused' | null
  /** The person is being registered or removed, waits for a quota, or was delinked, so there is nothing to compare. */
  isUnderWay: boolean
  registrantId: string | null
  joinUrl: string | null
  problem: string
}

/** Emails that may be listed for another slot, or are being removed. */
export type EmailsElsewhere = ReadonlySet<string>

export interface FoundDifference {
  kind: WebinarDifferenceKind
  registrationId: number | null
  registrantId: string | null
  email: string
  name: string
  words: string
}

/**
 * Returns the differences between portal and webinar platform. Matches people by registrant id, else by
 * email. Never by name: two people may share one, and one person may have two spellings.
 */
export function differencesOf(
  here: PersonHere[],
  there: Registrant[],
  { elsewhere, platformName }: { elsewhere: EmailsElsewhere; platformName: string },
): FoundDifference[] {
  const byId = new Map(there.map((registrant) => [registrant.registrantId, registrant]))
  // If an email is listed twice, the map keeps the last entry: the one that can join.
  const ranked = there.toSorted((one, other) => ranks[one.status] - ranks[other.status])
  const byEmail = new Map(ranked.map((registrant) => [emailOf(registrant), registrant]))
  const known = new Set(here.map(({ email }) => email))
  const met = new Set<string>()
  const ours = here.flatMap((person) => {
    const registrant = byId.get(person.registrantId ?? '') ?? byEmail.get(person.email)
    if (registrant) met.add(registrant.registrantId)
    return person.isUnderWay ? [] : differenceOf(person, registrant, platformName)
  })
  const strangers = [...byId.values()].filter(
    (registrant) =>
      registrant.status !== 'denied' &&
      !met.has(registrant.registrantId) &&
      !known.has(emailOf(registrant)) &&
      !elsewhere.has(emailOf(registrant)),
  )
  return [...ours, ...strangers.map((registrant) => strangerOf(registrant, platformName))]
}

function differenceOf(
  person: PersonHere,
  registrant: Registrant | undefined,
  platformName: string,
): FoundDifference[] {
  const { registrationId, email, name } = person
  const found = { registrationId, registrantId: registrant?.registrantId ?? null, email, name }
  if (!registrant) return [{ ...found, kind: 'only-here', words: missingWords(person, platformName) }]
  const words = wordsFor(person, registrant, platformName)
  return words === '' ? [] : [{ ...found, kind: 'different', words }]
}

function missingWords({ state, problem }: PersonHere, platformName: string) {
  if (state === null) return `They were never registered on ${platformName}.`
  if (state === 'refused' && problem !== '') return problem
  return `We registered them there, but ${platformName} does not list them.`
}

/** Returns the difference in words; '' if none. */
function wordsFor(person: PersonHere, registrant: Registrant, platformName: string) {
  const { state, joinUrl, registrantId } = person
  if (emailOf(registrant) !== person.email) return `${platformName} knows them as ${emailOf(registrant)}.`
  if (registrant.status === 'denied') return state === 'refused' ? '' : `Denied on ${platformName}.`
  const canJoin = registrant.status === 'approved' && registrant.joinUrl !== null
  if (!canJoin) return state === 'pending' ? '' : `Someone has to approve them on ${platformName}.`
  if (state !== 'registered') return `Registered on ${platformName}, but they have no join link here.`
  if (joinUrl !== registrant.joinUrl) return `${platformName} has a different join link for them.`
  return registrantId === registrant.registrantId
    ? ''
    : `Registered again on ${platformName}, under a different ID.`
}

function strangerOf(registrant: Registrant, platformName: string): FoundDifference {
  const { registrantId, firstName, lastName } = registrant
  return {
    kind: 'only-there',
    registrationId: null,
    registrantId,
    email: emailOf(registrant),
    name: `${firstName} ${lastName}`.trim(),
    words: `${registrant.status === 'pending' ? 'Waiting for approval' : 'Registered'} at ${platformName}; nobody with this email is registered here.`,
  }
}

const ranks = { denied: 0, pending: 1, approved: 2 }

function emailOf({ email }: Registrant) {
  return comparedEmail(email)
}
