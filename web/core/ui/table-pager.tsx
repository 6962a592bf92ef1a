import { ActionIcon, NativeSelect } from '@mantine/core'
import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useId } from 'react'
import { shownCount } from '#web/core/texts/counts.ts'
import styles from './table-pager.module.css'

interface TablePagerProps<Size extends number> {
  pagination: {
    currentPage: number
    totalPages: number
    totalRecords: number
    limit: number
    /** There are more than `totalRecords`. */
    isAtLeast?: boolean | undefined
  }
  /** The first one is the default. */
  pageSizes: readonly Size[]
  /** Asks for another page or page size; undefined stands for the first one. */
  onChange: (changes: { page?: number | undefined; limit?: Size | undefined }, replace?: boolean) => void
}

/** Writes a total: '12,345', '10,000+' if there are more. */
export function shownTotal(total: number, isAtLeast = false): string {
  return `${shownCount(total)}${isAtLeast ? '+' : ''}`
}

/** The pager of a long list. A page behind the last one becomes the last one. */
export function TablePager<Size extends number>(props: TablePagerProps<Size>) {
  const { pageSizes, onChange } = props
  const id = useId()
  const { currentPage: page, totalPages, totalRecords, limit, isAtLeast = false } = props.pagination
  const first = totalRecords === 0 ? 0 : (page - 1) * limit + 1
  const last = Math.min(page * limit, totalRecords)
  const steps = [
    { label: 'First page', to: 1, Icon: ChevronFirst },
    { label: 'Previous page', to: page - 1, Icon: ChevronLeft },
    { label: 'Next page', to: page + 1, Icon: ChevronRight },
    { label: 'Last page', to: totalPages, Icon: ChevronLast },
  ]

  // Rows can disappear, and bookmarks can be old.
  const existing = totalRecords > 0 && page > totalPages ? totalPages : undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a page that does not exist leads elsewhere
  useEffect(() => {
    if (existing !== undefined) onChange({ page: existing }, true)
  }, [existing])

  return (
    <nav className={`row muted small figures ${styles.pager}`} aria-label="Table pages" data-bottom-bar>
      <span className="row">
        <label htmlFor={id}>Rows per page</label>
        <NativeSelect
          id={id}
          size="xs"
          value={limit}
          data={pageSizes.map(String)}
          onChange={(event) => showSize(Number(event.target.value))}
        />
      </span>
      <span className={styles.range} role="status">
        {shownCount(first)}–{shownCount(last)} of {shownTotal(totalRecords, isAtLeast)}
      </span>
      <span className={`row ${styles.steps}`}>
        {steps.slice(0, 2).map(step)}
        <span>
          Page {shownCount(page)} of {shownTotal(Math.max(1, totalPages), isAtLeast)}
        </span>
        {steps.slice(2).map(step)}
      </span>
    </nav>
  )

  function step({ label, to, Icon }: (typeof steps)[number]) {
    return (
      <ActionIcon
        key={label}
        variant="default"
        size={30}
        aria-label={label}
        title={label}
        disabled={to < 1 || to > totalPages || to === page}
        onClick={() => onChange({ page: to === 1 ? undefined : to })}
      >
        <Icon size={16} />
      </ActionIcon>
    )
  }

  function showSize(size: number) {
    onChange({
      limit: pageSizes.find((known) => known === size && known !== pageSizes[0]),
      page: undefined,
    })
  }
}
