import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { paths } from '#contract/core/paths.ts'
import { didOf } from '#contract/foundation/signing-keys/did.ts'
import { Hint } from '#web/core/ui/hint.tsx'
import styles from './providers.module.css'

/** Tells administrators what a certificate attests, how it is verified and what it does not say. */
export function CertificateClaims() {
  const { origin } = window.location
  const keys = `${origin}/.well-known/did.json`
  return (
    <section className="card pad stack" aria-labelledby="claims">
      <div>
        <h2 id="claims">What a certificate attests</h2>
        <Hint>The PDF says it to people, and the credential inside the PDF says it to programs.</Hint>
      </div>
      <dl className="lines">
        <Claim term="Who">
          The person with the printed name. The credential contains the same name, and a hash of the email
          that they had when it was issued. Anyone who knows the email can compare it. Credentials signed
          before names were included have the hash only.
        </Claim>
        <Claim term="What">Training by this provider: the event, its dates and the credit hours.</Claim>
        <Claim term="Hours">
          They come from attendance, or an administrator confirmed them. The credential says which. If they
          come from attendance, it names the credit rules and the hours of each day.
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
          The verification page shows it right away. The credential fails within a minute. Replaced
          certificates work the same way.
        </Claim>
        <Claim term="What it does not attest">
          That the FAA renewed anything or accepts these hours. It also doesn't prove the person's identity:
          the portal knows people by the email they control.
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
