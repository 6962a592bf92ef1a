import { FileSpreadsheet } from 'lucide-react'
import { useState } from 'react'
import drop from '#web/core/ui/drop-zone.module.css'

interface Props {
  file: File | undefined
  /** A fact about the file, below its name. */
  note: string | undefined
  onFile: (file: File) => void
}

/** Takes one .csv file, dropped or chosen. */
export function CsvDrop({ file, note, onFile }: Props) {
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
        <strong>{file ? file.name : 'Drop a CSV file here, or choose one'}</strong>
        <span className="muted small">{file ? (note ?? '') : 'Only .csv files'}</span>
      </span>
      <input
        type="file"
        accept=".csv,text/csv"
        aria-label="CSV file"
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
