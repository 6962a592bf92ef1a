import { FileButton } from '@mantine/core'
import { FileDown, Upload } from 'lucide-react'
import { useRef } from 'react'
import type { SignInSheet } from '#contract/attendance/sign-in-sheets/calls.ts'
import {
  getSignInSheetFile,
  getSignInSheets,
  uploadSignInSheet,
} from '#contract/attendance/sign-in-sheets/calls.ts'
import { useAct } from '#web/core/api/act.ts'
import { sendFile } from '#web/core/api/upload.ts'
import { can } from '#web/core/session/can.ts'
import { shownInstant } from '#web/core/texts/instants.ts'
import { FormProblem } from '#web/core/ui/form-problem.tsx'
import { saveFileOf } from '#web/core/ui/save-file.ts'
import { SmallButton } from '#web/core/ui/small-button.tsx'

/** The signed sheets' scans, stored as evidence. */
export function AdminSheetScans({ eventSlotId, sheets }: { eventSlotId: number; sheets: SignInSheet[] }) {
  const reset = useRef<() => void>(null)
  const upload = useAct(send, {
    reloads: [getSignInSheets],
    toast: 'Scan saved with this time slot',
    failed: "Couldn't upload the file. Try again.",
  })
  return (
    <section className="card pad stack" aria-labelledby="scans">
      <div className="spread">
        <h2 id="scans">Signed sheets</h2>
        {can(uploadSignInSheet) && (
          <FileButton
            resetRef={reset}
            accept=".pdf,.jpg,.jpeg,.png,application/pdf,image/jpeg,image/png"
            onChange={(file) => {
              // Without this, choosing the same file again fires no event.
              reset.current?.()
              if (file) void upload.act({ eventSlotId, file })
            }}
          >
            {(props) => (
              <SmallButton {...props} icon={Upload} loading={upload.isRunning}>
                Upload scan
              </SmallButton>
            )}
          </FileButton>
        )}
      </div>
      <FormProblem text={upload.problem} />
      {sheets.length === 0 ? (
        <p className="muted small">
          No scans yet. Upload the signed sheet as PDF, JPEG or PNG (20 MB at most). We keep it for three
          years.
        </p>
      ) : (
        <ul className="stack anywhere figures">
          {sheets.map((sheet) => (
            <li key={sheet.sheetId} className="spread">
              <Scan sheet={sheet} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Scan({ sheet }: { sheet: SignInSheet }) {
  const { fileName, sha256, uploadedAt, uploadedBy } = sheet
  const download = useAct(save, {
    failed: "Couldn't download the scan. Try again.",
    tell: 'toast',
  })
  return (
    <>
      <div>
        <div>{fileName}</div>
        <div className="muted small">
          {shownInstant(uploadedAt)}
          {uploadedBy && `, by ${uploadedBy}`}
        </div>
        <div className="muted tiny">SHA-256 {sha256}</div>
      </div>
      <SmallButton
        needs={getSignInSheetFile}
        icon={FileDown}
        aria-label={`Download ${fileName}`}
        {...download.button(sheet)}
      >
        Download
      </SmallButton>
    </>
  )
}

function send({ eventSlotId, file }: { eventSlotId: number; file: File }): Promise<SignInSheet> {
  return sendFile(uploadSignInSheet, { params: { eventSlotId } }, file)
}

async function save({ sheetId, fileName }: SignInSheet) {
  await saveFileOf(getSignInSheetFile, { params: { sheetId } }, fileName)
}
