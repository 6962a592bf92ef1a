import type { ButtonProps } from '@mantine/core'
import { Button, Group } from '@mantine/core'
import type { LucideIcon } from 'lucide-react'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { counted, shownCount } from '#web/core/texts/counts.ts'
import type { ListSelection } from './list-selection.ts'
import styles from './selection-bar.module.css'

interface Props {
  /** Singular and plural of what is selected. */
  noun: [one: string, many: string]
  // biome-ignore lint/suspicious/noExplicitAny: of whatever the list shows
  selection: ListSelection<any, any>
  /** The rows that match the filters. */
  total: number
  /** The acts for the selected rows. */
  children: ReactNode
}

const look = { size: 'compact-sm', variant: 'subtle', c: 'white' } as const

/** The bar above a list: how many rows are selected, and what to do with them. */
export function SelectionBar({ noun, selection, total, children }: Props) {
  const { chosen } = selection
  const isAll = chosen === 'all that match'
  const count = isAll ? total : chosen.ids.size
  if (count === 0) return null
  return (
    <section className={`row small ${styles.bar}`} aria-label={`Selected ${noun[1]}`}>
      <span className="strong figures" role="status">
        {isAll ? `All ${counted(count, ...noun)} that match` : `${shownCount(count)} selected`}
      </span>
      {!isAll && total > count && (
        <Button
          size="compact-sm"
          variant="transparent"
          c="white"
          td="underline"
          onClick={selection.chooseAllThatMatch}
        >
          Select all {shownCount(total)} that match
        </Button>
      )}
      <Group gap={0} ml="auto">
        {children}
        <SelectionAct icon={X} onClick={selection.clear}>
          Clear
        </SelectionAct>
      </Group>
    </section>
  )
}

interface ActProps extends ButtonProps {
  icon: LucideIcon
  onClick: () => void
}

export function SelectionAct({ icon: Icon, ...props }: ActProps) {
  return <Button {...look} leftSection={<Icon size={15} />} {...props} />
}
