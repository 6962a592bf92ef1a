import { Anchor } from '@mantine/core'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { FileInput } from 'lucide-react'
import { paths } from '#contract/core/paths.ts'
import type { ImportSummary } from '#contract/office/imports/calls.ts'
import { getImports, importDaysKept } from '#contract/office/imports/calls.ts'
import { importKinds } from '#contract/office/imports/columns.ts'
import { useData } from '#web/core/api/data.tsx'
import { shownCount } from '#web/core/texts/counts.ts'
import { shownInstant } from '#web/core/texts/instants.ts'
import { EmptyState } from '#web/core/ui/empty-state.tsx'
import { Loaded } from '#web/core/ui/loaded.tsx'
import { AdminPage } from '#web/core/ui/page-frame.tsx'
import { RecordTable } from '#web/core/ui/record-table.tsx'
import { TableSkeleton } from '#web/core/ui/table-skeleton.tsx'
import { AdminImport } from './admin-import.tsx'
import { AdminImportUpload } from './admin-import-upload.tsx'
import { countWords, stateLabels } from './import-words.ts'

/** 'Import': a file of people, registrations or earlier certificates. The address keeps the import. */
export default function AdminImportsPage() {
  const { import: shown } = useSearch({ strict: false }) as Record<string, unknown>
  const imports = useData(getImports, {})
  const navigate = useNavigate()
  const show = (importId: string) => void navigate({ to: '.', search: { import: importId } as never })
  if (typeof shown === 'string') {
    return (
      <AdminPage
        // Another page than the list, so that its heading takes the focus.
        key={shown}
        title="Import"
        about={
          <Anchor component={Link} to={paths.imports()} search={{} as never} fz="inherit">
            All imports
          </Anchor>
        }
      >
        <AdminImport importId={shown} />
      </AdminPage>
    )
  }
  return (
    <AdminPage
      title="Import"
      about={`You see what each row will do before anything is saved. No one is emailed unless you ask. Rows are deleted after ${importDaysKept} days.`}
    >
      <AdminImportUpload onUploaded={show} />
      <Loaded of={imports} loading={<TableSkeleton label="Loading the imports" />}>
        {({ imports }) =>
          imports.length === 0 ? (
            <EmptyState icon={FileInput} title="No imports yet" text="Uploaded files will show up here." />
          ) : (
            <section className="card" aria-label="Imports">
              <ImportTable imports={imports} />
            </section>
          )
        }
      </Loaded>
    </AdminPage>
  )
}

function ImportTable({ imports }: { imports: ImportSummary[] }) {
  return (
    <RecordTable
      label="Imports"
      rows={imports}
      rowId={({ importId }) => importId}
      columns={{
        File: ({ importId, fileName }) => (
          <Anchor
            component={Link}
            to={paths.imports()}
            search={{ import: importId } as never}
            className="anywhere"
            fz="inherit"
          >
            {fileName}
          </Anchor>
        ),
        Content: ({ kind }) => importKinds[kind].label,
        Rows: ({ total }) => shownCount(total),
        State: ({ state }) => stateLabels[state],
        Result: ({ state, counts, hasRows }) => (hasRows && state !== 'uploaded' ? countWords(counts) : ''),
        Uploaded: ({ uploadedAt, uploadedBy }) =>
          `${shownInstant(uploadedAt)}${uploadedBy ? `, ${uploadedBy}` : ''}`,
      }}
    />
  )
}
