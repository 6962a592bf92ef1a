import { SimpleGrid } from '@mantine/core'
import type { LinkProps } from '@tanstack/react-router'
import { Link } from '@tanstack/react-router'
import { shownCount } from '#web/core/texts/counts.ts'
import styles from './big-numbers.module.css'

export interface BigNumber {
  label: string
  value: number
  note?: string
  /** Links to the counted items, unless there are none. */
  link?: LinkProps
  /** Links to the items of the note. */
  noteLink?: LinkProps | undefined
}

/** Numbers in one card, each under its label. */
export function BigNumbers({
  numbers,
  cols,
}: {
  numbers: BigNumber[]
  cols: Record<'base' | 'sm' | 'lg', number>
}) {
  return (
    <SimpleGrid component="dl" className={`card ${styles.numbers}`} cols={cols} spacing={0}>
      {numbers.map(({ label, value, note, link, noteLink }) => (
        <div key={label} className={styles.number}>
          <dt className="small">{label}</dt>
          <dd className="figures">
            {link && value > 0 ? (
              <Link className={styles.value} {...link}>
                {shownCount(value)}
              </Link>
            ) : (
              <span className={styles.value}>{shownCount(value)}</span>
            )}
            {note && <div className="muted tiny">{noteLink ? <Link {...noteLink}>{note}</Link> : note}</div>}
          </dd>
        </div>
      ))}
    </SimpleGrid>
  )
}
