import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useNavigate, useParams } from '@tanstack/react-router'
import { BadgeCheck } from 'lucide-react'
import { type Certificate, getCertificatePdf } from '#contract/certificates/calls.ts'
import { paths } from '#contract/core/paths.ts'
import { addressOf } from '#web/core/api/call.ts'
import { shownInstant } from '#web/core/texts/instants.ts'
import { useCheckedForm } from '#web/core/ui/form.ts'
import { PageHeading } from '#web/core/ui/page-heading.tsx'
import { CertificateFacts } from './certificate-facts.tsx'
import { CertificateOf, PortalLink } from './certificate-of.tsx'
import { codeOf } from './verification-code.ts'

/** Whether a certificate is genuine, for whoever holds it in hand; without a code it asks for one. */
export default function VerificationPage() {
  const { code } = useParams({ strict: false })
  if (code === undefined) return <CodeForm />
  return (
    <CertificateOf code={code} known={(certificate, of) => <Genuine certificate={certificate} code={of} />} />
  )
}

function Genuine({ certificate, code }: { certificate: Certificate; code: string }) {
  const { replaced } = certificate
  return (
    <Stack gap="lg" data-wide>
      <BadgeCheck size={40} strokeWidth={1.5} color="var(--good)" />
      <div>
        <PageHeading tab="Certificate">This certificate is genuine</PageHeading>
        <Text c="dimmed" mt={6}>
          It was issued by this portal on {shownInstant(certificate.issuedAt)} with the facts below.
        </Text>
      </div>
      <CertificateFacts certificate={certificate} />
      {replaced.length > 0 && (
        <Text>
          It replaces {replaced.map(({ serial }) => serial).join(', ')}. A paper with{' '}
          {replaced.length === 1 ? 'that serial' : 'one of these serials'} is no longer what is certified.
        </Text>
      )}
      <Button
        component="a"
        href={addressOf(getCertificatePdf, { params: { code } })}
        download
        size="md"
        variant="default"
      >
        Download Certificate
      </Button>
      <PortalLink />
    </Stack>
  )
}

function CodeForm() {
  const navigate = useNavigate()
  const { fields, formProps } = useCheckedForm({
    initialValues: { code: '' },
    check: ({ code }): Record<string, string> =>
      codeOf(code) ? {} : { code: 'Please enter the code or the address that is printed on the certificate' },
    send: async ({ code }) => navigate({ href: paths.certificateVerification({ code: codeOf(code) ?? '' }) }),
  })
  return (
    <form {...formProps}>
      <Stack gap="lg">
        <PageHeading text="Scan its QR code, or enter the code that is printed beside it.">
          Verify a certificate
        </PageHeading>
        <TextInput
          label="Code of the certificate"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...fields.getInputProps('code')}
        />
        <Button type="submit" size="md">
          Verify
        </Button>
        <PortalLink />
      </Stack>
    </form>
  )
}
