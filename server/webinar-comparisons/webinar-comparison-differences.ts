import { comparedEmail } from '#contract/core/email-addresses.ts'
import type { WebinarDifferenceKind } from '#contract/webinar-comparisons/calls.ts'
import type { Registrant } from '#server/core/webinar-platform/webinar-platform.ts'

/** Somebody who is registered here, with what we believe of them at the platform. */
export interface PersonHere {
  registrationId: number
  /** Theirs now, in lower case. */
  email: string
  name: string
  /** null: the platform was never told of them. */
  state: 'registered' | 'pending' | 'refused' | null
  /** The platform is being told, waits for its quota, or was made to forget them on purpose: there is nothing to compare. */
  isUnderWay: boolean
  registrantId: string | null
  joinUrl: string | null
  problem: string
}

/** Whom the platform may list for another reason: in lower case, those of its other slots, and those who are being taken off. */
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
 * What the portal and the platform say differently. A person is the same by the platform's id, or else by the email, never by
 * the name: namesakes are two people, and one person may be written in two ways.
 */
export function differencesOf(
  here: PersonHere[],
  there: Registrant[],
  { elsewhere, platform }: { elsewhere: EmailsElsewhere; platform: string },
): FoundDifference[] {
  const byId = new Map(there.map((registrant) => [registrant.registrantId, registrant]))
  // Of one who is listed twice, what they can join by counts.
  const byEmail = new Map(inFavor(there).map((registrant) => [emailOf(registrant), registrant]))
  const known = new Set(here.map(({ email }) => email))
  const met = new Set<string>()
  const ours = here.flatMap((person) => {
    const registrant = byId.get(person.registrantId ?? '') ?? byEmail.get(person.email)
    if (registrant) met.add(registrant.registrantId)
    return person.isUnderWay ? [] : differenceOf(person, registrant, platform)
  })
  const theirs = [...byId.values()].filter(
    (registrant) =>
      registrant.status !== 'denied' &&
      !met.has(registrant.registrantId) &&
      !known.has(emailOf(registrant)) &&
      !elsewhere.has(emailOf(registrant)),
  )
  return [...ours, ...theirs.map((registrant) => strangerOf(registrant, platform))]
}

function differenceOf(
  person: PersonHere,
  registrant: Registrant | undefined,
  platform: string,
): FoundDifference[] {
  const { registrationId, email, name } = person
  const found = { registrationId, registrantId: registrant?.registrantId ?? null, email, name }
  if (!registrant) return [{ ...found, kind: 'only-here', words: missingWords(person, platform) }]
  const words = wordsFor(person, registrant, platform)
  return words === '' ? [] : [{ ...found, kind: 'different', words }]
}

function missingWords({ state, problem }: PersonHere, platform: string): string {
  if (state === null) return `${platform} was never told of them.`
  if (state === 'refused' && problem !== '') return problem
  return `Registered there as far as we knew; ${platform} does not list them.`
}

/** '' where both say the same. */
function wordsFor(person: PersonHere, registrant: Registrant, platform: string): string {
  const { state, joinUrl, registrantId } = person
  if (emailOf(registrant) !== person.email) return `${platform} knows them as ${emailOf(registrant)}.`
  if (registrant.status === 'denied') return state === 'refused' ? '' : `Denied at ${platform}.`
  const canJoin = registrant.status === 'approved' && registrant.joinUrl !== null
  if (!canJoin) return state === 'pending' ? '' : `${platform} waits for somebody to approve them.`
  if (state !== 'registered') return `Registered at ${platform}; here they have no join URL.`
  if (joinUrl !== registrant.joinUrl) return `${platform} has another join URL of them.`
  return registrantId === registrant.registrantId ? '' : `Registered at ${platform} anew, under another ID.`
}

function strangerOf(registrant: Registrant, platform: string): FoundDifference {
  const { registrantId, firstName, lastName } = registrant
  return {
    kind: 'only-there',
    registrationId: null,
    registrantId,
    email: emailOf(registrant),
    name: `${firstName} ${lastName}`.trim(),
    words: `${registrant.status === 'pending' ? 'Waiting for approval' : 'Registered'} at ${platform}; nobody with this email is registered here.`,
  }
}

const favor = { denied: 0, pending: 1, approved: 2 }

/** Those that matter most come last, so that they stay in a map. */
function inFavor(there: Registrant[]): Registrant[] {
  return [...there].sort((one, other) => favor[one.status] - favor[other.status])
}

function emailOf({ email }: Registrant): string {
  return comparedEmail(email)
}
