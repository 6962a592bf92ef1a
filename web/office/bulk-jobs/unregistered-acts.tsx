import { Send } from 'lucide-react'
import { nameOrEmail } from '#contract/core/names.ts'
import { startMessage } from '#contract/outreach/messages/calls.ts'
import type { User } from '#contract/people/users/user.ts'
import type { UnregisteredFilter } from '#contract/registrations/registration-lists/calls.ts'
import { can } from '#web/core/session/can.ts'
import { counted } from '#web/core/texts/counts.ts'
import type { ListSelection } from '#web/core/ui/list-selection.ts'
import { useListSelection } from '#web/core/ui/list-selection.ts'
import { SelectionAct, SelectionBar } from '#web/core/ui/selection-bar.tsx'
import { messagePanel } from '#web/outreach/messages/admin-message.ts'
import { aboutPeople } from '#web/outreach/messages/message-about.ts'

export function useUserSelection(users: User[], filters: string): ListSelection<User, string> {
  return useListSelection(users, filters, people)
}

const people = { idOf: ({ userId }: User) => userId, nameOf: nameOrEmail }

interface Props {
  selection: ListSelection<User, string>
  filter: UnregisteredFilter
  /** The people that match the filter. */
  total: number
}

/** The message to the selected people. */
export function UnregisteredActs({ selection, filter, total }: Props) {
  const { chosen } = selection
  const isAll = chosen === 'all that match'
  return (
    <SelectionBar noun={['person', 'people']} selection={selection} total={total}>
      {can(startMessage) && (
        <SelectionAct
          icon={Send}
          onClick={() =>
            messagePanel.show(
              isAll
                ? aboutPeople(`All ${counted(total, 'person', 'people')} that match`, {
                    unregistered: filter,
                  })
                : aboutPeople(counted(chosen.ids.size, 'selected person', 'selected people'), {
                    userIds: [...chosen.ids],
                  }),
            )
          }
        >
          Email…
        </SelectionAct>
      )}
    </SelectionBar>
  )
}
