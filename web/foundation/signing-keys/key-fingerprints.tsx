import { Anchor } from '@mantine/core'
import { getSigningKeys } from '#contract/foundation/signing-keys/calls.ts'
import { useData } from '#web/core/api/data.tsx'
import { shownInstant } from '#web/core/texts/instants.ts'
import { CopyIcon } from '#web/core/ui/copy-icon.tsx'
import { Loaded } from '#web/core/ui/loaded.tsx'
import styles from './key-fingerprints.module.css'

/** The fingerprints of the keys that sign certificates and inspection packs, the current one first. */
export function KeyFingerprints() {
  const published = useData(getSigningKeys, {})
  return (
    <section className="stack" aria-labelledby="signing-keys">
      <h2 id="signing-keys">Signing keys</h2>
      <Loaded of={published}>
        {({ address, keys: [current, ...earlier] }) => (
          <>
            <p className="muted small">
              Certificates and FAA records are signed with a key of this portal. A program that verifies one
              shows the key’s fingerprint. Compare it with these. The keys are published at{' '}
              <Anchor href={address} fz="inherit" underline="always" className="anywhere">
                {address}
              </Anchor>
              .
            </p>
            {current ? (
              <HashLine label="SHA-256 fingerprint of the current key" sha256={current.fingerprint} />
            ) : (
              <p className="muted small">The first key is made with the first certificate.</p>
            )}
            {earlier.map(({ fingerprint, since }) => (
              <HashLine
                key={fingerprint}
                label={`SHA-256 fingerprint of the key from ${shownInstant(since)}`}
                sha256={fingerprint}
              />
            ))}
          </>
        )}
      </Loaded>
    </section>
  )
}

/** The fingerprint of the signing key; nothing before the first key exists. */
export function CurrentKey() {
  const { data } = useData(getSigningKeys, {})
  const current = data?.keys[0]
  return current && <HashLine label="SHA-256 fingerprint of the portal’s key" sha256={current.fingerprint} />
}

/** A SHA-256, by which two people know that they have the same file. */
function HashLine({ sha256, label = 'SHA-256' }: { sha256: string; label?: string }) {
  return (
    <div className={`small ${styles.hash}`}>
      <div>
        <span className="muted">{label} </span>
        <code className="anywhere">{sha256}</code>
      </div>
      <CopyIcon value={sha256} what={label} />
    </div>
  )
}
