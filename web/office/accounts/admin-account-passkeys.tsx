import { Button } from '@mantine/core'
import { getActivities } from '#contract/foundation/activities/calls.ts'
import type { Account } from '#contract/office/accounts/records.ts'
import { getAccount } from '#contract/office/accounts/records.ts'
import type { Passkey } from '#contract/people/passkeys/calls.ts'
import { removeUserPasskey } from '#contract/people/users/edits.ts'
import { useAct } from '#web/core/api/act.ts'
import { can } from '#web/core/session/can.ts'
import { shownInstant } from '#web/core/texts/instants.ts'
import { AdminAccountTable } from './admin-account-section.tsx'

interface Props extends Pick<Account, 'passkeys'> {
  userId: string
}

export function AdminAccountPasskeys({ userId, passkeys }: Props) {
  const { act, given } = useAct(removeUserPasskey, {
    confirm: {
      title: 'Remove this passkey?',
      message: "It can't be used to sign in anymore. Sessions it started stay active until you end them.",
      confirmLabel: 'Remove',
      tone: 'danger',
    },
    toast: 'Passkey removed',
    failed: "Couldn't remove the passkey. Try again.",
    tell: 'toast',
    reloads: [getAccount, getActivities],
  })
  return (
    <AdminAccountTable<Passkey>
      id="passkeys"
      rows={passkeys}
      rowId="passkeyId"
      empty="No passkeys."
      columns={{
        Name: ({ name }) => name,
        Added: ({ addedAt }) => shownInstant(addedAt),
        'Last used': ({ lastUsedAt }) => (lastUsedAt ? shownInstant(lastUsedAt) : 'Not used yet'),
        ...(can(removeUserPasskey) && {
          Actions: ({ passkeyId, name }: Passkey) => (
            <Button
              variant="default"
              size="compact-xs"
              aria-label={`Remove the passkey ${name}`}
              loading={given?.body.passkeyId === passkeyId}
              onClick={() => void act({ body: { userId, passkeyId } })}
            >
              Remove
            </Button>
          ),
        }),
      }}
    />
  )
}
