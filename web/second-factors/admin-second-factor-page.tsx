import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import {
  getRememberedDevices,
  getSecondFactor,
  removeFactorPasskey,
  renameFactorPasskey,
  renewRecoveryCodes,
  type SecondFactor,
  switchOffSecondFactor,
} from '#contract/second-factors/calls.ts'
import { useAct } from '#web/core/api/act.ts'
import { call } from '#web/core/api/call.ts'
import { useData } from '#web/core/api/data.tsx'
import { shownInstant } from '#web/core/texts/instants.ts'
import { confirm } from '#web/core/ui/dialogs.tsx'
import { FormProblem } from '#web/core/ui/form-problem.tsx'
import { later } from '#web/core/ui/later.tsx'
import { Loaded } from '#web/core/ui/loaded.tsx'
import { AdminPage } from '#web/core/ui/page-frame.tsx'
import { TableSkeleton } from '#web/core/ui/table-skeleton.tsx'
import { toastDone } from '#web/core/ui/toasts.tsx'
import { PasskeyList } from '#web/passkeys/passkey-list.tsx'
import { FreshProof, withProof } from './fresh-proof.tsx'
import { RememberedDevices } from './remembered-devices.tsx'

const SwitchOnDialog = later(() => import('./switch-on-dialog.tsx'))
const AddFactorDialog = later(() => import('./add-factor-dialog.tsx'))
const RecoveryCodesDialog = later(() => import('./recovery-codes-dialog.tsx'))

/** Shows administrators their second factor and lets them change it. */
export default function AdminSecondFactorPage() {
  return (
    <AdminPage
      title="Second factor"
      width={720}
      about="You confirm each sign-in to this panel with it, after your password: by a code from an app, or a passkey."
    >
      <Loaded
        of={useData(getSecondFactor, {})}
        loading={<TableSkeleton label="Loading your second factor" />}
      >
        {(factor) => (factor.isOn ? <On factor={factor} /> : <Off />)}
      </Loaded>
      <FreshProof />
    </AdminPage>
  )
}

function Off() {
  const [isOpen, setOpen] = useState(false)
  return (
    <section className="card pad stack" aria-label="Second factor">
      <Text>You have none yet. Anybody who knows your password can sign in as you.</Text>
      <div>
        <Button onClick={() => setOpen(true)}>Switch on</Button>
      </div>
      <SwitchOnDialog isOpen={isOpen} onClose={() => setOpen(false)} />
    </section>
  )
}

function On({ factor }: { factor: SecondFactor }) {
  const { hasApp, passkeys, recoveryCodesLeft, switchedOnAt, isRequired } = factor
  const [isAdding, setAdding] = useState(false)
  const [renewed, setRenewed] = useState<{ codes: string[]; isOpen: boolean }>()
  const remove = useAct(
    (passkeyId: number) => withProof(() => call(removeFactorPasskey, { body: { passkeyId } })),
    { failed, reloads: [getSecondFactor] },
  )
  const renew = useAct(() => withProof(() => call(renewRecoveryCodes, {})), {
    done: ({ recoveryCodes }) => setRenewed({ codes: recoveryCodes, isOpen: true }),
    failed,
    reloads: [getSecondFactor],
  })
  const switchOff = useAct(() => withProof(() => call(switchOffSecondFactor, {})), {
    confirm: () =>
      confirm({
        title: 'Switch the second factor off?',
        message: 'Your password alone is then enough to sign in. You are signed out everywhere else.',
        confirmLabel: 'Switch off',
        tone: 'danger',
      }),
    done: () => toastDone('Your second factor is switched off'),
    failed,
    reloads: [getSecondFactor, getRememberedDevices],
  })
  return (
    <>
      <section className="card pad stack" aria-label="App and passkeys">
        <Group gap="xs">
          <Badge>On</Badge>
          {switchedOnAt && <Text size="sm">since {shownInstant(switchedOnAt)}</Text>}
        </Group>
        {hasApp && <Text fw={600}>An authenticator app</Text>}
        <PasskeyList
          passkeys={passkeys}
          source={getSecondFactor}
          rename={renameFactorPasskey}
          removing={remove.given}
          onRemove={({ passkeyId }) => void remove.act(passkeyId)}
        />
        <div>
          <Button variant="default" size="sm" onClick={() => setAdding(true)}>
            {hasApp ? 'Add a passkey, or another app' : 'Add a passkey, or an app'}
          </Button>
        </div>
        <FormProblem text={remove.problem} />
        <AddFactorDialog key={String(isAdding)} isOpen={isAdding} onClose={() => setAdding(false)} />
      </section>
      <section className="card pad stack" aria-label="Recovery codes">
        <Stack gap={2}>
          <Text fw={600}>Recovery codes</Text>
          <Text size="sm" c="dimmed">
            {recoveryCodesLeft === 0 ? 'None is left.' : `${recoveryCodesLeft} are left.`} Each lets you sign
            in once without your second factor.
          </Text>
        </Stack>
        <div>
          <Button variant="default" size="sm" loading={renew.isRunning} onClick={() => void renew.act()}>
            Renew the codes
          </Button>
        </div>
        <FormProblem text={renew.problem} />
        {renewed && (
          <RecoveryCodesDialog
            codes={renewed.codes}
            isOpen={renewed.isOpen}
            onClose={() => setRenewed({ ...renewed, isOpen: false })}
          />
        )}
      </section>
      <RememberedDevices />
      <section className="card pad stack" aria-label="Switch off">
        {isRequired ? (
          <Text size="sm" c="dimmed">
            Every administrator needs a second factor here, so it can't be switched off.
          </Text>
        ) : (
          <div>
            <Button
              variant="default"
              size="sm"
              loading={switchOff.isRunning}
              onClick={() => void switchOff.act()}
            >
              Switch the second factor off
            </Button>
          </div>
        )}
        <FormProblem text={switchOff.problem} />
      </section>
    </>
  )
}

const failed = 'That did not work. Please try again.'
