import { FileSpreadsheet } from 'lucide-react'
import { useState } from 'react'
import drop from '#web/core/ui/drop-zone.module.css'

interface Props {
  file: File | undefined
  /** A fact about the file, below its name. */
  note: string | undefined
  /** The files that it takes; by default only CSV. */
  takes?: { accept: string; words: string }
  onFile: (file: File) => void
}

const onlyCsv = { accept: '.csv,text/csv', words: 'Only .csv files' }

/** Takes one file of rows, dropped or chosen. */
export function CsvDrop({ file, note, takes = onlyCsv, onFile }: Props) {
  const [isOver, setOver] = useState(false)
  return (
    <label
      className={`${drop.zone} ${drop.choose}`}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        const [dropped] = event.dataTransfer.files
        if (dropped) onFile(dropped)
      }}
    >
      <FileSpreadsheet size={26} strokeWidth={1.6} />
      <span>
        <strong>
          {file
            ? file.name
            : takes === onlyCsv
              ? 'Drop a CSV file here, or choose one'
              : 'Drop a file here, or choose one'}
        </strong>
        <span className="muted small">{file ? (note ?? '') : takes.words}</span>
      </span>
      <input
        type="file"
        accept={takes.accept}
        aria-label={takes === onlyCsv ? 'CSV file' : 'File to import'}
        onChange={(event) => {
          const [chosen] = event.currentTarget.files ?? []
          if (chosen) onFile(chosen)
          // Without this, choosing the same file again after an edit fires no event.
          event.currentTarget.value = ''
        }}
      />
    </label>
  )
}
