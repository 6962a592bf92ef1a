import type { ColumnDef, Header, Row, RowData, SortingState } from '@tanstack/react-table'
import {
  columnSizingFeature,
  FlexRender,
  metaHelper,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { useVirtualizer } from '@tanstack/react-virtual'
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { type CSSProperties, memo, useEffect, useRef } from 'react'
import styles from './data-table.module.css'

/** What columns of a data table may use; a pinned one stays in sight while the rest scrolls sideways. */
export const tableParts = tableFeatures({
  columnSizingFeature,
  rowSortingFeature,
  columnMeta: metaHelper<{ pinned?: 'start' | 'end' }>(),
})
export type TableParts = typeof tableParts

export interface TableSort {
  column: string
  order: 'asc' | 'desc'
}

interface DataTableProps<T extends RowData> {
  /** What the table lists, for screen readers. */
  label: string
  // biome-ignore lint/suspicious/noExplicitAny: each column has a value type of its own
  columns: ColumnDef<TableParts, T, any>[]
  rows: T[]
  rowId: (row: T) => string
  sort: TableSort | undefined
  /** The server sorts; the table only asks for it. */
  onSort: (sort: TableSort | undefined) => void
  /** Rows of the whole result, and how many of them come before this page. */
  totalRows: number
  rowsBefore: number
  /** The rows are those of the question before: shown, but paler. */
  isStale: boolean
  /** Whenever this changes the table starts at its top again. */
  pageKey: string
}

const rowHeight = 38
const headHeight = 36

/** A server-paged, sortable table that draws only the rows in sight. */
export function DataTable<T extends RowData>(props: DataTableProps<T>) {
  const region = useRef<HTMLElement>(null)
  const table = useTable({
    features: tableParts,
    columns: props.columns,
    data: props.rows,
    getRowId: props.rowId,
    manualSorting: true,
    enableMultiSort: false,
    sortDescFirst: false,
    state: { sorting: sortingOf(props.sort) },
    onSortingChange: (update) => {
      const [next] = typeof update === 'function' ? update(sortingOf(props.sort)) : update
      props.onSort(next && { column: next.id, order: next.desc ? 'desc' : 'asc' })
    },
  })
  const { rows } = table.getRowModel()
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => region.current,
    estimateSize: () => rowHeight,
    overscan: 10,
    scrollMargin: headHeight,
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is what says "another page"
  useEffect(() => {
    region.current?.scrollTo({ top: 0 })
  }, [props.pageKey])

  const drawn = virtualizer.getVirtualItems()
  const above = (drawn[0]?.start ?? headHeight) - headHeight
  const below = virtualizer.getTotalSize() - ((drawn.at(-1)?.end ?? headHeight) - headHeight)
  return (
    <section
      ref={region}
      className={styles.region}
      aria-label={props.label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard
      tabIndex={0}
    >
      <table
        className={styles.table}
        style={{ minWidth: table.getTotalSize() }}
        aria-label={props.label}
        aria-rowcount={props.totalRows + 1}
        aria-busy={props.isStale}
      >
        <colgroup>
          {table.getAllLeafColumns().map((column) => (
            <col
              key={column.id}
              data-pinned={column.columnDef.meta?.pinned}
              style={{ '--column-width': `${column.getSize()}px` } as CSSProperties}
            />
          ))}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            {table.getFlatHeaders().map((header) => (
              <HeadCell key={header.id} header={header} />
            ))}
          </tr>
        </thead>
        <tbody className={props.isStale ? styles.stale : undefined}>
          <Spacer height={above} />
          {drawn.map((item) => {
            const row = rows[item.index]
            return row && <BodyRow key={row.id} row={row} rowNumber={props.rowsBefore + item.index + 2} />
          })}
          <Spacer height={below} />
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

const BodyRow = memo(PlainRow) as typeof PlainRow

function PlainRow<T extends RowData>({ row, rowNumber }: { row: Row<TableParts, T>; rowNumber: number }) {
  return (
    <tr aria-rowindex={rowNumber}>
      {row.getAllCells().map((cell) => (
        <td key={cell.id} data-pinned={cell.column.columnDef.meta?.pinned}>
          <FlexRender cell={cell} />
        </td>
      ))}
    </tr>
  )
}

/** Stands for the rows that are out of sight, so that the scroll bar tells the truth. */
function Spacer({ height }: { height: number }) {
  return height > 0 ? <tr aria-hidden className={styles.spacer} style={{ height }} /> : null
}

function sortingOf(sort: TableSort | undefined): SortingState {
  return sort ? [{ id: sort.column, desc: sort.order === 'desc' }] : []
}
