import { Group, Text } from '@mantine/core'
import { useState } from 'react'
import type { Endpoint } from '#contract/core/endpoint.ts'
import type { Passkey, renamePasskey } from '#contract/people/passkeys/calls.ts'
import type { renameFactorPasskey } from '#contract/people/second-factors/calls.ts'
import { call } from '#web/core/api/call.ts'
import { useReload } from '#web/core/api/reload.ts'
import { shownInstant } from '#web/core/texts/instants.ts'
import { Hint } from '#web/core/ui/hint.tsx'
import { later } from '#web/core/ui/later.tsx'
import { SmallButton } from '#web/core/ui/small-button.tsx'

const RenamePasskeyDialog = later(() => import('./rename-passkey-dialog.tsx'))

interface Props {
  passkeys: Passkey[]
  source: Endpoint
  rename: typeof renamePasskey | typeof renameFactorPasskey
  removing: number | undefined
  onRemove: (passkey: Passkey) => void
}

/** Lists passkeys, to rename and to remove. */
export function PasskeyList({ passkeys, source, rename, removing, onRemove }: Props) {
  const reload = useReload()
  const [renamed, setRenamed] = useState<{ passkey: Passkey; isOpen: boolean }>()
  return (
    <>
      {passkeys.length > 0 && (
        <ul className="lines">
          {passkeys.map((passkey) => (
            <Group
              component="li"
              key={passkey.passkeyId}
              justify="space-between"
              gap="sm"
              py="sm"
              className="anywhere"
            >
              <div>
                <Text fw={600}>{passkey.name}</Text>
                <Hint>
                  Added {shownInstant(passkey.addedAt)}
                  {passkey.lastUsedAt ? `, last used ${shownInstant(passkey.lastUsedAt)}` : ', not used yet'}
                </Hint>
              </div>
              <Group gap="xs" wrap="nowrap">
                <SmallButton
                  aria-label={`Rename the passkey ${passkey.name}`}
                  onClick={() => setRenamed({ passkey, isOpen: true })}
                >
                  Rename
                </SmallButton>
                <SmallButton
                  aria-label={`Remove the passkey ${passkey.name}`}
                  loading={removing === passkey.passkeyId}
                  onClick={() => onRemove(passkey)}
                >
                  Remove
                </SmallButton>
              </Group>
            </Group>
          ))}
        </ul>
      )}
      {renamed && (
        <RenamePasskeyDialog
          key={`${renamed.passkey.passkeyId} ${renamed.passkey.name}`}
          name={renamed.passkey.name}
          isOpen={renamed.isOpen}
          onClose={() => setRenamed({ ...renamed, isOpen: false })}
          // Reads the list again after a failure, too: the passkey may be gone.
          send={(name) =>
            call(rename, { body: { passkeyId: renamed.passkey.passkeyId, name } }).finally(() =>
              reload(source),
            )
          }
        />
      )}
    </>
  )
}
