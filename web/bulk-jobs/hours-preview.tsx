import {
  type HoursRow,
  type HoursVerdict,
  hoursVerdicts,
  isRefused,
  type JudgedHours,
} from '#contract/bulk-jobs/hours.ts'
import { shownCount } from '#web/core/texts/counts.ts'
import { HoursTable } from './hours-table.tsx'

interface Props {
  rows: HoursRow[]
  judged: JudgedHours<{ hours: number }>[]
}

/** What each row of a list would do; first those that can't be done. */
export function HoursPreview({ rows, judged }: Props) {
  const counts = new Map<HoursVerdict, number>()
  for (const { verdict } of judged) counts.set(verdict, (counts.get(verdict) ?? 0) + 1)
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
        const { verdict, registration, words } = judged[index] as Props['judged'][number]
        return {
          number: index + 1,
          cells: [email, String(registration?.hours ?? '–'), String(hours), words],
          isRefused: isRefused(verdict),
        }
      })}
    />
  )
}
