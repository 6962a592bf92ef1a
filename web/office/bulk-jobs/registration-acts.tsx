import { CalendarSync, Clock8, Mail, Send, Trash2 } from 'lucide-react'
import type { BulkRegistrations } from '#contract/office/bulk-jobs/calls.ts'
import { startMessage } from '#contract/outreach/messages/calls.ts'
import { can } from '#web/core/session/can.ts'
import { counted } from '#web/core/texts/counts.ts'
import { SelectionAct, SelectionBar } from '#web/core/ui/selection-bar.tsx'
import { messagePanel } from '#web/outreach/messages/admin-message.ts'
import { aboutRegistrations } from '#web/outreach/messages/message-about.ts'
import type { RegistrationSearch } from '#web/registrations/registration-lists/registration-search.ts'
import { filterOf } from '#web/registrations/registration-lists/registration-search.ts'
import type { RegistrationSelection } from '#web/registrations/registration-lists/registration-selection.ts'
import { bulkJobs } from './admin-bulk.tsx'

interface Props {
  selection: RegistrationSelection
  search: RegistrationSearch
  season: number
  /** The registrations that match the filters. */
  total: number
}

const actions = [
  { kind: 'credit', label: 'Set hours', icon: Clock8 },
  { kind: 'mail-certificates', label: 'Email certificates', icon: Mail },
  { kind: 'move', label: 'Move', icon: CalendarSync },
  { kind: 'delete', label: 'Delete', icon: Trash2 },
] as const

/** The bulk jobs and the message for the selected registrations. */
export function RegistrationActs({ selection, search, season, total }: Props) {
  const { chosen } = selection
  const filter = filterOf(search, season)
  const registrations: BulkRegistrations = chosen === 'all that match' ? { filter } : { ids: [...chosen.ids] }
  return (
    <SelectionBar noun={['registration', 'registrations']} selection={selection} total={total}>
      {can(startMessage) && (
        <SelectionAct
          icon={Send}
          onClick={() =>
            messagePanel.show(
              chosen === 'all that match'
                ? aboutRegistrations(`All ${counted(total, 'registration')} that match`, { filter })
                : aboutRegistrations(`${counted(chosen.ids.size, 'selected registration')}`, {
                    registrationIds: [...chosen.ids],
                  }),
            )
          }
        >
          Email…
        </SelectionAct>
      )}
      {actions.map(({ kind, label, icon }) => (
        <SelectionAct key={kind} icon={icon} onClick={() => bulkJobs.show({ bulk: { kind, registrations } })}>
          {label}
        </SelectionAct>
      ))}
    </SelectionBar>
  )
}
