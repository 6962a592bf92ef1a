import { getProvider } from '#contract/foundation/training-providers/calls.ts'
import { isProviderComplete } from '#contract/foundation/training-providers/rules.ts'
import { getAutomation, isCrediting } from '#contract/office/automations/calls.ts'
import { useData } from '#web/core/api/data.tsx'
import { can } from '#web/core/session/can.ts'
import { ProviderMissing } from '#web/foundation/training-providers/provider-missing.tsx'

/** Says that credits of an event wait for the training provider; nothing once it is complete. */
export function AdminAutomationWait({ eventId }: { eventId: number }) {
  const automation = useData(getAutomation, { query: { eventId } })
  const provider = useData(getProvider, {}, { isEnabled: can(getProvider) })
  if (!automation.data || !provider.data || isProviderComplete(provider.data)) return null
  return isCrediting(automation.data.mode) ? (
    <ProviderMissing title="Automatic credits are waiting" />
  ) : (
    <ProviderMissing />
  )
}
