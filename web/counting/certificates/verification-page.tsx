import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useNavigate, useParams } from '@tanstack/react-router'
import { BadgeCheck } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { paths } from '#contract/core/paths.ts'
import { DataProvider } from '#web/core/api/data.tsx'
import { fetchCode } from '#web/core/code.ts'
import { useSession } from '#web/core/session/session.ts'
import { shownInstant } from '#web/core/texts/instants.ts'
import { Contained } from '#web/core/ui/contained.tsx'
import { useCheckedForm } from '#web/core/ui/form.ts'
import { PageHeading } from '#web/core/ui/page-heading.tsx'
import { CertificatesByNumber } from '#web/counting/earlier-certificates/certificates-by-number.tsx'
import { KeyFingerprints } from '#web/foundation/signing-keys/key-fingerprints.tsx'
import {
  CertificateOf,
  CredentialButton,
  DownloadButton,
  PortalLink,
  ShownCertificate,
} from './certificate-of.tsx'
import { codeOf } from './verification-code.ts'

const OwnCertificateHours = lazy(() => fetchCode(() => import('./own-certificate-hours.tsx')))

/** Shows if a printed certificate is genuine. Without a code in the address, asks for one. */
export default function VerificationPage() {
  const { code } = useParams({ strict: false })
  const isSignedIn = useSession(({ userData }) => userData !== null)
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  if (code === undefined) return <CodeForm typed={typed} />
  return (
    <CertificateOf
      code={code}
      // The number of another provider's certificate may look like a code.
      unknown={
        <CertificatesByNumber
          number={code}
          onAgain={() => {
            setTyped(code)
            void navigate({ href: paths.certificateVerification() })
          }}
        />
      }
      known={(certificate, pdf) => (
        <ShownCertificate
          certificate={certificate}
          icon={<BadgeCheck size={40} strokeWidth={1.5} color="var(--good)" />}
          heading="This certificate is genuine"
          text={`Issued on ${shownInstant(certificate.issuedAt)} with the details below.`}
        >
          {certificate.replaced.length > 0 && (
            <Text>
              It replaces {certificate.replaced.map(({ serial }) => serial).join(', ')}. A certificate with a
              replaced number is not valid.
            </Text>
          )}
          <DownloadButton pdf={pdf} />
          {certificate.hasCredential && <CredentialButton code={code} />}
          {isSignedIn && (
            <Contained>
              <Suspense>
                <OwnCertificateHours code={code} />
              </Suspense>
            </Contained>
          )}
        </ShownCertificate>
      )}
    />
  )
}

/** The number of another provider's certificate: a line with a digit, and no signs of code. */
const certificateNumber = /^(?=.*\d)[\p{L}\p{N} .,:#/_-]{1,100}$/u

function CodeForm({ typed }: { typed: string }) {
  const navigate = useNavigate()
  const [number, setNumber] = useState<string>()
  const { fields, formProps } = useCheckedForm({
    initialValues: { code: typed },
    check: ({ code }): Record<string, string> =>
      codeOf(code) || certificateNumber.test(code.trim())
        ? {}
        : { code: 'Enter the code or the address that is printed on the certificate, or its number' },
    send: async ({ code }) => {
      const known = codeOf(code)
      if (known) await navigate({ href: paths.certificateVerification({ code: known }) })
      else setNumber(code.trim())
    },
  })
  if (number !== undefined) {
    return (
      <DataProvider>
        <CertificatesByNumber number={number} onAgain={() => setNumber(undefined)} />
      </DataProvider>
    )
  }
  return (
    <Stack gap="lg">
      <form {...formProps}>
        <Stack gap="lg">
          <PageHeading text="Scan its QR code, or enter the code that is printed beside it. For a certificate issued elsewhere, enter its number.">
            Verify a certificate
          </PageHeading>
          <TextInput
            label="Certificate code"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            {...fields.getInputProps('code')}
          />
          <Button type="submit" size="md">
            Verify
          </Button>
        </Stack>
      </form>
      <DataProvider>
        <KeyFingerprints />
      </DataProvider>
      <PortalLink />
    </Stack>
  )
}
