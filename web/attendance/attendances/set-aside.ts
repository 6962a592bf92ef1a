import { decideAttendance, withdrawDecision } from '#contract/attendance/attendance-decisions/calls.ts'
import { subjectOfReport } from '#contract/attendance/attendance-decisions/subjects.ts'
import type { AttendanceReport } from '#contract/attendance/attendances/calls.ts'
import { withFacts, withOlderVersions } from '#contract/attendance/attendances/reports.ts'
import type { SlotTrial } from '#contract/counting/credit-findings/what-if.ts'
import { tryReports } from '#contract/counting/credit-findings/what-if.ts'
import { shownHours } from '#contract/events/events/facts.ts'
import { reloads } from '#web/attendance/attendance-decisions/answered.ts'
import { useAct } from '#web/core/api/act.ts'
import { call } from '#web/core/api/call.ts'
import { counted, shownCount } from '#web/core/texts/counts.ts'
import { askReason } from '#web/core/ui/dialogs.tsx'
import { toastDone } from '#web/core/ui/toasts.tsx'

type Report = Pick<AttendanceReport, 'reportId' | 'origin' | 'instance' | 'sha256' | 'setAside'>

/** Returns a way to set a report aside: shows who would get fewer hours, and asks for a reason. */
export function useSetAside(eventSlotId: number) {
  return useAct(
    async ({ report, reports, name }: { report: Report; reports: readonly Report[]; name: string }) => {
      const oldest = reports.toReversed().map(withFacts)
      const subjects = withOlderVersions(oldest, withFacts(report)).map(({ sha256 }) =>
        subjectOfReport(sha256),
      )
      const trial = await call(tryReports, { body: { eventSlotId, act: 'set-aside', subjects } })
      const older = subjects.length - 1
      const reason = await askReason({
        title: 'Set this report aside?',
        message: [
          `No row of ${name} counts then. You can restore it.`,
          older > 0 && `This includes ${counted(older, 'older version')}.`,
          fewerWords(trial),
        ]
          .filter(Boolean)
          .join(' '),
        confirmLabel: 'Set aside',
        reason: { label: 'Reason', placeholder: 'Shown beside the report' },
      })
      if (reason === undefined) return undefined
      const about = { eventSlotId, act: 'set-aside' as const, registrationIds: [], reason }
      const body = { ...about, subjects: subjects.map((subject) => ({ subject })) }
      return (await call(decideAttendance, { body })).decisionIds
    },
    {
      reloads,
      failed: "Couldn't set the report aside. Try again.",
      tell: 'toast',
      done: (decisionIds) => decisionIds && toastDone('Report set aside. The hours are being counted.'),
    },
  )
}

/** Returns a way to restore a report, with a reason. */
export function useTakeBack() {
  return useAct(
    async ({ decisionIds, name }: { decisionIds: number[]; name: string }) => {
      const reason = await askReason({
        title: 'Restore this report?',
        message: `The rows of ${name} count again.`,
        confirmLabel: 'Restore',
        reason: { label: 'Reason', placeholder: 'Shown beside the answer' },
      })
      if (reason === undefined) return false
      await call(withdrawDecision, { body: { decisionIds, reason } })
      return true
    },
    {
      reloads,
      failed: "Couldn't restore the report. Try again.",
      tell: 'toast',
      done: (isDone) => isDone && toastDone('Report restored. The hours are being counted.'),
    },
  )
}

const mostNamed = 3

/** 'Ben Cowling would get 2 hours instead of 4, Eve Gasket 0 hours instead of 4, and 2 more people fewer.' */
export function fewerWords({ people, fewer }: Pick<SlotTrial, 'people' | 'fewer'>): string {
  const losers = people.filter(({ hours, hoursThen }) => hoursThen < hours)
  if (losers.length === 0) return 'No one would get fewer hours.'
  const named = losers
    .slice(0, mostNamed)
    .map(({ name, email, hours, hoursThen }, place) =>
      [name || email, place === 0 && 'would get', `${shownHours(hoursThen)} instead of ${hours}`]
        .filter(Boolean)
        .join(' '),
    )
  const more = fewer - named.length
  const rest = more > 0 ? [`and ${shownCount(more)} more ${more === 1 ? 'person' : 'people'} fewer`] : []
  return `${[...named, ...rest].join(', ')}.`
}
