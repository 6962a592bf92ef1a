import type { ListFormat } from '#contract/core/list-files.ts'
import { useAct } from '#web/core/api/act.ts'
import { DownloadButton } from './download-button.tsx'
import { saveFile } from './save-file.ts'

interface Props {
  /** Calls the server for the list. */
  read: (format: ListFormat) => Promise<Blob>
  /** The file's name without its extension. */
  name: string
  label?: string
  disabled?: boolean
  failed?: string
}

/** Downloads a short list that the server writes as a file, without progress. */
export function DownloadList({
  read,
  name,
  failed = "Couldn't download the file. Try again.",
  ...look
}: Props) {
  const { act: download, isRunning } = useAct(
    async (format: ListFormat) => saveFile(await read(format), `${name}.${format}`),
    { failed, tell: 'toast' },
  )
  return <DownloadButton {...look} loading={isRunning} onDownload={(format) => void download(format)} />
}
