import { create } from 'zustand'
import {
  certificateMessages,
  generateCertificate,
  getCertificatePdf,
  sendCertificate,
} from '#contract/certificates.ts'
import { getEmailLogs } from '#contract/mails.ts'
import { getAllRegisteredUsers } from '#contract/registrations.ts'
import { ApiError, call, callFile } from '#web/platform/api/call.ts'
import { useChangeData } from '#web/platform/api/change-data.ts'
import { useReload } from '#web/platform/api/data.tsx'
import { explanation } from '#web/platform/ui/failure.tsx'
import { saveFile } from '#web/platform/ui/save-file.ts'
import { toastDone, toastError } from '#web/platform/ui/toasts.tsx'

/** What is being done for a registration's certificate, and the hours chosen meanwhile. */
export interface CertificateWork {
  kind: 'generating' | 'downloading' | 'sending'
  hours?: number
}

// Outside of the rows: a row that scrolls out of sight is taken down, its work goes on.
const useRunning = create<Record<number, CertificateWork>>(() => ({}))

/** The certificate of one registration: what runs for it, and what an administrator can start. One thing at a time. */
export function useCertificateWork(registrationId: number) {
  const work = useRunning((running) => running[registrationId])
  const changeRows = useChangeData(getAllRegisteredUsers)
  const reload = useReload()

  async function generate(hours: number): Promise<string> {
    const { link } = await call(generateCertificate, { body: { registrationId, hours } })
    changeRows((data) => ({
      ...data,
      registrations: data.registrations.map((row) =>
        row.registrationId === registrationId ? { ...row, hours, certificateLink: link } : row,
      ),
    }))
    return link
  }

  const issue = (hours: number) =>
    start(
      { kind: 'generating', hours },
      () => certificateMessages.notGenerated,
      async () => {
        await generate(hours)
        toastDone(certificateMessages.generated)
      },
    )

  const download = (hours: number, fileName: string) =>
    start(
      { kind: 'downloading' },
      () => certificateMessages.notGenerated,
      async () => {
        const code = new URL(await generate(hours), location.href).searchParams.get('certificate') ?? ''
        saveFile(await callFile(getCertificatePdf, { params: { code } }), fileName)
      },
    )

  const send = () =>
    start({ kind: 'sending' }, explanation, async () => {
      await call(sendCertificate, { body: { registrationId } })
      toastDone(certificateMessages.sent)
      void reload(getEmailLogs)
    })

  async function start(next: CertificateWork, excuse: (error: unknown) => string, run: () => Promise<void>) {
    if (useRunning.getState()[registrationId]) return
    useRunning.setState({ [registrationId]: next })
    try {
      await run()
    } catch (error) {
      // A session that ended is told once, by the page that it leads to.
      if (!(error instanceof ApiError && error.code === 'SIGNED_OUT')) toastError(excuse(error))
    } finally {
      useRunning.setState(({ [registrationId]: _, ...others }) => others, true)
    }
  }

  return { work, issue, download, send }
}
