import { Button } from '@mantine/core'
import { Download } from 'lucide-react'
import { getYearCertificates } from '#contract/certificates/calls.ts'
import { seasonLabel } from '#contract/core/season.ts'
import type { RenewalYear } from '#contract/registrations/renewal-years.ts'
import { useAct } from '#web/core/api/act.ts'
import { callFile } from '#web/core/api/call.ts'
import { saveFile } from '#web/core/ui/save-file.ts'
import { toastError } from '#web/core/ui/toasts.tsx'

/** Saves the certificates of a renewal year as one PDF; nothing where there are none. */
export function YearCertificates({ year: { season, hasCertificates } }: { year: RenewalYear }) {
  const { act: download, isRunning } = useAct(
    async () => {
      const pdf = await callFile(getYearCertificates, { params: { season } })
      saveFile(pdf, `certificates-${seasonLabel(season)}.pdf`)
    },
    { failed: 'The certificates could not be downloaded. Please try again.', tell: toastError },
  )
  if (!hasCertificates) return null
  return (
    <Button
      variant="light"
      size="sm"
      leftSection={<Download size={16} aria-hidden />}
      loading={isRunning}
      onClick={() => void download()}
    >
      Certificates of {seasonLabel(season)} (PDF)
    </Button>
  )
}
