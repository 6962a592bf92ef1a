import type { Column, ColumnDef, Header, Row, RowData, SortingState } from '@tanstack/react-table'
import {
  columnSizingFeature,
  columnVisibilityFeature,
  FlexRender,
  metaHelper,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import type { CSSProperties, ReactNode } from 'react'
import { memo, useDeferredValue, useEffect, useRef } from 'react'
import { tellWhole } from './cells.ts'
import styles from './data-table.module.css'
import list from './list-table.module.css'
import { useRovingFocus } from './roving-focus.ts'
import { useTableKeys } from './table-keys.ts'
import type { TableSelection } from './table-selection.tsx'
import { SelectAll, SelectRow } from './table-selection.tsx'

/**
 * The features of columns. A pinned column stays in sight during sideways scrolling. A cell is a function,
 * because a component per text would make rows too slow.
 */
const tableParts = tableFeatures({
  columnSizingFeature,
  columnVisibilityFeature,
  rowSortingFeature,
  columnMeta: metaHelper<{ pinned?: 'start' | 'end' }>(),
})
export type TableParts = typeof tableParts

export interface TableSort {
  column: string
  order: 'asc' | 'desc'
}

/** The id of the table that scrolls, for links that skip to it. */
export const listId = 'list'

interface DataTableProps<T extends RowData> {
  label: string
  // biome-ignore lint/suspicious/noExplicitAny: each column has a value type of its own
  columns: ColumnDef<TableParts, T, any>[]
  hidden?: readonly string[]
  rows: T[]
  rowId: (row: T) => string
  /** Returns a group's heading for a row that is one; it replaces the cells. */
  headingOf?: (row: T) => ReactNode
  sort?: TableSort | undefined
  /** Asks the server for another order. Absent: not sortable. */
  onSort?: (sort: TableSort | undefined) => void
  /** The rows of the whole result, and those before this page. */
  totalRows: number
  rowsBefore: number
  /** The rows belong to the previous search, and are paler. */
  isStale: boolean
  /** The table scrolls to its top when this changes. */
  pageKey: string
  selection?: TableSelection<T>
  /** Called for Enter on a row, with the row's element. */
  onEnter?: (row: T, element: HTMLElement) => void
}

const [rowHeight, headHeight] = [46, 36]

/** A sortable table with pages from the server. It draws the rows in sight; arrow keys move through them. */
export function DataTable<T extends RowData>(props: DataTableProps<T>) {
  const { selection } = props
  const region = useRef<HTMLElement>(null)
  const head = useRovingFocus<HTMLTableSectionElement>()
  const table = useTable({
    features: tableParts,
    columns: props.columns,
    data: props.rows,
    getRowId: props.rowId,
    manualSorting: true,
    enableSorting: props.onSort !== undefined,
    enableMultiSort: false,
    sortDescFirst: false,
    state: {
      sorting: sortingOf(props.sort),
      columnVisibility: Object.fromEntries((props.hidden ?? []).map((id) => [id, false])),
    },
    onSortingChange: (update) => {
      const [next] = typeof update === 'function' ? update(sortingOf(props.sort)) : update
      props.onSort?.(next && { column: next.id, order: next.desc ? 'desc' : 'asc' })
    },
  })
  const { rows } = table.getRowModel()
  const keys = useTableKeys({
    region,
    count: rows.length,
    pageKey: props.pageKey,
    show: (index) => virtualizer.scrollToIndex(index),
    onToggle: (index, isRange) => {
      const row = rows[index]
      if (row) selection?.toggle(row.original, isRange)
    },
    onEnter: (index, element) => {
      const row = rows[index]
      if (row) props.onEnter?.(row.original, element)
    },
  })
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => region.current,
    estimateSize: () => rowHeight,
    overscan: 5,
    // Rows are drawn in their own task, not the frame's.
    useFlushSync: false,
    scrollMargin: headHeight,
    scrollPaddingStart: headHeight,
    // The focused row stays drawn, however far away it is scrolled.
    rangeExtractor: (range) => withIndex(defaultRangeExtractor(range), keys.active, rows.length),
  })

  // The virtualizer knows the offset; the browser would have to lay out the page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is what says "another page"
  useEffect(() => {
    if (virtualizer.scrollOffset) region.current?.scrollTo({ top: 0 })
  }, [props.pageKey])

  const drawn = virtualizer.getVirtualItems()
  return (
    <section
      ref={region}
      id={listId}
      className={styles.region}
      data-selectable={selection !== undefined || undefined}
      aria-label={props.label}
      // What scrolls has to be reachable by keyboard: by the buttons of its head, or itself.
      tabIndex={props.onSort ? -1 : 0}
      onKeyDown={keys.onKeyDown}
    >
      <table
        className={`${list.table} ${styles.table}`}
        style={{ minWidth: table.getTotalSize() + (selection ? 40 : 0) }}
        aria-label={props.label}
        aria-rowcount={props.totalRows + 1}
        aria-busy={props.isStale}
        onPointerOver={tellWhole}
      >
        <colgroup>
          {selection && <col className={styles.checkColumn} />}
          {table.getVisibleLeafColumns().map((column) => (
            <col
              key={column.id}
              data-pinned={column.columnDef.meta?.pinned}
              style={{ '--column-width': `${column.getSize()}px` } as CSSProperties}
            />
          ))}
        </colgroup>
        <thead {...head}>
          <tr aria-rowindex={1}>
            {selection && (
              <th scope="col" className={styles.check}>
                <SelectAll selection={selection} rows={props.rows} />
              </th>
            )}
            {table
              .getFlatHeaders()
              .filter(({ column }) => column.getIsVisible())
              .map((header) => (
                <HeadCell key={header.id} header={header} />
              ))}
          </tr>
        </thead>
        <tbody>
          {/* One flat list, or a moved row would be rebuilt, and its buttons would lose a click. */}
          {drawn.flatMap((item, place) => {
            const row = rows[item.index]
            if (!row) return []
            const gap = item.start - (drawn[place - 1]?.end ?? headHeight)
            return [
              <Spacer key={`before ${row.id}`} height={gap} />,
              <BodyRow
                key={row.id}
                row={row}
                index={item.index}
                rowNumber={props.rowsBefore + item.index + 2}
                columns={props.hidden}
                headingOf={props.headingOf}
                selection={selection}
                isSelected={selection?.isSelected(row.original) ?? false}
              />,
            ]
          })}
          <Spacer height={virtualizer.getTotalSize() - ((drawn.at(-1)?.end ?? headHeight) - headHeight)} />
        </tbody>
      </table>
    </section>
  )
}

function HeadCell<T extends RowData>({ header }: { header: Header<TableParts, T> }) {
  const { column } = header
  const sorted = column.getIsSorted()
  const pinned = column.columnDef.meta?.pinned
  const Arrow = sorted === 'asc' ? ArrowUp : sorted === 'desc' ? ArrowDown : ChevronsUpDown
  return (
    <th
      scope="col"
      data-pinned={pinned}
      style={placeOf(column)}
      aria-sort={sorted === 'asc' ? 'ascending' : sorted === 'desc' ? 'descending' : undefined}
    >
      {column.getCanSort() ? (
        <button type="button" className={styles.sort} onClick={column.getToggleSortingHandler()}>
          <FlexRender header={header} />
          <Arrow size={13} aria-hidden data-sorted={sorted !== false || undefined} />
        </button>
      ) : (
        <FlexRender header={header} />
      )}
    </th>
  )
}

interface BodyRowProps<T extends RowData> {
  row: Row<TableParts, T>
  index: number
  rowNumber: number
  /** Redraws the row when other columns are shown. */
  columns: readonly string[] | undefined
  headingOf: ((row: T) => ReactNode) | undefined
  selection: TableSelection<T> | undefined
  isSelected: boolean
}

// The selection is a new object after each change. A row only needs to know if it is selected.
const BodyRow = memo(
  PlainRow,
  (before, after) =>
    before.row === after.row &&
    before.rowNumber === after.rowNumber &&
    before.columns === after.columns &&
    before.isSelected === after.isSelected,
) as typeof PlainRow

function PlainRow<T extends RowData>(props: BodyRowProps<T>) {
  const { row, index, rowNumber, headingOf, selection, isSelected } = props
  const heading = headingOf?.(row.original)
  if (heading) {
    return (
      <tr aria-rowindex={rowNumber} data-index={index} tabIndex={-1}>
        <td className={styles.heading} colSpan={row.getVisibleCells().length + (selection ? 1 : 0)}>
          {heading}
        </td>
      </tr>
    )
  }
  return (
    <tr aria-rowindex={rowNumber} data-index={index} data-selected={isSelected || undefined} tabIndex={-1}>
      {selection && (
        <td className={styles.check}>
          <SelectRow selection={selection} row={row.original} isSelected={isSelected} />
        </td>
      )}
      {row.getVisibleCells().map((cell) => {
        const { cell: draw, meta } = cell.column.columnDef
        const content = typeof draw === 'function' ? draw(cell.getContext()) : draw
        return (
          <td key={cell.id} data-pinned={meta?.pinned} style={placeOf(cell.column)}>
            {meta?.pinned === 'end' ? <Soon>{content}</Soon> : content}
          </td>
        )
      })}
    </tr>
  )
}

/** Draws a row's buttons right after its texts. Both together would block the page. */
function Soon({ children }: { children: ReactNode }) {
  return useDeferredValue(true, false) ? children : null
}

/** Returns a pinned column's offset: the widths of the pinned columns after it. */
function placeOf<T extends RowData>(column: Column<TableParts, T>): CSSProperties | undefined {
  if (column.columnDef.meta?.pinned !== 'end') return undefined
  const columns = column.table.getVisibleLeafColumns()
  const behind = columns.slice(columns.findIndex(({ id }) => id === column.id) + 1)
  return { insetInlineEnd: behind.reduce((width, each) => width + each.getSize(), 0) }
}

/** Replaces rows out of sight, so that the scrollbar is right. */
function Spacer({ height }: { height: number }) {
  return height > 0 ? <tr aria-hidden className={styles.spacer} style={{ height }} /> : null
}

function sortingOf(sort: TableSort | undefined): SortingState {
  return sort ? [{ id: sort.column, desc: sort.order === 'desc' }] : []
}

function withIndex(indexes: number[], index: number | undefined, count: number) {
  if (index === undefined || index >= count || indexes.includes(index)) return indexes
  return [...indexes, index].sort((a, b) => a - b)
}
