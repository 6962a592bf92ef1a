import {
  certificateMessages,
  generateCertificate,
  getCertificatePdf,
  sendCertificate,
} from '#contract/certificates.ts'
import type { Input } from '#contract/endpoint.ts'
import { getEmailLogs } from '#contract/mails.ts'
import { getAllRegisteredUsers } from '#contract/registrations.ts'
import { useAct } from '#web/platform/api/act.ts'
import { call, callFile } from '#web/platform/api/call.ts'
import { useChangeData } from '#web/platform/api/change-data.ts'
import { saveFile } from '#web/platform/ui/save-file.ts'
import { toastDone, toastError } from '#web/platform/ui/toasts.tsx'

/** What an administrator can do for the certificate of one registration, one thing at a time. */
export function useCertificateWork(registrationId: number) {
  const lane = `certificate of ${registrationId}`
  const changeRows = useChangeData(getAllRegisteredUsers)
  const { notGenerated, generated, sent } = certificateMessages

  function show({ link }: { link: string }, { body: { hours } }: Issue): void {
    changeRows((data) => ({
      ...data,
      registrations: data.registrations.map((row) =>
        row.registrationId === registrationId ? { ...row, hours, certificateLink: link } : row,
      ),
    }))
  }

  return {
    issue: useAct(generateCertificate, {
      lane,
      done: (answer, given) => {
        show(answer, given)
        toastDone(generated)
      },
      failed: notGenerated,
      tell: toastError,
    }),
    download: useAct(saveCertificate, { lane, done: show, failed: notGenerated, tell: toastError }),
    send: useAct(sendCertificate, {
      lane,
      done: () => toastDone(sent),
      tell: toastError,
      reloads: [getEmailLogs],
    }),
  }
}

type Issue = Input<typeof generateCertificate>

async function saveCertificate({ body, fileName }: Issue & { fileName: string }) {
  const answer = await call(generateCertificate, { body })
  const code = new URL(answer.link, location.href).searchParams.get('certificate') ?? ''
  saveFile(await callFile(getCertificatePdf, { params: { code } }), fileName)
  return answer
}
