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
import { callFile } from '#web/core/api/call.ts'
import { sendFile } from '#web/core/api/upload.ts'
import { shownInstant } from '#web/core/texts/instants.ts'
import { Allowed } from '#web/core/ui/allowed.tsx'
import { FormProblem } from '#web/core/ui/form-problem.tsx'
import { saveFile } from '#web/core/ui/save-file.ts'
import { SmallButton } from '#web/core/ui/small-button.tsx'
import { toastDone, toastError } from '#web/core/ui/toasts.tsx'

/** The signed sheets' scans, stored as evidence. */
export function AdminSheetScans({ eventSlotId, sheets }: { eventSlotId: number; sheets: SignInSheet[] }) {
  const reset = useRef<() => void>(null)
  const upload = useAct(send, {
    reloads: [getSignInSheets],
    done: () => toastDone('The scan is kept with this time slot'),
    failed: 'The file could not be sent. Please try again.',
  })
  return (
    <section className="card pad stack" aria-labelledby="scans">
      <div className="spread">
        <h2 id="scans">Signed sheets</h2>
        <Allowed to={uploadSignInSheet}>
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
        </Allowed>
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
    failed: 'The scan could not be saved. Please try again.',
    tell: toastError,
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
      <Allowed to={getSignInSheetFile}>
        <SmallButton
          icon={FileDown}
          aria-label={`Download ${fileName}`}
          loading={download.isRunning}
          onClick={() => void download.act(sheet)}
        >
          Download
        </SmallButton>
      </Allowed>
    </>
  )
}

function send({ eventSlotId, file }: { eventSlotId: number; file: File }): Promise<SignInSheet> {
  return sendFile(uploadSignInSheet, { params: { eventSlotId } }, file)
}

async function save({ sheetId, fileName }: SignInSheet): Promise<void> {
  saveFile(await callFile(getSignInSheetFile, { params: { sheetId } }), fileName)
}
