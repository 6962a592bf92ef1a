import { sum } from '#contract/core/numbers.ts'
import { shownHours } from '#contract/events/events/facts.ts'
import type { DayHours } from '#contract/events/slots/hours-by-day.ts'
import { creditByHand, daysByHand } from '#contract/ledger/credits/by-hand.ts'
import { handRefusals } from '#contract/ledger/credits/calls.ts'
import type { HandFactsOfCall } from '#contract/ledger/credits/hand-calls.ts'
import { factsByHand, getHandFacts } from '#contract/ledger/credits/hand-calls.ts'
import { ApiError } from '#web/core/api/api-error.ts'
import { call } from '#web/core/api/call.ts'
import { askReason, confirm } from '#web/core/ui/dialogs.tsx'
import { HandDays } from './hand-days.tsx'

/** Manual hours for a person. */
export interface HandAbout {
  registrationId: number
  /** The person and the event in words. */
  who: string
  /** undefined: the days make the hours. */
  hours: number | undefined
  /** The call has a reason, such as the words of an answer. */
  hasReason?: boolean
}

/** The hours for sending, with the answers from the dialog. */
export interface HandHours {
  hours: number
  byDay?: DayHours[]
  reason?: string
  isConfirmed?: boolean
}

/**
 * Sends manual hours. If the server asks for their days, or for a reason because they are unusual, a dialog
 * asks for these, and they are sent again. Without `hours`, the dialog asks first. Returns undefined if
 * canceled.
 */
export async function sendByHand<Answer>(
  about: HandAbout,
  send: (hours: HandHours) => Promise<Answer>,
): Promise<Answer | undefined> {
  let given: HandHours | undefined = about.hours === undefined ? undefined : { hours: about.hours }
  let refused: ApiError | undefined
  for (;;) {
    if (!given || refused) given = await ask(about, given, refused)
    if (!given) return undefined
    try {
      return await send(given)
    } catch (error) {
      if (!(error instanceof ApiError) || !handRefusals.some((code) => code === error.code)) throw error
      refused = error
    }
  }
}

async function ask(
  { registrationId, who, hours, hasReason }: HandAbout,
  before: HandHours | undefined,
  refused: ApiError | undefined,
): Promise<HandHours | undefined> {
  const facts = await call(getHandFacts, { query: { registrationId } })
  let byDay = before?.byDay ?? firstDays(facts, hours)
  const isUnusual = refused?.code === 'CREDIT_UNUSUAL'
  const problem = refused && !isUnusual ? refused.message : undefined
  const total = () => hours ?? sum(byDay.map((day) => day.hours))
  const question = {
    title: isUnusual ? 'Give these unusual hours?' : 'Hours by day',
    message: hours === undefined ? who : `${who}: ${shownHours(hours)}.`,
    details: (
      <HandDays
        facts={facts}
        hours={hours}
        initial={byDay}
        problem={problem}
        onChange={(days) => {
          byDay = days
        }}
      />
    ),
    confirmLabel: isUnusual ? 'Give them anyway' : 'Give these hours',
    ...(isUnusual && { tone: 'danger' as const }),
  }
  if (!isUnusual || hasReason) {
    return (await confirm(question))
      ? { ...before, hours: total(), byDay, isConfirmed: isUnusual }
      : undefined
  }
  const typed = before?.reason ?? ''
  const reason = await askReason({
    ...question,
    reason: { label: 'Reason', placeholder: 'Stored with the hours; inspectors see it', typed },
  })
  return reason === undefined ? undefined : { hours: total(), byDay, reason, isConfirmed: true }
}

/** Returns the days as the portal would spread the hours; empty if unknown. */
function firstDays(facts: HandFactsOfCall, hours: number | undefined): DayHours[] {
  if (hours === undefined) return facts.credited ?? facts.earned
  const given = creditByHand({ hours, reason: 'any', isConfirmed: true }, factsByHand(facts))
  return typeof given === 'string' ? [] : daysByHand(hours, factsByHand(facts))
}
