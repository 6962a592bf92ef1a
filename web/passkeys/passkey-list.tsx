import { Button, Text } from '@mantine/core'
import type { Passkey } from '#contract/passkeys.ts'
import { shownInstant } from '#web/platform/texts/instants.ts'
import styles from './passkey-list.module.css'

interface Props {
  passkeys: Passkey[]
  removing: number | undefined
  onRemove: (passkey: Passkey) => void
}

/** Passkeys by the device that they were made on, each with the way to remove it. */
export function PasskeyList({ passkeys, removing, onRemove }: Props) {
  if (passkeys.length === 0) return null
  return (
    <ul className={styles.list}>
      {passkeys.map((passkey) => (
        <li key={passkey.passkeyId} className={styles.passkey}>
          <div>
            <Text fw={600}>{passkey.name}</Text>
            <Text size="sm" c="dimmed">
              Added {shownInstant(passkey.addedAt)}
              {passkey.lastUsedAt ? `, last used ${shownInstant(passkey.lastUsedAt)}` : ', not used yet'}
            </Text>
          </div>

          <Button
            variant="default"
            size="xs"
            aria-label={`Remove the passkey of ${passkey.name}`}
            loading={removing === passkey.passkeyId}
            onClick={() => onRemove(passkey)}
          >
            Remove
          </Button>
        </li>
      ))}
    </ul>
  )
}
