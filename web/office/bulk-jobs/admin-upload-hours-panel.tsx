import { Button, Group } from '@mantine/core'
import { FileDown } from 'lucide-react'
import { useState } from 'react'
import { mostHours } from '#contract/events/events/facts.ts'
import type { AdminSlot } from '#contract/events/slots/calls.ts'
import type { HoursRow, JudgedHours } from '#contract/office/bulk-jobs/hours.ts'
import {
  changesHours,
  getSlotHours,
  hoursVerdicts,
  importHours,
  isRefused,
  judgeHours,
} from '#contract/office/bulk-jobs/hours.ts'
import { getAllRegisteredUsers } from '#contract/registrations/registration-lists/calls.ts'
import { useAct } from '#web/core/api/act.ts'
import { useData } from '#web/core/api/data.tsx'
import { counted } from '#web/core/texts/counts.ts'
import { FormProblem } from '#web/core/ui/form-problem.tsx'
import { Hint } from '#web/core/ui/hint.tsx'
import type { DialogProps } from '#web/core/ui/later.tsx'
import { saveFile } from '#web/core/ui/save-file.ts'
import { SidePanel } from '#web/core/ui/side-panel.tsx'
import { toastDone } from '#web/core/ui/toasts.tsx'
import { UnavailableButton } from '#web/core/ui/unavailable-button.tsx'
import { useUnsavedChanges } from '#web/core/ui/unsaved-changes.ts'
import { ProviderMissing } from '#web/foundation/training-providers/provider-missing.tsx'
import { BulkForm, MailsCertificates } from './bulk-form.tsx'
import type { Previewed } from './bulk-preview.tsx'
import { BulkPreview, hoursBeforeAndAfter } from './bulk-preview.tsx'
import { CsvDrop } from './csv-drop.tsx'
import type { ReadHours } from './hours-csv.ts'
import { sampleCsv } from './hours-csv.ts'
import type { Report } from './hours-report.tsx'
import { HoursReport } from './hours-report.tsx'
import { readHoursFile } from './read-hours-file.ts'
import { SlotPicker, useOnlySlot } from './slot-picker.tsx'

/** 'Upload CSV Hours': reads a list, shows the effect of each row, sends it, and reports on each row. */
export default function AdminUploadHoursPanel({ isOpen, onClose }: DialogProps) {
  return (
    <SidePanel isOpen={isOpen} onClose={onClose} size={760} title="Upload CSV Hours">
      <Upload onClose={onClose} />
    </SidePanel>
  )
}

function Upload({ onClose }: { onClose: () => void }) {
  const onlySlot = useOnlySlot()
  const [slot, setSlot] = useState<AdminSlot | undefined>(onlySlot)
  const [file, setFile] = useState<File>()
  const [read, setRead] = useState<ReadHours>()
  const [mails, setMails] = useState(true)
  const [problem, setProblem] = useState<string>()
  const [report, setReport] = useState<Report>()
  useUnsavedChanges(!report && (slot?.eventSlotId !== onlySlot?.eventSlotId || file !== undefined))
  const known = useData(
    getSlotHours,
    { query: { eventSlotId: slot?.eventSlotId ?? 0 } },
    { isEnabled: slot !== undefined, isSteady: true },
  )
  const rows = read && 'rows' in read ? read.rows : undefined
  const judged = rows && slot && known.data && judgeHours(rows, known.data)
  const changing = judged?.filter(({ verdict }) => changesHours(verdict)).length ?? 0
  const send = useAct(importHours, {
    reloads: [getAllRegisteredUsers, getSlotHours],
    failed: 'Something went wrong during submission.',
    done: ({ results, jobId }) => {
      setReport({ results, jobId })
      toastDone('Uploaded bulk hours, please check the report for details.')
    },
  })

  async function take(next: File) {
    setFile(next)
    setRead(undefined)
    setProblem(undefined)
    setRead(await readHoursFile(next))
  }

  if (report) {
    const body = { eventSlotId: slot?.eventSlotId ?? 0, mailsCertificates: mails, data: rows ?? [] }
    return <HoursReport report={report} sent={body} onReport={setReport} onClose={onClose} />
  }
  return (
    <BulkForm
      start={send}
      problem={problem ?? send.problem ?? (read && 'problem' in read ? read.problem : undefined)}
      label={judged ? `Submit for ${counted(changing, 'person', 'people')}` : 'Submit'}
      isReady={judged === undefined || changing > 0}
      why={slot ? undefined : 'Choose a time slot first'}
      onStart={() => {
        if (!rows || !slot) {
          return setProblem('Please upload a valid CSV and select a slot before submission.')
        }
        void send.act({ body: { eventSlotId: slot.eventSlotId, mailsCertificates: mails, data: rows } })
      }}
      onCancel={onClose}
    >
      <SlotPicker
        chosen={slot}
        onChoose={(next) => {
          setSlot(next)
          setProblem(undefined)
        }}
      />
      <div>
        <CsvDrop file={file} note={rows && counted(rows.length, 'row')} onFile={(next) => void take(next)} />
        <Group justify="space-between" mt={6} gap="sm">
          <Hint>Columns: email (or name), hours (0 to {mostHours}), notes. Up to 10,000 rows.</Hint>
          <Group gap={4}>
            <UnavailableButton
              variant="subtle"
              size="compact-sm"
              leftSection={<FileDown size={14} />}
              why="No report available to download."
            >
              Download report
            </UnavailableButton>
            <Button
              variant="subtle"
              size="compact-sm"
              leftSection={<FileDown size={14} />}
              onClick={() => saveFile(new Blob([sampleCsv], { type: 'text/csv' }), 'sample-hours.csv')}
            >
              Sample CSV
            </Button>
          </Group>
        </Group>
      </div>
      {judged?.some(({ verdict }) => verdict === 'no-provider') && <ProviderMissing />}
      {known.error && <FormProblem text="Couldn't load this time slot's registrations." />}
      {rows && judged && <BulkPreview label="What each row would do" rows={previewedRows(rows, judged)} />}
      {rows && <MailsCertificates isChosen={mails} onChoose={setMails} />}
    </BulkForm>
  )
}

function previewedRows(rows: HoursRow[], judged: JudgedHours<{ hours: number }>[]): Previewed[] {
  return judged.map(({ verdict, registration, words }, index) => {
    const { email, hours } = rows[index] as HoursRow
    return {
      who: email,
      more: `Row ${index + 1} · ${hoursBeforeAndAfter(registration?.hours ?? hours, hours)}`,
      why: words,
      verdict: hoursVerdicts[verdict],
      isChanging: changesHours(verdict),
      isRefused: isRefused(verdict),
    }
  })
}
