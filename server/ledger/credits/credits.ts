import type { RefusalCode } from '#contract/core/refusals.ts'
import { areOtherDays } from '#contract/events/slots/hours-by-day.ts'
import { creditRefusal, isDecidedAlready, releaseRefusal } from '#contract/ledger/credits/rules.ts'
import { isTakenBack, standingCredit } from '#contract/ledger/credits/standing-credit.ts'
import { Refusal, refuse } from '#server/core/http/refusal.ts'
import { happened } from '#server/foundation/activities/activities.ts'
import { refuseChanged } from '#server/foundation/activities/activity-versions.ts'
import type { Tx } from '#server/services.ts'
import type { Work } from '#server/work.ts'
import { findDays, isRuleCreditedElsewhere } from './credit-given-days.ts'
import { findEarlierLedgers, findLedgers } from './credit-ledgers.ts'
import type { Days, Decision, Facts } from './credit-rows.ts'
import { countElsewhere, insertCredits, lockFacts } from './credit-rows.ts'

/**
 * A decision's result. `creditId` is undefined if the decision already stands, or if a manual credit precedes
 * the rule.
 */
export interface Credited {
  creditId: number | undefined
  /** The hours before, and if they were manual. */
  before: number
  wasDecided: boolean
  /** The registration's version. */
  version: number
}

/**
 * Credits hours to registrations, one decision each, in a few statements; locks them and their people.
 * Returns the results in order, or the refusal: REGISTRATION_NOT_FOUND, HOURS_ZERO, PROVIDER_INCOMPLETE,
 * PROFILE_INCOMPLETE, a refusal of `creditByHand`, or CREDIT_ELSEWHERE if the rule would credit the same
 * minutes twice.
 */
export async function creditAll(work: Work, decisions: Decision[]): Promise<(Credited | RefusalCode)[]> {
  const facts = await lockFacts(
    work.tx,
    decisions.map(({ registrationId }) => registrationId),
  )
  const days = await findDays(work, decisions)
  const outcomes = decisions.map((decision, place): Credited | RefusalCode => {
    const registration = facts.get(decision.registrationId)
    if (!registration || registration.cancelledAt !== null) return 'REGISTRATION_NOT_FOUND'
    const { hours: before, version } = registration
    const refusal = creditRefusal(decision.hours, registration, decision.reason)
    const given = days[place]
    if (refusal || typeof given === 'string') return refusal ?? (given as RefusalCode)
    return { creditId: undefined, before, wasDecided: registration.ruleHours !== null, version }
  })
  const isNew = (place: number) => {
    const { registrationId, hours, source, reason, byDay } = decisions[place] as Decision
    const outcome = outcomes[place] as Credited | RefusalCode
    if (typeof outcome === 'string') return false
    const { before, wasDecided: isDecided } = outcome
    const isOnOtherDays = areOtherDays((days[place] as Days).byDay, facts.get(registrationId)?.creditedDays)
    return source === 'attendance'
      ? !isDecided && (hours !== before || isOnOtherDays)
      : !isDecidedAlready(hours, { hours: before, isDecided }, reason) ||
          (byDay !== undefined && isOnOtherDays)
  }
  const places = decisions.map((_, place) => place).filter(isNew)
  const inserted = await insertCredits(
    work,
    places.map((place) => ({ ...(decisions[place] as Decision), ...(days[place] as Days) })),
  )
  await happened(
    work,
    places.map((place, index) => {
      const { registrationId, hours, reason = '', mailsCertificate, reversal } = decisions[place] as Decision
      const { before } = outcomes[place] as Credited
      const rule = inserted[index]?.ruleVersion ?? undefined
      const details = { minutes: hours * 60, before: before * 60, reason, rule }
      const isPutBack = reversal !== undefined
      return { activity: 'credited', registrationId, details, mailsCertificate, isPutBack }
    }),
  )
  await countElsewhere(
    work,
    places.map((place) => (decisions[place] as Decision).registrationId),
  )
  for (const [index, place] of places.entries()) {
    const outcome = outcomes[place] as Credited
    outcomes[place] = { ...outcome, creditId: inserted[index]?.creditId, version: outcome.version + 1 }
  }
  return outcomes
}

/** A registration as the caller read it. */
interface Read {
  registrationId: number
  /** undefined: no version was read. */
  version?: number | undefined
}

/**
 * Credits hours to one registration. `version`: the one that the caller has read, if any. Returns the current
 * one. Refuses with CHANGED_MEANWHILE, or with the reason.
 */
export async function creditHours(work: Work, { version, ...decision }: Decision & Read): Promise<number> {
  const { registrationId } = decision
  await lockUnchanged(work.tx, { registrationId, version })
  const [outcome] = await creditAll(work, [decision])
  if (outcome === undefined || typeof outcome === 'string') {
    throw new Refusal(outcome ?? 'REGISTRATION_NOT_FOUND')
  }
  return outcome.version
}

/**
 * Returns a registration to automatic hours. Returns the standing hours and the registration's version. Refuses
 * with REGISTRATION_NOT_FOUND, CHANGED_MEANWHILE, NOT_DECIDED, PROVIDER_INCOMPLETE, or PROFILE_INCOMPLETE;
 * unless it undoes an act, also with CREDIT_ELSEWHERE if the rule's hours are credited at another event.
 */
export async function releaseHours(
  work: Work,
  {
    version: readVersion,
    ...release
  }: Pick<Decision, 'registrationId' | 'reason' | 'mailsCorrection' | 'reversal'> & Read,
): Promise<{ hours: number; version: number }> {
  const { registrationId, reason = '' } = release
  const registration = await lockUnchanged(work.tx, { registrationId, version: readVersion })
  if (!registration || registration.cancelledAt !== null) throw new Refusal('REGISTRATION_NOT_FOUND')
  const ledger = (await findLedgers(work.tx, [registrationId])).get(registrationId) ?? []
  const earlier = (await findEarlierLedgers(work.tx, [registrationId])).get(registrationId)
  refuse(releaseRefusal({ ...registration, isTakenBack: isTakenBack(ledger, earlier) }))
  const hours = registration.ruleHours ?? registration.hours
  if (!release.reversal && hours > 0 && (await isRuleCreditedElsewhere(work.tx, registrationId))) {
    throw new Refusal('CREDIT_ELSEWHERE')
  }
  const days = { byDay: null, unusual: [], evidence: null }
  await insertCredits(work, [{ ...release, ...days, hours, act: 'release', source: 'administrator' }])
  const details = { minutes: hours * 60, before: registration.hours * 60, reason }
  await happened(work, [{ activity: 'hours-released', registrationId, details }])
  await countElsewhere(work, [registrationId])
  return { hours, version: registration.version + 1 }
}

/**
 * Restores a registration's hours and days from before its newest row. If they were automatic, the
 * registration returns to automatic hours, or the rule's credit gets a successor. The rule then stops
 * crediting the registration until it is given back or the undo is reverted.
 */
export async function putBackHours(
  work: Work,
  { wasDecided = true, ...decision }: Decision & { wasDecided?: boolean | undefined },
) {
  const ledger = (await findLedgers(work.tx, [decision.registrationId])).get(decision.registrationId) ?? []
  const undone = ledger.at(-1)
  const before = standingCredit(ledger.slice(0, -1))
  const isOfRule = undone?.source === 'attendance'
  const isAsBefore = before?.hours === decision.hours
  const putBack = {
    ...decision,
    byDay: isAsBefore ? (before.byDay ?? undefined) : undefined,
    unusual: isAsBefore ? before.unusual : [],
    reversal: isOfRule && undone.reversal === 'undo' ? ('redo' as const) : ('undo' as const),
    evidence: isOfRule ? undone.evidence : null,
  }
  const isSet = wasDecided || decision.source === 'attendance'
  await (isSet ? creditHours(work, putBack) : releaseHours(work, putBack))
}

async function lockUnchanged(tx: Tx, { registrationId, version }: Read): Promise<Facts | undefined> {
  const registration = (await lockFacts(tx, [registrationId])).get(registrationId)
  if (registration) {
    await refuseChanged(tx, { registrationId, version: registration.version, readVersion: version })
  }
  return registration
}
