import type { AttendanceReport } from '#contract/attendances/calls.ts'
import { pagePanel } from '#web/core/ui/page-panel.tsx'

/** The reports of a slot. `showAttendanceReports` opens them in the page's `AdminAttendanceReports`. */
export const { show: showAttendanceReports, Panel: AdminAttendanceReports } = pagePanel<{
  reports: AttendanceReport[]
}>(() => import('./admin-attendance-reports-panel.tsx'))
