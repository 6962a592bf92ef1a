import type { AttendanceReport } from '#contract/attendances/calls.ts'
import { pagePanel } from '#web/core/ui/page-panel.tsx'

const { show, Panel } = pagePanel<{ reports: AttendanceReport[] }>(
  () => import('./admin-attendance-reports-panel.tsx'),
)

/** Opens the reports of a slot in the page's `AdminAttendanceReports`. */
export const showAttendanceReports = show

/** Where the reports of a slot are listed. */
export const AdminAttendanceReports = Panel
