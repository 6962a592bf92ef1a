import { Anchor, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { FileQuestion, FileX } from 'lucide-react'
import type { ReactNode } from 'react'
import { type Certificate, getCertificate } from '#contract/certificates/calls.ts'
import { paths } from '#contract/core/paths.ts'
import { refusals } from '#contract/core/refusals.ts'
import { DataProvider, useData } from '#web/core/api/data.tsx'
import { shownInstant } from '#web/core/texts/instants.ts'
import { Failure } from '#web/core/ui/failure.tsx'
import { PageHeading } from '#web/core/ui/page-heading.tsx'
import { PageSkeleton } from '#web/core/ui/page-skeleton.tsx'
import { CertificateFacts } from './certificate-facts.tsx'

interface Props {
  code: string | undefined
  /** What is shown of one that stands. */
  known: (certificate: Certificate, code: string) => ReactNode
}

/** The certificate of a code, or what is wrong with it: withdrawn, unknown, not to be had just now. */
export function CertificateOf({ code, known }: Props) {
  return <DataProvider>{code ? <Found code={code} known={known} /> : <Unknown />}</DataProvider>
}

function Found({ code, known }: Props & { code: string }) {
  const { data, error, reload } = useData(getCertificate, { params: { code } })
  if (data?.withdrawnAt) return <Withdrawn certificate={data} withdrawnAt={data.withdrawnAt} />
  if (data) return known(data, code)
  if (error?.code === 'CERTIFICATE_NOT_FOUND' || error?.code === 'INVALID_FIELDS') return <Unknown />
  return (
    <Stack gap="lg">
      <PageHeading>Certificate</PageHeading>
      {error ? <Failure error={error} retry={reload} /> : <PageSkeleton />}
    </Stack>
  )
}

function Withdrawn({ certificate, withdrawnAt }: { certificate: Certificate; withdrawnAt: Date }) {
  return (
    <Stack gap="lg" data-wide>
      <FileX size={40} strokeWidth={1.5} color="var(--mantine-color-red-8)" />
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
      <FileQuestion size={40} strokeWidth={1.5} color="var(--blue)" />
      <PageHeading text={refusals.CERTIFICATE_NOT_FOUND.message}>Certificate not found</PageHeading>
      <Anchor component={Link} to={paths.certificateVerification()}>
        Enter the code of a certificate
      </Anchor>
      <PortalLink />
    </Stack>
  )
}

export function PortalLink() {
  return (
    <Anchor component={Link} to={paths.home()}>
      Go to the portal
    </Anchor>
  )
}
