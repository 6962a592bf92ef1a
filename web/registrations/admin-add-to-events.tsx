import { create } from 'zustand'
import { later } from '#web/platform/ui/later.tsx'

interface Added {
  userId: string
  name: string
}

const Panel = later(() => import('./admin-add-to-events-panel.tsx'))

const useAdded = create<{ added: Added | undefined; turn: number; isOpen: boolean }>(() => ({
  added: undefined,
  turn: 0,
  isOpen: false,
}))

/** Opens the season's events in the page's `AdminAddToEvents`, for an administrator to register somebody. */
export function showAddToEvents(added: Added): void {
  useAdded.setState(({ turn }) => ({ added, turn: turn + 1, isOpen: true }))
}

/** Where a person is added to events, on every page that offers it. */
export function AdminAddToEvents() {
  const { added, turn, isOpen } = useAdded()
  if (!added) return null
  // Opened again, it starts with what is held.
  return <Panel key={turn} {...added} isOpen={isOpen} onClose={() => useAdded.setState({ isOpen: false })} />
}
