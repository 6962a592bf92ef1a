import { Hint } from '#web/core/ui/hint.tsx'
import { AdminMessages } from './admin-messages.tsx'

/** 'Messages' of administrators to people. */
export default function AdminMessagesPage() {
  return (
    <AdminMessages>
      <Hint>
        To write one, select people in All Registrations or Non registered Users, or open a time slot or a
        person.
      </Hint>
    </AdminMessages>
  )
}
