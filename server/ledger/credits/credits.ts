import type { RefusalCode } from '#contract/core/refusals.ts'
import { areOtherDays } from '#contract/events/slots/hours-by-day.ts'
import { creditRefusal, isDecidedAlready, releaseRefusal } from '#contract/ledger/credits/rules.ts'
import { standingCredit, takenBack } from '#contract/ledger/credits/standing-credit.ts'
import { Refusal, refuse } from '#server/core/http/refusal.ts'
import { happened } from '#server/foundation/activities/activities.ts'
import { refuseChanged } from '#server/foundation/activities/activity-versions.ts'
import type { Tx } from '#server/services.ts'
import type { Work } from '#server/work.ts'
import { findDays, isRuleCreditedElsewhere } from './credit-given-days.ts'
import { findLedgers } from './credit-ledgers.ts'
import type { Days, Decision, Facts } from './credit-rows.ts'
import { countElsewhere, insertCredits, lockFacts } from './credit-rows.ts'

/** The result of a decision; `creditId` is undefined if the same decision stands, or a person's decision stands against the rule. */
export interface Credited {
  creditId: number | undefined
  /** The hours before, and whether a person had decided them. */
  before: number
  wasDecided: boolean
  /** The registration's new version. */
  version: number
}

/**
 * Credits hours to registrations, one decision each, in a few statements; locks them and their people. Returns each result in its place,
 * or the refusal: REGISTRATION_NOT_FOUND, HOURS_ZERO, PROVIDER_INCOMPLETE, PROFILE_INCOMPLETE, a refusal of `creditByHand`, or CREDIT_ELSEWHERE if the rule
 * would credit the same minutes twice.
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

/** A registration as the caller has read it. */
interface Read {
  registrationId: number
  /** undefined: no version was read. */
  version?: number | undefined
}

/**
 * Credits hours to one registration. `version` is the registration's version that the caller has read, if given; returns the
 * new one. Refuses with CHANGED_MEANWHILE, or with the reason.
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
 * Releases a registration to the rule: what people have decided no longer counts. Returns the hours that count now, and the
 * registration's new version. Refuses with REGISTRATION_NOT_FOUND, CHANGED_MEANWHILE, NOT_DECIDED, PROVIDER_INCOMPLETE,
 * PROFILE_INCOMPLETE, or CREDIT_ELSEWHERE if the rule's hours are credited at another event by now, unless an act is undone.
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
  refuse(releaseRefusal({ ...registration, isTakenBack: takenBack(ledger) !== undefined }))
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
 * Gives a registration the hours, and the days, from before its newest row. If no person had decided them, the registration is released to
 * the rule; a credit of the rule is followed by another one. The rule then credits the registration by itself no more, until somebody gives
 * it back or takes the undo back.
 */
export async function putBackHours(
  work: Work,
  { wasDecided = true, ...decision }: Decision & { wasDecided?: boolean | undefined },
): Promise<void> {
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
