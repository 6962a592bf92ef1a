import { Button } from '@mantine/core'
import { RefreshCw } from 'lucide-react'
import { getAllRegisteredUsers, getArrivals, mostArrivals } from '#contract/registration-lists/calls.ts'
import { useData } from '#web/core/api/data.tsx'
import { useReload } from '#web/core/api/reload.ts'
import { shownCount } from '#web/core/texts/counts.ts'
import { filterQuery, type RegistrationSearch } from './registration-search.ts'

interface Props {
  search: RegistrationSearch
  season: number
  /** The newest registration when the list was read. */
  newestId: number
}

const everyMs = 4000

/** Says how many have registered since the list was read; no row moves until somebody asks for them. */
export function NewRegistrations({ search, season, newestId }: Props) {
  const { sort: _, order: __, ...filter } = filterQuery(search, season)
  const { data } = useData(getArrivals, { query: { ...filter, after: newestId } }, { every: everyMs })
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
          {count === mostArrivals ? `${shownCount(count)} or more` : count} new{' '}
          {count === 1 ? 'registration' : 'registrations'}
        </Button>
      )}
    </span>
  )
}
