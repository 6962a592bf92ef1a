import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { useId, useState } from 'react'
import styles from './year-group.module.css'

interface Props {
  year: number
  /** The number of events. */
  count: number
  isOpenAtFirst: boolean
  tools?: ReactNode
  children: ReactNode
}

/** A year's events under a heading that opens and closes. */
export function YearGroup({ year, count, isOpenAtFirst, tools, children }: Props) {
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  const id = useId()
  return (
    <section className={`stack ${styles.group}`}>
      <div className={`spread ${styles.head}`}>
        <h2>
          <button
            type="button"
            className={styles.toggle}
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setOpen(!isOpen)}
          >
            <ChevronDown className={styles.arrow} />
            {year - 1} - {year} events
            <span className="pill small">{count}</span>
          </button>
        </h2>
        {isOpen && tools && <div className="row">{tools}</div>}
      </div>
      <div id={id} hidden={!isOpen}>
        {isOpen && children}
      </div>
    </section>
  )
}
