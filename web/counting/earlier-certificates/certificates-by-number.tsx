import { Button, Stack } from '@mantine/core'
import { FileQuestion, FileText } from 'lucide-react'
import { findEarlierCertificates } from '#contract/counting/earlier-certificates/calls.ts'
import { useData } from '#web/core/api/data.tsx'
import { Loaded } from '#web/core/ui/loaded.tsx'
import { PageHeading } from '#web/core/ui/page-heading.tsx'
import { EarlierList } from './earlier-certificates.tsx'

/** The certificates of other training providers with a number. The portal can't tell if they are genuine, and says so. */
export function CertificatesByNumber({ number, onAgain }: { number: string; onAgain: () => void }) {
  const read = useData(findEarlierCertificates, { query: { number } })
  return (
    <Stack gap="lg" data-wide>
      <Loaded of={read}>
        {({ certificates }) =>
          certificates.length === 0 ? (
            <>
              <FileQuestion size={40} strokeWidth={1.5} color="var(--blue)" />
              <PageHeading
                text={`We couldn't find a certificate with the code or number ${number}. Compare it with the certificate, letter by letter.`}
              >
                Certificate not found
              </PageHeading>
            </>
          ) : (
            <>
              <FileText size={40} strokeWidth={1.5} color="var(--blue)" />
              <PageHeading
                tab="Certificate"
                text="Another training provider issued it. It is recorded here, but we did not sign it. Ask its issuer if it is genuine."
              >
                Issued elsewhere
              </PageHeading>
              <div className="card pad">
                <EarlierList certificates={certificates} />
              </div>
            </>
          )
        }
      </Loaded>
      <Button variant="default" onClick={onAgain} style={{ alignSelf: 'start' }}>
        {read.data?.certificates.length === 0 ? 'Enter it again' : 'Verify another certificate'}
      </Button>
    </Stack>
  )
}
