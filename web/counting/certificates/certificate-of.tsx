import { Box, Button, Group, Stack } from '@mantine/core'
import { FileQuestion, FileX } from 'lucide-react'
import type { ReactNode } from 'react'
import { paths } from '#contract/core/paths.ts'
import { refusals } from '#contract/core/refusals.ts'
import type { Certificate } from '#contract/counting/certificates/calls.ts'
import {
  getCertificate,
  getCertificateCredential,
  getCertificatePdf,
} from '#contract/counting/certificates/calls.ts'
import { shownDayHours } from '#contract/events/slots/hours-by-day.ts'
import { addressOf } from '#web/core/api/call.ts'
import { DataProvider, useData } from '#web/core/api/data.tsx'
import { shownInstant } from '#web/core/texts/instants.ts'
import { Failure } from '#web/core/ui/failure.tsx'
import { PageHeading } from '#web/core/ui/page-heading.tsx'
import { PageSkeleton } from '#web/core/ui/page-skeleton.tsx'
import { Sentences } from '#web/core/ui/sentences.tsx'
import { TextLink } from '#web/core/ui/text-link.tsx'

interface Props {
  code: string | undefined
  /** Shows a valid certificate. `pdf` is the address of its file. */
  known: (certificate: Certificate, pdf: string) => ReactNode
  /** Shown instead of 'Certificate not found'. */
  unknown?: ReactNode
}

/** A code's certificate, or why it can't be shown. */
export function CertificateOf({ code, known, unknown = <Unknown /> }: Props) {
  return <DataProvider>{code ? <Found code={code} known={known} unknown={unknown} /> : unknown}</DataProvider>
}

function Found({ code, known, unknown }: Props & { code: string }) {
  const { data, error, reload } = useData(getCertificate, { params: { code } })
  if (data?.withdrawnAt) {
    return (
      <ShownCertificate
        certificate={data}
        icon={<FileX size={40} strokeWidth={1.5} color="var(--mantine-color-red-8)" />}
        heading="This certificate was withdrawn"
        text={`It has not been valid since ${shownInstant(data.withdrawnAt)}. Original details:`}
      />
    )
  }
  if (data) return known(data, addressOf(getCertificatePdf, { params: { code } }))
  if (error?.code === 'CERTIFICATE_NOT_FOUND' || error?.code === 'INVALID_FIELDS') return unknown
  return (
    <Stack gap="lg">
      <PageHeading>Certificate</PageHeading>
      {error ? <Failure error={error} retry={reload} /> : <PageSkeleton />}
    </Stack>
  )
}

interface ShownProps {
  certificate: Certificate
  icon: ReactNode
  heading: string
  text: string
  children?: ReactNode
}

/** Downloads the certificate as a signed credential, for wallets and programs that verify it. */
export function CredentialButton({ code }: { code: string }) {
  return (
    <div className="tight">
      <Button
        component="a"
        href={addressOf(getCertificateCredential, { params: { code } })}
        download
        size="md"
        variant="default"
      >
        Download the credential
      </Button>
      <p className="small muted">
        A signed Open Badge for wallets and other programs. The PDF contains it, too. Once a certificate is
        withdrawn, it fails verification within a minute.
      </p>
    </div>
  )
}

/** A certificate's facts under a heading. */
export function ShownCertificate({ certificate, icon, heading, text, children }: ShownProps) {
  const { name, event, focus, date, days, hours, serial } = certificate
  const facts = {
    Name: name,
    Event: event,
    Focus: focus,
    Date: date,
    'Credit hours': hours,
    ...(days.length > 0 && { 'Hours by day': <Lines lines={shownDayHours(days)} /> }),
    'Certificate number': serial,
  }
  return (
    <Stack gap="lg" data-wide>
      {icon}
      <PageHeading tab="Certificate" text={text}>
        {heading}
      </PageHeading>
      <dl className="card lines">
        {Object.entries(facts).map(([term, fact]) => (
          <Group key={term} px="md" py={10} gap="0 sm" align="start">
            <Box component="dt" w="9.5rem" flex="none">
              {term}
            </Box>
            <Box component="dd" className="strong anywhere" flex="1 1 7rem">
              {fact}
            </Box>
          </Group>
        ))}
      </dl>
      {children}
      <PortalLink />
    </Stack>
  )
}

function Lines({ lines }: { lines: string[] }) {
  return <Sentences className="tight" of={lines} />
}

export function DownloadButton({ pdf }: { pdf: string }) {
  return (
    <Button component="a" href={pdf} download size="md">
      Download Certificate
    </Button>
  )
}

function Unknown() {
  return (
    <Stack gap="lg">
      <FileQuestion size={40} strokeWidth={1.5} color="var(--blue)" />
      <PageHeading text={refusals.CERTIFICATE_NOT_FOUND.message}>Certificate not found</PageHeading>
      <TextLink to={paths.certificateVerification()}>Enter a certificate code</TextLink>
      <PortalLink />
    </Stack>
  )
}

export function PortalLink() {
  return <TextLink to={paths.home()}>Go to the portal</TextLink>
}
