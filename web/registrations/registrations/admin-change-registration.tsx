import type { RegistrationRow } from '#contract/registrations/registration-lists/rows.ts'
import { pagePanel } from '#web/core/ui/page-panel.tsx'

/** Lets an administrator move a registration. `rows`: the rows read last. */
export const changeRegistration = pagePanel<{ row: RegistrationRow }, { rows: RegistrationRow[] }>(
  () => import('./admin-change-registration-panel.tsx'),
)
