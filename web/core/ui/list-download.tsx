import { Button } from '@mantine/core'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useRef, useState } from 'react'
import type { ListFormat } from '#contract/core/list-files.ts'
import { listTypes } from '#contract/core/list-files.ts'
import { useAct } from '#web/core/api/act.ts'
import { saveStream } from './save-stream.ts'
import { toastDone } from './toasts.tsx'

interface Download<Given> {
  /** The file's name without its extension. */
  name: string
  /** The number of rows in the file. */
  total: number
  open: (given: Given, signal: AbortSignal) => Promise<ReadableStream<Uint8Array<ArrayBuffer>>>
  /** Begins the sentence about the saved rows: '12 people are'. */
  saved: string
}

const lineFeed = 10

/** Returns a way to save a list in a format. While it runs, returns its progress with a button that stops it. */
export function useListDownload<Given extends { format: ListFormat }>({
  name,
  total,
  open,
  saved,
}: Download<Given>): {
  download: (given: Given) => Promise<void>
  running: ReactNode
} {
  const [share, setShare] = useState<number>()
  const stopping = useRef<AbortController>(undefined)
  const { act: download, isRunning } = useAct(
    async (given: Given) => {
      const stop = new AbortController()
      stopping.current = stop
      // The lines of a packed workbook cannot be counted.
      const isCounted = given.format === 'csv'
      setShare(isCounted ? 0 : undefined)
      let lines = 0
      return await saveStream({
        name: `${name}.${given.format}`,
        type: listTypes[given.format],
        open: () => open(given, stop.signal),
        onPiece(piece) {
          if (!isCounted) return
          for (const byte of piece) if (byte === lineFeed) lines++
          setShare(Math.min(1, lines / (total + 1)))
        },
      }).then(
        (isSaved) => isSaved && given.format,
        (problem: unknown) => {
          if (stop.signal.aborted) return false
          throw problem
        },
      )
    },
    {
      failed: 'Failed to export CSV. Please try again.',
      tell: 'toast',
      done: (format) =>
        format && toastDone(`${saved} saved as ${format === 'csv' ? 'CSV' : 'an Excel workbook'}`),
    },
  )
  const running = isRunning && (
    <Button
      variant="default"
      size="xs"
      leftSection={<X size={15} />}
      onClick={() => stopping.current?.abort()}
    >
      <span className="figures" role="status">
        Stop the download{share !== undefined && ` (${Math.floor(share * 100)} %)`}
      </span>
    </Button>
  )
  return { download, running }
}
