import { Button, Menu } from '@mantine/core'
import { ChevronDown, FileDown, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { seasonLabel } from '#contract/core/season.ts'
import { exportRegisteredUsersCsv } from '#contract/registration-lists/calls.ts'
import { useAct } from '#web/core/api/act.ts'
import { callStream } from '#web/core/api/call.ts'
import { counted } from '#web/core/texts/counts.ts'
import { saveStream } from '#web/core/ui/save-stream.ts'
import { SmallButton } from '#web/core/ui/small-button.tsx'
import { toastDone, toastError } from '#web/core/ui/toasts.tsx'
import { filterQuery, type RegistrationSearch } from './registration-search.ts'

interface Props {
  search: RegistrationSearch
  season: number
  /** The number of rows in the file. */
  total: number
}

const lineFeed = 10

/** Saves all registrations that match the filters as CSV, with its progress and a way to stop it. */
export function DownloadCsv({ search, season, total }: Props) {
  const [share, setShare] = useState(0)
  const stopping = useRef<AbortController>(undefined)
  const { act: download, isRunning } = useAct(
    async (columns?: 'all') => {
      const stop = new AbortController()
      stopping.current = stop
      setShare(0)
      let lines = 0
      const year = search.year ?? season
      return await saveStream({
        name: `registrations-${year === 'All' ? 'all' : seasonLabel(year)}.csv`,
        type: 'text/csv',
        open: () =>
          callStream(
            exportRegisteredUsersCsv,
            { query: { ...filterQuery(search, season), columns } },
            stop.signal,
          ),
        onPiece(piece) {
          for (const byte of piece) if (byte === lineFeed) lines++
          setShare(Math.min(1, lines / (total + 1)))
        },
      }).catch((problem: unknown) => {
        if (stop.signal.aborted) return false
        throw problem
      })
    },
    {
      failed: 'Failed to export CSV. Please try again.',
      tell: toastError,
      done: (isSaved) =>
        isSaved && toastDone(`${counted(total, 'registration is', 'registrations are')} saved as CSV`),
    },
  )
  if (isRunning) {
    return (
      <Button
        variant="default"
        size="xs"
        leftSection={<X size={15} />}
        onClick={() => stopping.current?.abort()}
      >
        <span className="figures" role="status">
          Stop the download ({Math.floor(share * 100)} %)
        </span>
      </Button>
    )
  }
  return (
    <Button.Group>
      <SmallButton icon={FileDown} onClick={() => void download(undefined)}>
        Download CSV
      </SmallButton>
      <Menu position="bottom-end">
        <Menu.Target>
          <SmallButton px={6} aria-label="More ways to download">
            <ChevronDown size={15} />
          </SmallButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => void download('all')}>
            With first and last name, consent and memberships
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Button.Group>
  )
}
