import * as z from 'zod'
import { sum } from '#contract/core/numbers.ts'
import type { Finding } from '#contract/counting/hours/findings.ts'
import type { NextCredit } from '#contract/counting/hours/next-credit.ts'
import { nextCredit } from '#contract/counting/hours/next-credit.ts'
import { hoursBySeason } from '#contract/events/slots/hours-by-day.ts'
import { creditByHand } from '#contract/ledger/credits/by-hand.ts'
import { overlapsOf } from '#contract/ledger/credits/overlaps.ts'
import type { LedgerRow } from '#contract/ledger/credits/standing-credit.ts'
import { standingCredit } from '#contract/ledger/credits/standing-credit.ts'
import { day, dayHours, instant } from './credit-vector-shapes.ts'

const hours = z.int().min(0)
const interval = z.tuple([instant, instant])
const found = {
  hours,
  evidence: z.string(),
  reason: z.custom<Finding['reason']>((reason) => typeof reason === 'string'),
  settled: z.boolean().default(true),
  byDay: z.array(dayHours).optional(),
  presentOn: z.array(day).default([]),
  intervals: z.array(interval).default([]),
}

const StandVector = z.object({
  taught: z.array(dayHours).optional(),
  steps: z.array(
    z.discriminatedUnion('step', [
      z.object({
        step: z.literal('person'),
        hours,
        source: z.enum(['administrator', 'csv']).default('administrator'),
        byDay: z.array(dayHours).optional(),
        reason: z.string().optional(),
        confirmed: z.boolean().default(false),
        ended: z.boolean().default(true),
      }),
      z.object({ step: z.literal('finding'), ...found }),
      z.object({ step: z.literal('set-aside'), ...found }),
      z.object({ step: z.literal('take-back'), ...found }),
      z.object({ step: z.literal('release') }),
      z.object({ step: z.literal('undo') }),
      z.object({ step: z.literal('undo-undo') }),
      z.object({ step: z.literal('accept') }),
      z.object({ step: z.literal('cancel') }),
      z.object({ step: z.literal('restore') }),
      z.object({ step: z.literal('profile'), complete: z.boolean().default(true) }),
      z.object({
        step: z.literal('elsewhere'),
        event: z.string().default(''),
        intervals: z.array(interval).default([]),
        stands: z.boolean().default(true),
      }),
    ]),
  ),
})
type Step = z.output<typeof StandVector>['steps'][number]
type Found = Extract<Step, { evidence: string }>
type Row = LedgerRow & { intervals?: Found['intervals'] | undefined; unusual?: string[] }

/** Takes the steps one by one. Checks the newest finding again after each, as the portal does. */
export function standVector(vector: unknown): object {
  const { steps, taught } = StandVector.parse(vector)
  const ledger: Row[] = []
  // The rule's credits that stand, and those whose undo can be undone.
  const credits: Row[] = []
  const undone: Row[] = []
  const elsewhere = new Map<string, Found['intervals']>()
  const refused: number[] = []
  let finding: Found | undefined
  let [isCanceled, isProfileComplete] = [false, true]
  let next: NextCredit = { act: 'nothing' }
  for (const [place, step] of steps.entries()) {
    if (take(step) === 'refused') refused.push(place + 1)
    next = look()
    if (next.act === 'write') credit()
  }
  const standing = standingCredit(ledger)
  const byDay = [...(standing?.byDay ?? [])]
  return {
    credits: ledger.length,
    hours: standing?.hours ?? 0,
    source: standing?.source ?? null,
    waits: next.act === 'waits' ? [next.why] : [],
    takenBackBefore: next.act === 'nothing' && next.isTakenBackBefore === true,
    byDay,
    byYear: hoursBySeason(byDay),
    unusual: standing?.unusual ?? [],
    refused,
    overlaps: [...elsewhere].flatMap(([event, intervals]) =>
      standing && standing.hours > 0 && overlapsOf(standing.intervals ?? [], intervals) ? event : [],
    ),
  }

  function take(step: Step): 'refused' | undefined {
    switch (step.step) {
      case 'finding':
      case 'set-aside':
      case 'take-back':
        finding = step
        return
      case 'person':
        return decide(step)
      case 'release':
        ledger.push({ act: 'release', source: 'administrator', hours: 0 })
        undone.length = 0
        return
      case 'undo': {
        const last = credits.pop()
        if (!last) return
        const { hours = 0, byDay, intervals } = credits.at(-1) ?? {}
        ledger.push({ ...last, hours, byDay, intervals, reversal: 'undo' })
        undone.push(last)
        return
      }
      case 'undo-undo': {
        const last = undone.pop()
        if (!last) return
        ledger.push({ ...last, reversal: 'redo' })
        credits.push(last)
        return
      }
      case 'accept':
        return credit()
      case 'cancel':
      case 'restore':
        isCanceled = step.step === 'cancel'
        return
      case 'profile':
        isProfileComplete = step.complete
        return
      case 'elsewhere':
        if (step.stands) elsewhere.set(step.event, step.intervals)
        else elsewhere.delete(step.event)
    }
  }

  function look(): NextCredit {
    if (!finding) return { act: 'nothing' }
    const { evidence, reason, settled, byDay, intervals } = finding
    return nextCredit(
      ledger,
      { hours: finding.hours, reason, isFinal: settled, byDay },
      {
        evidence,
        isCanceled,
        isProfileComplete,
        hasEnded: true,
        isTotalOff: false,
        isTimeMissing: false,
        isElsewhere: overlapsOf(intervals, [...elsewhere.values()].flat()),
      },
    )
  }

  /** Credits the newest finding by the rule. */
  function credit(): undefined {
    if (!finding) return
    const { hours, evidence, byDay, intervals } = finding
    const row = { act: 'set', source: 'attendance', hours, evidence, byDay, intervals } as const
    ledger.push(row)
    credits.push(row)
  }

  function decide(step: Extract<Step, { step: 'person' }>): 'refused' | undefined {
    const { source, hours, byDay, reason, ended, confirmed } = step
    const row = { act: 'set', source, hours, intervals: finding?.intervals } as const
    const given = taught
      ? creditByHand(
          { hours, byDay, reason, isConfirmed: confirmed },
          {
            earned: finding?.byDay ?? [],
            presentOn: finding?.presentOn ?? [],
            taught,
            courseHours: sum(taught.map((day) => day.hours)),
            isOver: () => ended,
          },
        )
      : { byDay }
    if (typeof given === 'string') return 'refused'
    ledger.push({ ...row, ...given })
    return undefined
  }
}
