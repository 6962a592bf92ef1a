import { Button } from '@mantine/core'
import { X } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { useAct } from '#web/core/api/act.ts'
import { saveStream } from './save-stream.ts'
import { toastDone, toastError } from './toasts.tsx'

interface Download<Given> {
  name: string
  /** The number of rows in the file. */
  total: number
  open: (given: Given, signal: AbortSignal) => Promise<ReadableStream<Uint8Array<ArrayBuffer>>>
  /** Says what was saved. */
  saved: string
}

const lineFeed = 10

/** Returns a way to save a list as CSV, and while it runs its progress with a button that stops it. */
export function useCsvDownload<Given>({ name, total, open, saved }: Download<Given>): {
  download: (given: Given) => Promise<void>
  running: ReactNode
} {
  const [share, setShare] = useState(0)
  const stopping = useRef<AbortController>(undefined)
  const { act: download, isRunning } = useAct(
    async (given: Given) => {
      const stop = new AbortController()
      stopping.current = stop
      setShare(0)
      let lines = 0
      return await saveStream({
        ...{ name, type: 'text/csv' },
        open: () => open(given, stop.signal),
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
      done: (isSaved) => isSaved && toastDone(saved),
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
        Stop the download ({Math.floor(share * 100)} %)
      </span>
    </Button>
  )
  return { download, running }
}
