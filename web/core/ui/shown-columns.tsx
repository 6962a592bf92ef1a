import { Columns3 } from 'lucide-react'
import { useId, useRef } from 'react'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import popover from './popover.module.css'
import styles from './shown-columns.module.css'

/** Which columns of which table somebody has hidden; this browser keeps it. */
const useHidden = create<{ hidden: Record<string, string[]> }>()(
  persist(() => ({ hidden: {} }), { name: 'hidden columns' }),
)

const listWidth = 220
const none: readonly string[] = []

/** The ids of the columns of a table that are hidden. */
export function useHiddenColumns(table: string): readonly string[] {
  return useHidden((state) => state.hidden[table] ?? none)
}

interface Props {
  table: string
  /** Those that can be hidden. */
  columns: readonly { id: string; label: string }[]
}

/** A button that opens the list of columns, to choose which are shown. */
export function ShownColumns({ table, columns }: Props) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const hidden = useHiddenColumns(table)
  const hide = (ids: string[]) =>
    useHidden.setState((state) => ({ hidden: { ...state.hidden, [table]: ids } }))
  return (
    <>
      <button ref={button} type="button" className={styles.button} popoverTarget={id}>
        <Columns3 size={15} aria-hidden />
        {hidden.length > 0 ? `Columns (${hidden.length} hidden)` : 'Columns'}
      </button>
      <fieldset
        id={id}
        popover="auto"
        className={`${popover.popover} ${styles.list}`}
        aria-label="Columns that are shown"
        onBeforeToggle={({ currentTarget }) => {
          const { bottom, right } = button.current?.getBoundingClientRect() ?? new DOMRect()
          currentTarget.style.inset = `${bottom + 4}px auto auto ${Math.max(4, right - listWidth)}px`
        }}
      >
        {columns.map(({ id: column, label }) => (
          <label key={column}>
            <input
              type="checkbox"
              checked={!hidden.includes(column)}
              onChange={({ currentTarget: { checked } }) =>
                hide(checked ? hidden.filter((one) => one !== column) : [...hidden, column])
              }
            />
            {label}
          </label>
        ))}
        {hidden.length > 0 && (
          <button type="button" className={styles.all} onClick={() => hide([])}>
            Show all
          </button>
        )}
      </fieldset>
    </>
  )
}
