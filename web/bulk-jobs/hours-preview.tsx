import { type HoursRow, type HoursVerdict, hoursVerdicts, isRefused } from '#contract/bulk-hours.ts'
import { shownCount } from '#web/platform/texts/counts.ts'
import { HoursTable } from './hours-table.tsx'

interface Props {
  rows: HoursRow[]
  verdicts: HoursVerdict[]
  registrations: { email: string; hours: number }[]
}

/** What each row of a list would do; first those that can't be done. */
export function HoursPreview({ rows, verdicts, registrations }: Props) {
  const counts = new Map<HoursVerdict, number>()
  for (const verdict of verdicts) counts.set(verdict, (counts.get(verdict) ?? 0) + 1)
  const now = new Map(registrations.map(({ email, hours }) => [email, hours]))
  return (
    <HoursTable
      label="What each row would do"
      summary={[...counts]
        .sort(([a], [b]) => Number(isRefused(b)) - Number(isRefused(a)))
        .map(([verdict, count]) => ({
          text: `${shownCount(count)} × ${hoursVerdicts[verdict]}`,
          isRefused: isRefused(verdict),
        }))}
      columns={['Email', 'Now', 'Hours', 'Verdict']}
      rows={rows.map(({ email, hours }, index) => {
        const verdict = verdicts[index] as HoursVerdict
        const isBad = isRefused(verdict)
        const before = now.get(email.toLowerCase())
        return {
          number: index + 1,
          cells: [email, before === undefined ? '–' : String(before), String(hours), hoursVerdicts[verdict]],
          isRefused: isBad,
        }
      })}
    />
  )
}
