import { create } from 'zustand'
import { later } from '#web/platform/ui/later.tsx'

interface Edited {
  userId: string
  name: string
}

const Panel = later(() => import('./admin-edit-user-panel.tsx'))

const useEdited = create<{ edited: Edited | undefined; turn: number; isOpen: boolean }>(() => ({
  edited: undefined,
  turn: 0,
  isOpen: false,
}))

/** Opens somebody's profile in the page's `AdminEditUser`, for an administrator to change. */
export function showEditUser(edited: Edited): void {
  useEdited.setState(({ turn }) => ({ edited, turn: turn + 1, isOpen: true }))
}

/** Where a person is edited, on every page that offers it. */
export function AdminEditUser() {
  const { edited, turn, isOpen } = useEdited()
  if (!edited) return null
  // Opened again, it starts with what is stored.
  return (
    <Panel key={turn} {...edited} isOpen={isOpen} onClose={() => useEdited.setState({ isOpen: false })} />
  )
}
