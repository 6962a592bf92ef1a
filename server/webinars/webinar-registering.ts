import { comparedEmail } from '#contract/core/email-addresses.ts'
import { ServiceDown } from '#server/core/remote-problems.ts'
import {
  QuotaReached,
  type Registrant,
  RegistrantRefused,
  RegistrantUnlisted,
  WebinarRefused,
} from '#server/core/webinar-platform/webinar-platform.ts'
import type { Services } from '#server/services.ts'
import { write } from '#server/work.ts'
import { isSharedEmail } from './queries.ts'
import {
  type ClaimedRegistrant,
  releaseRegistrant,
  type Settled,
  settleUnwanted,
  settleWanted,
} from './webinar-registrants.ts'

export interface Bringing {
  /** Where a first name is missing, the part of the email before the @ stands for it. */
  usesEmailAsName?: boolean
  /** Those who hold the webinar: they can't be registered for it. */
  hostEmails?: string[]
}

/** So long a row is left alone after the platform could not be asked, or nobody knows what it has done. */
const restSeconds = 10

/**
 * Brings a claimed row to the platform: registers, or takes off. What the platform says is noted at once; of its noes, those
 * that are about more than this person are thrown on: a `WebinarRefused`, a `QuotaReached` for everybody, a `ServiceDown`, an `AnswerLost`.
 */
export async function bringToPlatform(
  services: Services,
  claimed: ClaimedRegistrant,
  options: Bringing = {},
): Promise<void> {
  try {
    if (claimed.state === 'wanted') await register(services, claimed, options)
    else await takeOff(services, claimed)
  } catch (problem) {
    const { message } = problem as Error
    if (problem instanceof RegistrantRefused || problem instanceof WebinarRefused) {
      await noteRefusal(services, claimed, message)
      if (problem instanceof WebinarRefused) throw problem
    } else if (problem instanceof QuotaReached) {
      await noteQuota(services, claimed, problem)
      if (problem.isForEverybody) throw problem
    } else {
      // A ServiceDown has certainly done nothing; after anything else the platform is looked at first.
      const isAsked = !(problem instanceof ServiceDown)
      const isKnown = problem instanceof RegistrantUnlisted
      const until = new Date(services.clock().getTime() + restSeconds * 1000)
      await releaseRegistrant(services.db, claimed, { isAsked, isKnown, problem: message, until })
      throw problem
    }
  }
}

async function register(services: Services, claimed: ClaimedRegistrant, options: Bringing): Promise<void> {
  const { webinar } = services
  const { webinarId, email, wasAsked, isKnown } = claimed
  const found = wasAsked ? await findRegistrant(services, claimed) : undefined
  // Zoom lets the same person be added three times a day: each time counts, also where it only says that it knows them.
  if (!found && isKnown)
    throw new RegistrantUnlisted(`${webinar.name} knows them, and does not list them yet`)
  if (found) return settle(services, claimed, settledAs(found, 'matched'))
  if (options.hostEmails?.includes(email)) {
    throw new RegistrantRefused('HOST', 'They hold the webinar, so they cannot be registered for it.')
  }
  const firstName = claimed.firstName?.trim() || (options.usesEmailAsName ? emailPrefix(email) : '')
  if (firstName === '') throw new RegistrantRefused('NAME', 'There is no name to register them with.')
  const person = { email, firstName, lastName: claimed.lastName?.trim() ?? '' }
  return settle(services, claimed, settledAs(await webinar.addRegistrant(webinarId, person), 'added'))
}

/** Whoever shares their email with another registration of the webinar stays there: to the platform they are one. */
async function takeOff(services: Services, claimed: ClaimedRegistrant): Promise<void> {
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

/** What a registrant of the platform makes of the row that is theirs. */
export function settledAs(
  { status, registrantId, joinUrl }: Registrant,
  outcome: 'added' | 'matched',
): Settled {
  if (status === 'approved' && joinUrl !== null)
    return { state: 'registered', outcome, registrantId, joinUrl }
  if (status === 'denied') {
    return {
      state: 'refused',
      outcome: 'refused',
      registrantId,
      problem: 'They were denied at the platform.',
    }
  }
  const problem = 'They wait for somebody to approve them at the platform.'
  return { state: 'pending', outcome: 'refused', registrantId, problem }
}

function settle(services: Services, claimed: ClaimedRegistrant, settled: Settled): Promise<void> {
  return write(services, undefined, (work) => settleWanted(work, claimed, settled))
}

function noteRefusal(services: Services, claimed: ClaimedRegistrant, problem: string): Promise<void> {
  if (claimed.state === 'wanted')
    return settle(services, claimed, { state: 'refused', outcome: 'refused', problem })
  return write(services, undefined, (work) => settleUnwanted(work, claimed, problem))
}

/** Of somebody who is to be taken off nothing is lost by waiting: they are claimed again later. */
function noteQuota(
  services: Services,
  claimed: ClaimedRegistrant,
  { message, until }: QuotaReached,
): Promise<void> {
  if (claimed.state === 'wanted') {
    return settle(services, claimed, {
      state: 'deferred',
      outcome: 'deferred',
      problem: message,
      tryAt: until,
    })
  }
  return releaseRegistrant(services.db, claimed, { isAsked: true, problem: message, until })
}

function emailPrefix(email: string): string {
  return email.split('@')[0] ?? ''
}
