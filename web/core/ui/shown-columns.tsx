import { Button, Checkbox, Popover, Stack } from '@mantine/core'
import { Columns3 } from 'lucide-react'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { SmallButton } from '#web/core/ui/small-button.tsx'

/** The ids of the hidden columns of each table, stored in this browser. */
const useHidden = create<{ hidden: Record<string, string[]> }>()(
  persist(() => ({ hidden: {} }), { name: 'hidden columns' }),
)

const none: readonly string[] = []

export function useHiddenColumns(table: string): readonly string[] {
  return useHidden((state) => state.hidden[table] ?? none)
}

interface Props {
  table: string
  columns: readonly { id: string; label: string }[]
}

/** A button with a list of columns to show and hide. */
export function ShownColumns({ table, columns }: Props) {
  const hidden = useHiddenColumns(table)
  const hide = (ids: string[]) =>
    useHidden.setState((state) => ({ hidden: { ...state.hidden, [table]: ids } }))
  return (
    <Popover position="bottom-end" shadow="md" offset={4} trapFocus withinPortal={false}>
      <Popover.Target>
        <SmallButton icon={Columns3}>
          {hidden.length > 0 ? `Columns (${hidden.length} hidden)` : 'Columns'}
        </SmallButton>
      </Popover.Target>
      <Popover.Dropdown mah="70dvh" style={{ overflow: 'auto' }}>
        <Stack component="fieldset" gap={12} aria-label="Columns that are shown">
          {columns.map(({ id, label }) => (
            <Checkbox
              key={id}
              size="xs"
              label={label}
              checked={!hidden.includes(id)}
              onChange={({ currentTarget: { checked } }) =>
                hide(checked ? hidden.filter((one) => one !== id) : [...hidden, id])
              }
            />
          ))}
          {hidden.length > 0 && (
            <Button variant="subtle" size="compact-sm" onClick={() => hide([])}>
              Show all
            </Button>
          )}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
