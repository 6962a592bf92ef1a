import { Anchor, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { paths } from '#contract/core/paths.ts'
import { didOf } from '#contract/foundation/signing-keys/did.ts'
import styles from './providers.module.css'

/** Tells administrators what a certificate attests, how it is verified and what it does not say. */
export function CertificateClaims() {
  const { origin } = window.location
  const keys = `${origin}/.well-known/did.json`
  return (
    <section className="card pad stack" aria-labelledby="claims">
      <div>
        <h2 id="claims">What a certificate attests</h2>
        <Text c="dimmed" size="sm">
          The PDF says it to people, and the credential inside the PDF says it to programs.
        </Text>
      </div>
      <dl className="lines">
        <Claim term="Who">
          The person with the printed name. The credential contains the same name, and a hash of the email
          that they had when it was issued. Anyone who knows the email can compare it. Credentials signed
          before names were included have the hash only.
        </Claim>
        <Claim term="What">Training by this provider: the event, its dates and the credit hours.</Claim>
        <Claim term="Hours">
          They were counted from attendance, or an administrator confirmed them. The credential says which. If
          they were counted, it names the version of the rule and the hours of each day.
        </Claim>
        <Claim term="Since when">
          Each certificate gets its credential when it is issued. Older ones get it afterwards, unless the
          account is deleted by then. A PDF that was saved before has none, but a new download has it.
        </Claim>
        <Claim term="How anyone can verify it">
          By the QR code, or by the code on <Anchor {...verification}>the verification page</Anchor>. Programs
          and wallets read the credential (Open Badges 3.0), which is attached to the PDF and offered on that
          page. They check its signature by the portal’s keys and ask the portal whether it is still valid.
        </Claim>
        <Claim term="After a withdrawal">
          The verification page says so immediately. The credential fails within a minute. The same happens to
          an earlier certificate that a corrected one replaces.
        </Claim>
        <Claim term="What it does not attest">
          That the FAA has renewed anything, or that it accepts these hours. Nor the identity of the person:
          the portal knows people by the email that they control.
        </Claim>
        <Claim term="Keys">
          They are published as <span className="anywhere">{didOf(origin)}</span> at{' '}
          <Anchor href={keys} fz="inherit" underline="always" className="anywhere">
            {keys}
          </Anchor>
          . A new key signs each year. Older ones stay published, so what they signed stays valid.
        </Claim>
      </dl>
    </section>
  )
}

const verification = {
  component: Link,
  to: paths.certificateVerification(),
  fz: 'inherit',
  underline: 'always',
} as const

function Claim({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className={styles.claim}>
      <dt className="strong">{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}
