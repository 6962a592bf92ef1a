import type { AttendanceReport } from '#contract/attendances/calls.ts'
import { pagePanel } from '#web/core/ui/page-panel.tsx'

/** Lists the reports of a slot. */
export const attendanceReports = pagePanel<{ reports: AttendanceReport[] }>(
  () => import('./admin-attendance-reports-panel.tsx'),
)
