import { PencilRuler } from 'lucide-react'
import { stateHours } from '#contract/events/slots/agenda-calls.ts'
import type { StatedAgenda } from '#contract/events/slots/agendas.ts'
import { pagePanel } from '#web/core/ui/page-panel.tsx'
import { SmallButton } from '#web/core/ui/small-button.tsx'

interface Props {
  eventSlotId: number
  /** The hours as apparently taught. By default, the panel begins with the current ones. */
  proposal?: StatedAgenda | undefined
  children?: string
}

/** The panel 'Adjust teaching times'. A page with the button needs one `agendaPanel.Panel`. */
export const agendaPanel = pagePanel<Omit<Props, 'children'>>(() => import('./admin-agenda-panel.tsx'))

/** Opens the panel that states a slot's hours as taught. */
export function AdminAgendaButton({ eventSlotId, proposal, children = 'Adjust teaching times' }: Props) {
  return (
    <SmallButton
      needs={stateHours}
      icon={PencilRuler}
      onClick={() => agendaPanel.show({ eventSlotId, proposal })}
    >
      {children}
    </SmallButton>
  )
}
