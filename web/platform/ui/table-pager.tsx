import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight } from 'lucide-react'
import { shownCount } from '#web/platform/texts/counts.ts'
import styles from './table-pager.module.css'

interface TablePagerProps {
  page: number
  totalPages: number
  /** undefined: not known yet. */
  totalRows: number | undefined
  /** There are more than `totalRows`. */
  isAtLeast?: boolean | undefined
  pageSize: number
  pageSizes: readonly number[]
  onPage: (page: number) => void
  onPageSize: (size: number) => void
}

/** '12,345', '10,000+' where there are more, '…' where it is not known yet. */
export function shownTotal(total: number | undefined, isAtLeast = false): string {
  return total === undefined ? '…' : `${shownCount(total)}${isAtLeast ? '+' : ''}`
}

/** Steps through the pages of a long list, and says which of its rows are shown. */
export function TablePager(props: TablePagerProps) {
  const { page, totalPages, totalRows, isAtLeast = false, pageSize } = props
  const first = totalRows === 0 ? 0 : (page - 1) * pageSize + 1
  const last = Math.min(page * pageSize, totalRows ?? Number.POSITIVE_INFINITY)
  const steps = [
    { label: 'First page', to: 1, Icon: ChevronFirst },
    { label: 'Previous page', to: page - 1, Icon: ChevronLeft },
    { label: 'Next page', to: page + 1, Icon: ChevronRight },
    { label: 'Last page', to: totalPages, Icon: ChevronLast },
  ]
  return (
    <nav className={styles.pager} aria-label="Table pages" data-bottom-bar>
      <label className={styles.size}>
        <span>Rows per page</span>
        <select value={pageSize} onChange={(event) => props.onPageSize(Number(event.target.value))}>
          {props.pageSizes.map((size) => (
            <option key={size}>{size}</option>
          ))}
        </select>
      </label>
      <span className={styles.range} role="status">
        {shownCount(first)}–{shownCount(last)} of {shownTotal(totalRows, isAtLeast)}
      </span>
      <span className={styles.steps}>
        {steps.slice(0, 2).map(step)}
        <span className={styles.page}>
          Page {shownCount(page)} of{' '}
          {shownTotal(totalRows === undefined ? undefined : Math.max(1, totalPages), isAtLeast)}
        </span>
        {steps.slice(2).map(step)}
      </span>
    </nav>
  )

  function step({ label, to, Icon }: (typeof steps)[number]) {
    return (
      <button
        key={label}
        type="button"
        aria-label={label}
        title={label}
        disabled={to < 1 || to > totalPages || to === page}
        onClick={() => props.onPage(to)}
      >
        <Icon size={16} aria-hidden />
      </button>
    )
  }
}
