import { Button, Stack } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { BadgeCheck } from 'lucide-react'
import { useEffect } from 'react'
import { type Certificate, getCertificatePdf } from '#contract/certificates/calls.ts'
import { addressOf } from '#web/core/api/call.ts'
import { PageHeading } from '#web/core/ui/page-heading.tsx'
import { CertificateFacts } from './certificate-facts.tsx'
import { CertificateOf, PortalLink } from './certificate-of.tsx'

/** Where a certificate's link leads; open to everybody who has it. */
export default function CertificatePage() {
  const { certificate: code } = useSearch({ from: '/public/download' })
  return (
    <CertificateOf
      code={code}
      known={(certificate, of) => <Download certificate={certificate} code={of} />}
    />
  )
}

function Download({ certificate, code }: { certificate: Certificate; code: string }) {
  const pdf = addressOf(getCertificatePdf, { params: { code } })
  useEffect(() => downloadOnce(pdf), [pdf])
  return (
    <Stack gap="lg" data-wide>
      <BadgeCheck size={40} strokeWidth={1.5} color="var(--good)" />
      <PageHeading
        tab="Certificate"
        text="The file should download automatically. If it does not, use the button."
      >
        Your certificate
      </PageHeading>
      <CertificateFacts certificate={certificate} />
      <Button component="a" href={pdf} download size="md">
        Download Certificate
      </Button>
      <PortalLink />
    </Stack>
  )
}

const downloaded = new Set<string>()

function downloadOnce(pdf: string): void {
  if (downloaded.has(pdf)) return
  downloaded.add(pdf)
  const link = document.createElement('a')
  link.href = pdf
  link.download = ''
  link.click()
}
