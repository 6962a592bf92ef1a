import type { RegistrationRow } from '#contract/registration-lists/rows.ts'
import { pagePanel } from '#web/core/ui/page-panel.tsx'

const { show, Panel } = pagePanel<{ row: RegistrationRow }, { rows: RegistrationRow[] }>(
  () => import('./admin-change-registration-panel.tsx'),
)

/** Where a registration is moved; `rows` are those that were read last. */
export const AdminChangeRegistration = Panel

/** Opens the page's `AdminChangeRegistration` for a registration. */
export function changeRegistration(row: RegistrationRow): void {
  show({ row })
}
