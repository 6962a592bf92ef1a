import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import {
  getImports,
  importKindField,
  mostImportBytes,
  mostImportRows,
  uploadImport,
} from '#contract/office/imports/calls.ts'
import type { ImportKind } from '#contract/office/imports/columns.ts'
import { importFieldLabel, importKinds } from '#contract/office/imports/columns.ts'
import { useAct } from '#web/core/api/act.ts'
import { sendFile } from '#web/core/api/upload.ts'
import { shownCount } from '#web/core/texts/counts.ts'
import { FormProblem } from '#web/core/ui/form-problem.tsx'
import { CsvDrop } from '#web/office/bulk-jobs/csv-drop.tsx'

const kinds = Object.keys(importKinds) as ImportKind[]

interface Upload {
  kind: ImportKind
  file: File
}

function upload({ kind, file }: Upload) {
  return sendFile(uploadImport, {}, file, { texts: { [importKindField]: kind } })
}

/** Takes a file to import, after its content is chosen. */
export function AdminImportUpload({ onUploaded }: { onUploaded: (importId: string) => void }) {
  const [kind, setKind] = useState<ImportKind>('people')
  const send = useAct(upload, {
    reloads: [getImports],
    failed: "Couldn't upload the file. Try again.",
    done: ({ importId }) => onUploaded(importId),
  })
  const needed = importKinds[kind].required.map(importFieldLabel).join(', ')
  return (
    <section className="card pad stack" aria-labelledby="import-upload">
      <h2 id="import-upload">New import</h2>
      <SegmentedControl
        aria-label="Content of the file"
        value={kind}
        onChange={(value) => setKind(value as ImportKind)}
        data={kinds.map((value) => ({ value, label: importKinds[value].label }))}
        style={{ justifySelf: 'start' }}
      />
      <CsvDrop
        file={send.given?.file}
        note={send.isRunning ? 'Reading the file…' : undefined}
        takes={{ accept: '.csv,.txt,.tsv,.xlsx,text/csv,text/plain', words: 'CSV or Excel workbook (.xlsx)' }}
        onFile={(file) => void send.act({ kind, file })}
      />
      <p className="small muted">
        Needs columns for: {needed}. The first line names the columns. Up to {shownCount(mostImportRows)} rows
        and {mostImportBytes / 1024 / 1024} MB.
      </p>
      <FormProblem text={send.problem} />
    </section>
  )
}
