import { Button, Checkbox, Select } from '@mantine/core'
import { useState } from 'react'
import type { Data } from '#contract/core/endpoint.ts'
import type { Import } from '#contract/office/imports/calls.ts'
import {
  getImport,
  getImports,
  importVerdicts,
  previewImport,
  startImport,
  verdictLabels,
} from '#contract/office/imports/calls.ts'
import type { ImportField } from '#contract/office/imports/columns.ts'
import { columnsProblem, importFieldLabel, importKinds } from '#contract/office/imports/columns.ts'
import { useAct } from '#web/core/api/act.ts'
import { counted, shownCount } from '#web/core/texts/counts.ts'
import { FormProblem } from '#web/core/ui/form-problem.tsx'
import { PeopleList } from '#web/core/ui/people-list.tsx'
import { RecordTable } from '#web/core/ui/record-table.tsx'

/** Chooses the field of each column, shows the verdicts about the rows, and starts the import. */
export function AdminImportSetup({ of }: { of: Import }) {
  const { importId, kind, fileName, headings, total } = of
  const [columns, setColumns] = useState<(ImportField | null)[]>(of.columns)
  const [preview, setPreview] = useState<Data<typeof previewImport>>()
  const check = useAct(previewImport, { done: setPreview })
  const problem = columnsProblem(kind, columns, headings.length)
  return (
    <div className="stack">
      <section className="card pad stack" aria-labelledby="import-columns">
        <div>
          <h2 id="import-columns">Columns of {fileName}</h2>
          <p className="small muted">
            {importKinds[kind].label}, {counted(total, 'row')}. Choose what each column has. Your choice is
            kept for later files with the same headings.
          </p>
        </div>
        <ColumnTable
          of={of}
          columns={columns}
          onChange={(next) => {
            setColumns(next)
            setPreview(undefined)
          }}
        />
        {kind === 'people' && columns.some((field) => field === 'consentOn' || field === 'consentWords') && (
          <p className="small muted">
            A row puts its person on the mailing list and lets sponsors have their registrations. Import it
            only if the words say both. A row without date or words changes nothing.
          </p>
        )}
        <FormProblem text={check.problem ?? problem} />
        <Button
          variant={preview ? 'default' : 'filled'}
          disabled={problem !== undefined}
          loading={check.isRunning}
          onClick={() => void check.act({ params: { importId }, body: { columns } })}
          style={{ justifySelf: 'start' }}
        >
          Check the rows
        </Button>
      </section>
      {preview && <Verdicts of={of} preview={preview} />}
    </div>
  )
}

interface Columns {
  of: Import
  columns: (ImportField | null)[]
  onChange: (columns: (ImportField | null)[]) => void
}

function ColumnTable({ of: { kind, headings, firstRows }, columns, onChange }: Columns) {
  const rows = headings.map((heading, place) => ({
    place,
    heading: heading || `Column ${place + 1}`,
    examples: firstRows.flatMap((cells) => cells[place] || []).join(' · '),
  }))
  const options = importKinds[kind].fields.map((value) => ({ value, label: importFieldLabel(value) }))
  return (
    <RecordTable
      label="Columns"
      rows={rows}
      rowId={({ place }) => place}
      isOver={({ place }) => columns[place] === null}
      columns={{
        'In the file': ({ heading }) => <strong className="anywhere">{heading}</strong>,
        'First rows': ({ examples }) => <span className="small muted anywhere">{examples}</span>,
        Becomes: ({ place, heading }) => (
          <Select
            aria-label={`Field of ${heading}`}
            placeholder="Not imported"
            size="sm"
            data={options}
            value={columns[place] ?? null}
            clearable
            searchable
            clearButtonProps={{ 'aria-label': `Don't import ${heading}` }}
            comboboxProps={{ withinPortal: false }}
            onChange={(field) =>
              onChange(columns.map((each, other) => (other === place ? (field as ImportField | null) : each)))
            }
          />
        ),
      }}
    />
  )
}

const toneOf = { new: 'good', changes: 'info', same: undefined, refused: 'warn' } as const

/** The words of verdicts before the import. */
const comingLabels = { ...verdictLabels, changes: 'Will change' }

function Verdicts({ of, preview: { counts, rows } }: { of: Import; preview: Data<typeof previewImport> }) {
  const { importId, kind } = of
  const [mailsConfirmations, setMails] = useState(false)
  const start = useAct(startImport, { reloads: [getImport, getImports] })
  const writing = counts.new + counts.changes
  const hidden = importVerdicts.some(
    (verdict) => counts[verdict] > rows.filter((row) => row.verdict === verdict).length,
  )
  return (
    <section className="card pad stack" aria-labelledby="import-verdicts">
      <h2 id="import-verdicts">Rows</h2>
      <p className="row small figures" role="status">
        {importVerdicts.map((verdict) => (
          <span key={verdict} className="pill" data-tone={counts[verdict] > 0 ? toneOf[verdict] : undefined}>
            {comingLabels[verdict]} ({shownCount(counts[verdict])})
          </span>
        ))}
      </p>
      <PeopleList
        label="What each row will do"
        people={rows.map(({ line, email, verdict, why }) => ({
          who: email || 'No email',
          more: `Row ${line} · ${comingLabels[verdict]}`,
          why,
          isRefused: verdict === 'refused',
        }))}
      />
      {hidden && <p className="small muted">The first hundred rows of each kind.</p>}
      {kind === 'registrations' && (
        <Checkbox
          label="Email confirmations"
          description="For time slots that have not begun. Otherwise no one is emailed, and no reminders follow."
          checked={mailsConfirmations}
          onChange={(event) => setMails(event.currentTarget.checked)}
        />
      )}
      {writing === 0 && <p className="small muted">Importing these rows changes nothing.</p>}
      <FormProblem text={start.problem} />
      <Button
        disabled={writing === 0}
        loading={start.isRunning}
        onClick={() => void start.act({ params: { importId }, body: { mailsConfirmations } })}
        style={{ justifySelf: 'start' }}
      >
        Import {counted(writing, 'row')}
      </Button>
    </section>
  )
}
