import { getAutomation, isCrediting } from '#contract/automations/calls.ts'
import { getProvider } from '#contract/training-providers/calls.ts'
import { isProviderComplete } from '#contract/training-providers/rules.ts'
import { useData } from '#web/core/api/data.tsx'
import { can } from '#web/core/session/can.ts'
import { ProviderMissing } from '#web/training-providers/provider-missing.tsx'

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
