import { Button } from '@mantine/core'
import { RefreshCw } from 'lucide-react'
import {
  getAllRegisteredUsers,
  getArrivals,
  mostArrivals,
} from '#contract/registrations/registration-lists/calls.ts'
import { useData } from '#web/core/api/data.tsx'
import { useReload } from '#web/core/api/reload.ts'
import { counted, shownCount } from '#web/core/texts/counts.ts'
import type { RegistrationSearch } from './registration-search.ts'
import { filterOf } from './registration-search.ts'

interface Props {
  search: RegistrationSearch
  season: number
  /** The newest registration when the list was read. */
  newestId: number
}

const everyMs = 4000

/** Counts the registrations since the list was read. The list stays until the button is pressed. */
export function NewRegistrations({ search, season, newestId }: Props) {
  const query = { ...filterOf(search, season), after: newestId }
  const { data } = useData(getArrivals, { query }, { every: everyMs })
  const reload = useReload()
  const count = data?.arrivals ?? 0
  return (
    <span role="status">
      {count > 0 && (
        <Button
          size="compact-sm"
          variant="light"
          radius="xl"
          leftSection={<RefreshCw size={13} />}
          onClick={() => void reload(getAllRegisteredUsers)}
        >
          {count === mostArrivals
            ? `${shownCount(count)} or more new registrations`
            : counted(count, 'new registration')}
        </Button>
      )}
    </span>
  )
}
