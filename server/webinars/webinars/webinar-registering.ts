import { comparedEmail } from '#contract/core/email-addresses.ts'
import { ServiceDown } from '#server/core/remote-problems.ts'
import type { Registrant } from '#server/core/webinar-platform/webinar-platform.ts'
import {
  QuotaReached,
  RegistrantRefused,
  RegistrantUnlisted,
  WebinarRefused,
} from '#server/core/webinar-platform/webinar-platform.ts'
import type { Services } from '#server/services.ts'
import { write } from '#server/work.ts'
import { isSharedEmail } from './queries.ts'
import type { ClaimedRegistrant, Settled } from './webinar-registrants.ts'
import { releaseRegistrant, settleUnwanted, settleWanted } from './webinar-registrants.ts'

export interface MatchOptions {
  /** Uses the email's part before the @ for a missing first name. */
  usesEmailAsName?: boolean
  /** The hosts can't be registered for their own webinar. */
  hostEmails?: string[]
}

/** The seconds until the next try after the webinar platform was unreachable, or its answer was lost. */
const restSeconds = 10

/**
 * Registers a claimed row's person at the webinar platform, or removes them, and stores the answer
 * immediately. Throws a problem beyond this person: a `WebinarRefused`, a `QuotaReached` for everyone, a
 * `ServiceDown` or an `AnswerLost`.
 */
export async function matchRegistrant(
  services: Services,
  claimed: ClaimedRegistrant,
  options: MatchOptions = {},
) {
  try {
    if (claimed.state === 'wanted') await register(services, claimed, options)
    else await remove(services, claimed)
  } catch (problem) {
    const { message } = problem as Error
    if (problem instanceof RegistrantRefused || problem instanceof WebinarRefused) {
      await noteRefusal(services, claimed, message)
      if (problem instanceof WebinarRefused) throw problem
    } else if (problem instanceof QuotaReached) {
      await noteQuota(services, claimed, problem)
      if (problem.isForEverybody) throw problem
    } else {
      await releaseRegistrant(services.db, claimed, {
        // A ServiceDown has certainly done nothing. After anything else, the next try first looks for the registrant.
        isAsked: !(problem instanceof ServiceDown),
        isKnown: problem instanceof RegistrantUnlisted,
        problem: message,
        until: new Date(services.clock().getTime() + restSeconds * 1000),
      })
      throw problem
    }
  }
}

async function register(
  services: Services,
  claimed: ClaimedRegistrant,
  options: MatchOptions,
): Promise<void> {
  const { webinar } = services
  const { webinarId, email, wasAsked, isKnown } = claimed
  const found = wasAsked ? await findRegistrant(services, claimed) : undefined
  // Zoom lets the same person be added three times a day, and counts calls that find them registered.
  if (!found && isKnown)
    throw new RegistrantUnlisted(`${webinar.name} has registered them but does not list them yet`)
  if (found) return settle(services, claimed, settledAs(found, 'matched'))
  if (options.hostEmails?.includes(email)) {
    throw new RegistrantRefused('HOST', 'They hold the webinar, so they cannot be registered for it.')
  }
  const firstName = claimed.firstName?.trim() || (options.usesEmailAsName ? (email.split('@')[0] ?? '') : '')
  if (firstName === '') throw new RegistrantRefused('NAME', 'There is no name to register them with.')
  const person = { email, firstName, lastName: claimed.lastName?.trim() ?? '' }
  return settle(services, claimed, settledAs(await webinar.addRegistrant(webinarId, person), 'added'))
}

/** Removes a person, unless another registration of the webinar has their email: the webinar platform knows both as one. */
async function remove(services: Services, claimed: ClaimedRegistrant) {
  const { db, webinar } = services
  const { webinarId, email, wasAsked } = claimed
  if (!(await isSharedEmail(db, claimed))) {
    const known =
      claimed.registrantId ?? (wasAsked ? (await findRegistrant(services, claimed))?.registrantId : null)
    if (known) await webinar.cancelRegistrant(webinarId, { registrantId: known, email })
  }
  await write(services, undefined, (work) => settleUnwanted(work, claimed))
}

async function findRegistrant(
  { webinar }: Services,
  { webinarId, email }: ClaimedRegistrant,
): Promise<Registrant | undefined> {
  for await (const page of webinar.listRegistrants(webinarId)) {
    const found = page.find((registrant) => comparedEmail(registrant.email) === email)
    if (found) return found
  }
  return undefined
}

/** Returns a row's state from its registrant at the webinar platform. */
export function settledAs(
  { status, registrantId, joinUrl }: Registrant,
  outcome: 'added' | 'matched',
): Settled {
  if (status === 'approved' && joinUrl !== null)
    return { state: 'registered', outcome, registrantId, joinUrl }
  if (status === 'denied') {
    const problem = 'They were denied at the webinar platform.'
    return { state: 'refused', outcome: 'refused', registrantId, problem }
  }
  const problem = 'They wait for approval at the webinar platform.'
  return { state: 'pending', outcome: 'refused', registrantId, problem }
}

function settle(services: Services, claimed: ClaimedRegistrant, settled: Settled): Promise<void> {
  return write(services, undefined, (work) => settleWanted(work, claimed, settled))
}

function noteRefusal(services: Services, claimed: ClaimedRegistrant, problem: string): Promise<void> {
  return claimed.state === 'wanted'
    ? settle(services, claimed, { state: 'refused', outcome: 'refused', problem })
    : write(services, undefined, (work) => settleUnwanted(work, claimed, problem))
}

/** Defers a registration. A removal loses nothing by waiting, so its claim is only released until the quota is back. */
function noteQuota(
  services: Services,
  claimed: ClaimedRegistrant,
  { message: problem, until }: QuotaReached,
): Promise<void> {
  return claimed.state === 'wanted'
    ? settle(services, claimed, { state: 'deferred', outcome: 'deferred', problem, tryAt: until })
    : releaseRegistrant(services.db, claimed, { isAsked: true, problem, until })
}
