import { useSearch } from '@tanstack/react-router'
import { BadgeCheck } from 'lucide-react'
import { useEffect } from 'react'
import type { Certificate } from '#contract/counting/certificates/calls.ts'
import { CertificateOf, DownloadButton, ShownCertificate } from './certificate-of.tsx'

/** The page of a certificate's link. It needs no sign-in. */
export default function CertificatePage() {
  const { certificate: code } = useSearch({ from: '/public/download' })
  return <CertificateOf code={code} known={(found, pdf) => <Download certificate={found} pdf={pdf} />} />
}

function Download({ certificate, pdf }: { certificate: Certificate; pdf: string }) {
  useEffect(() => downloadOnce(pdf), [pdf])
  return (
    <ShownCertificate
      certificate={certificate}
      icon={<BadgeCheck size={40} strokeWidth={1.5} color="var(--good)" />}
      heading="Your certificate"
      text="The file should download automatically. If it does not, use the button."
    >
      <DownloadButton pdf={pdf} />
    </ShownCertificate>
  )
}

const downloaded = new Set<string>()

function downloadOnce(pdf: string) {
  if (downloaded.has(pdf)) return
  downloaded.add(pdf)
  const link = document.createElement('a')
  link.href = pdf
  link.download = ''
  link.click()
}
