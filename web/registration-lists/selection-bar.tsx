import { Button, Group } from '@mantine/core'
import { CalendarSync, Clock8, Mail, Trash2, X } from 'lucide-react'
import type { BulkRegistrations } from '#contract/bulk-jobs/calls.ts'
import { bulkJobs } from '#web/bulk-jobs/admin-bulk.tsx'
import { counted, shownCount } from '#web/core/texts/counts.ts'
import { filterOf, type RegistrationSearch } from './registration-search.ts'
import type { RegistrationSelection } from './registration-selection.ts'
import styles from './selection-bar.module.css'

interface Props {
  selection: RegistrationSelection
  search: RegistrationSearch
  season: number
  /** The number of registrations that the filters find. */
  total: number
}

const actions = [
  { kind: 'credit', label: 'Set hours', Icon: Clock8 },
  { kind: 'mail-certificates', label: 'Email certificates', Icon: Mail },
  { kind: 'move', label: 'Move', Icon: CalendarSync },
  { kind: 'delete', label: 'Delete', Icon: Trash2 },
] as const

const look = { size: 'compact-sm', variant: 'subtle', c: 'white' } as const

/** The bulk jobs for the selected registrations. */
export function SelectionBar({ selection, search, season, total }: Props) {
  const { chosen } = selection
  const isAll = chosen === 'all that match'
  const count = isAll ? total : chosen.ids.size
  if (count === 0) return null
  const registrations: BulkRegistrations = isAll
    ? { filter: filterOf(search, season) }
    : { ids: [...chosen.ids] }
  return (
    <section className={`row small ${styles.bar}`} aria-label="Selected registrations">
      <span className="strong figures" role="status">
        {isAll ? `All ${counted(count, 'registration')} that match` : `${shownCount(count)} selected`}
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
        {actions.map(({ kind, label, Icon }) => (
          <Button
            key={kind}
            {...look}
            leftSection={<Icon size={15} />}
            onClick={() => bulkJobs.show({ bulk: { kind, registrations } })}
          >
            {label}
          </Button>
        ))}
        <Button {...look} leftSection={<X size={15} />} onClick={selection.clear}>
          Clear
        </Button>
      </Group>
    </section>
  )
}
