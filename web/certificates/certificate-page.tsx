import { Anchor, Button, Stack, Text } from '@mantine/core'
import { Link, useSearch } from '@tanstack/react-router'
import { BadgeCheck, FileQuestion, FileX } from 'lucide-react'
import { useEffect } from 'react'
import { type Certificate, getCertificate, getCertificatePdf } from '#contract/certificates.ts'
import { paths } from '#contract/paths.ts'
import { refusals } from '#contract/refusals.ts'
import { addressOf } from '#web/platform/api/call.ts'
import { DataProvider, useData } from '#web/platform/api/data.tsx'
import { shownInstant } from '#web/platform/texts/instants.ts'
import { Failure } from '#web/platform/ui/failure.tsx'
import { PageHeading } from '#web/platform/ui/page-heading.tsx'
import { PageLoading } from '#web/platform/ui/page-loading.tsx'
import { CertificateFacts } from './certificate-facts.tsx'

/** Where a certificate's link and its QR code lead; open to everybody who has it. */
export default function CertificatePage() {
  const { certificate: code, view } = useSearch({ from: '/public/download' })
  return (
    <DataProvider>
      {code ? <CertificateOf code={code} isVerification={view === 'verification'} /> : <Unknown />}
    </DataProvider>
  )
}

function CertificateOf({ code, isVerification }: { code: string; isVerification: boolean }) {
  const { data, error, reload } = useData(getCertificate, { params: { code } })
  if (data?.withdrawnAt) return <Withdrawn certificate={data} withdrawnAt={data.withdrawnAt} />
  if (data)
    return (
      <Known
        certificate={data}
        pdf={addressOf(getCertificatePdf, { params: { code } })}
        isVerification={isVerification}
      />
    )
  if (!error) {
    return (
      <>
        <PageHeading>Certificate</PageHeading>
        <PageLoading text="Loading" />
      </>
    )
  }
  if (error.code === 'CERTIFICATE_NOT_FOUND' || error.code === 'INVALID_FIELDS') return <Unknown />
  return (
    <Stack gap="lg">
      <PageHeading>Certificate</PageHeading>
      <Failure error={error} retry={reload} />
    </Stack>
  )
}

function Known({
  certificate,
  pdf,
  isVerification,
}: {
  certificate: Certificate
  pdf: string
  isVerification: boolean
}) {
  useEffect(() => {
    if (!isVerification) downloadOnce(pdf)
  }, [pdf, isVerification])

  return (
    <Stack gap="lg" data-wide>
      <BadgeCheck size={40} strokeWidth={1.5} color="#0a6e54" aria-hidden />
      <div>
        <PageHeading tab="Certificate">
          {isVerification ? 'This certificate is genuine' : 'Your certificate'}
        </PageHeading>
        <Text c="dimmed" mt={6}>
          {isVerification
            ? 'It was issued by this portal with the facts below.'
            : 'The file should download automatically. If it does not, use the button.'}
        </Text>
      </div>
      <CertificateFacts certificate={certificate} />
      <Button component="a" href={pdf} download size="md" variant={isVerification ? 'default' : 'filled'}>
        Download Certificate
      </Button>
      <PortalLink />
    </Stack>
  )
}

function Withdrawn({ certificate, withdrawnAt }: { certificate: Certificate; withdrawnAt: Date }) {
  return (
    <Stack gap="lg" data-wide>
      <FileX size={40} strokeWidth={1.5} color="var(--mantine-color-red-8)" aria-hidden />
      <div>
        <PageHeading tab="Certificate">This certificate was withdrawn</PageHeading>
        <Text c="dimmed" mt={6}>
          It has not been valid since {shownInstant(withdrawnAt)}. What it said is kept below.
        </Text>
      </div>
      <CertificateFacts certificate={certificate} />
      <PortalLink />
    </Stack>
  )
}

function Unknown() {
  return (
    <Stack gap="lg">
      <FileQuestion size={40} strokeWidth={1.5} color="var(--blue)" aria-hidden />
      <div>
        <PageHeading>Certificate not found</PageHeading>
        <Text c="dimmed" mt={6}>
          {refusals.CERTIFICATE_NOT_FOUND.message}
        </Text>
      </div>
      <PortalLink />
    </Stack>
  )
}

function PortalLink() {
  return (
    <Anchor component={Link} to={paths.home()}>
      Go to the portal
    </Anchor>
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
