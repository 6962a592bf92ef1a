import { paths } from '#contract/core/paths.ts'
import { Hint } from '#web/core/ui/hint.tsx'
import { TextLink } from '#web/core/ui/text-link.tsx'
import { AdminMessages } from './admin-messages.tsx'

/** 'Messages' of administrators to people. */
export default function AdminMessagesPage() {
  return (
    <AdminMessages>
      <Hint>
        To write one, select people in{' '}
        <TextLink to={paths.allRegistrations()} inherit underline="always">
          All Registrations
        </TextLink>{' '}
        or{' '}
        <TextLink to={paths.nonRegisteredUsers()} inherit underline="always">
          Non registered Users
        </TextLink>
        , or open a time slot or a person.
      </Hint>
    </AdminMessages>
  )
}
