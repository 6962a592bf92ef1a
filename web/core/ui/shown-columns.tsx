import { Button, Checkbox, Popover, Stack } from '@mantine/core'
import { Columns3, Rows3 } from 'lucide-react'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { SmallButton } from '#web/core/ui/small-button.tsx'

interface Chosen {
  /** The ids of each table's hidden columns. */
  hidden: Record<string, string[]>
  /** The tables in compact view, which hides other columns. */
  compact: Record<string, boolean>
}

/** An administrator's chosen columns, stored in this browser. */
const useHidden = create<Chosen>()(persist(() => ({ hidden: {}, compact: {} }), { name: 'hidden columns' }))

const none: readonly string[] = []

export function useHiddenColumns(table: string): readonly string[] {
  return useHidden((state) => state.hidden[table] ?? none)
}

export function useIsCompact(table: string): boolean {
  return useHidden((state) => state.compact[table] ?? false)
}

/** A button between a table's compact view and its chosen columns. */
export function CompactView({ table }: { table: string }) {
  const isCompact = useIsCompact(table)
  return (
    <SmallButton
      icon={Rows3}
      aria-pressed={isCompact}
      {...(isCompact && { variant: 'light' })}
      onClick={() => useHidden.setState(({ compact }) => ({ compact: { ...compact, [table]: !isCompact } }))}
    >
      Compact
    </SmallButton>
  )
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
        <Stack component="fieldset" gap={12} aria-label="Columns">
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
