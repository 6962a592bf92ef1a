import { Button, Stack } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { FileSearch, Link2Off } from 'lucide-react'
import type { Data } from '#contract/core/endpoint.ts'
import { ended } from '#contract/core/names.ts'
import { refusals } from '#contract/core/refusals.ts'
import { downloadInspection, oldestNode, openInspection } from '#contract/office/inspections/calls.ts'
import { addressOf } from '#web/core/api/call.ts'
import { DataProvider, useData } from '#web/core/api/data.tsx'
import { codeInFragment } from '#web/core/mailed-code.ts'
import { shownInstant } from '#web/core/texts/instants.ts'
import { shownSize } from '#web/core/texts/sizes.ts'
import { Failure } from '#web/core/ui/failure.tsx'
import { HashLine } from '#web/core/ui/hash-line.tsx'
import { PageHeading } from '#web/core/ui/page-heading.tsx'
import { PageSkeleton } from '#web/core/ui/page-skeleton.tsx'
import { CurrentKey } from '#web/foundation/signing-keys/key-fingerprints.tsx'
import { contentWords } from './inspection-words.ts'

/** The page of an inspector's link: what the pack contains, the file, and how to check it. */
export default function InspectionPage() {
  const code = useLocation({ select: codeInFragment })
  if (!code) return <Over text="The link is incomplete. Please copy all of it." />
  return (
    <DataProvider>
      <Opened key={code} code={code} />
    </DataProvider>
  )
}

function Opened({ code }: { code: string }) {
  // Each call is an opening in the history, so nothing is read again by itself.
  const { data, error, reload } = useData(openInspection, { body: { code } }, { isSteady: true })
  if (data) return <Pack code={code} pack={data} />
  if (error?.code === 'INSPECTION_LINK_OVER' || error?.code === 'INVALID_FIELDS') {
    return <Over text={refusals.INSPECTION_LINK_OVER.message} />
  }
  return (
    <Stack gap="lg">
      <PageHeading>Inspection pack</PageHeading>
      {error ? <Failure error={error} retry={reload} /> : <PageSkeleton />}
    </Stack>
  )
}

interface PackProps {
  code: string
  pack: Data<typeof openInspection>
}

function Pack({ code, pack }: PackProps) {
  const { scope, summary, sha256, bytes, madeAt, expiresAt, provider, keys } = pack
  return (
    <Stack gap="lg" data-wide>
      <FileSearch size={40} strokeWidth={1.5} color="var(--blue)" />
      <PageHeading
        tab="Inspection pack"
        text="All records of Inspection Authorization refresher training behind these hours, in one file."
      >
        {scope}
      </PageHeading>
      <p className="figures">{contentWords(summary)}</p>
      <p className="muted small">
        Made {shownInstant(madeAt)}. This link works until {shownInstant(expiresAt)}.
      </p>
      <Button component="a" href={addressOf(downloadInspection, { params: { code } })} download size="md">
        Download the pack ({shownSize(bytes)})
      </Button>
      <HashLine sha256={sha256} />
      <section className="stack" aria-labelledby="check">
        <h2 id="check">How to check it</h2>
        <ol>
          <li>Unpack the file into an empty folder. README.txt says what is in it.</li>
          <li>
            With Node.js {oldestNode} or newer, run <code>node verify.mjs --online</code> in its folder.
          </li>
          <li>
            It compares the key of the signature with the keys that this portal publishes, and each file with
            the signature. It counts all hours again from the attendance reports. The last line says that all
            is equal, or names the first difference.
          </li>
          <li>
            Without a network, run <code>node verify.mjs</code> and compare the fingerprint that it prints.
          </li>
        </ol>
        <CurrentKey />
        <p className="muted small">
          The keys are published at{' '}
          <a href={keys} className="anywhere">
            {keys}
          </a>
          .
        </p>
      </section>
      <p className="muted small anywhere">
        Training provider: {ended(provider.name)} {provider.contact}
      </p>
    </Stack>
  )
}

function Over({ text }: { text: string }) {
  return (
    <Stack gap="lg">
      <Link2Off size={40} strokeWidth={1.5} color="var(--blue)" />
      <PageHeading tab="Inspection pack" text={text}>
        This link does not work
      </PageHeading>
    </Stack>
  )
}
