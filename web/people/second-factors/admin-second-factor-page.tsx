import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import type { SecondFactor } from '#contract/people/second-factors/calls.ts'
import {
  getRememberedDevices,
  getSecondFactor,
  removeFactorPasskey,
  renameFactorPasskey,
  renewRecoveryCodes,
  switchOffSecondFactor,
} from '#contract/people/second-factors/calls.ts'
import { getSessions } from '#contract/people/sessions/calls.ts'
import { useAct } from '#web/core/api/act.ts'
import { call } from '#web/core/api/call.ts'
import { useData } from '#web/core/api/data.tsx'
import { useReload } from '#web/core/api/reload.ts'
import { shownInstant } from '#web/core/texts/instants.ts'
import { FormProblem } from '#web/core/ui/form-problem.tsx'
import { Hint } from '#web/core/ui/hint.tsx'
import { later } from '#web/core/ui/later.tsx'
import { Loaded } from '#web/core/ui/loaded.tsx'
import { AdminPage } from '#web/core/ui/page-frame.tsx'
import { TableSkeleton } from '#web/core/ui/table-skeleton.tsx'
import { PasskeyList } from '#web/people/passkeys/passkey-list.tsx'
import { useSingleSignOn } from '#web/people/single-sign-ons/use-single-sign-on.ts'
import { FreshProof, withProof } from './fresh-proof.tsx'
import { RememberedDevices } from './remembered-devices.tsx'

const SwitchOnDialog = later(() => import('./switch-on-dialog.tsx'))
const FirstFactorDialog = later(() => import('./first-factor-dialog.tsx'))
const AddFactorDialog = later(() => import('./add-factor-dialog.tsx'))
const RecoveryCodesDialog = later(() => import('./recovery-codes-dialog.tsx'))

/** Shows administrators their second factor and lets them change it. */
export default function AdminSecondFactorPage() {
  const reload = useReload()
  // Here, because a reload replaces `Off`.
  const [made, setMade] = useState<{ codes: string[]; isOpen: boolean }>()
  return (
    <AdminPage
      title="Two-step verification"
      isNarrow
      about="Confirm each sign-in with a code or passkey after your password."
    >
      <Loaded
        of={useData(getSecondFactor, {})}
        loading={<TableSkeleton label="Loading two-step verification" />}
      >
        {(factor) =>
          factor.isOn ? <On factor={factor} /> : <Off onDone={(codes) => setMade({ codes, isOpen: true })} />
        }
      </Loaded>
      {made && (
        <RecoveryCodesDialog
          codes={made.codes}
          isOpen={made.isOpen}
          onClose={() => {
            setMade({ ...made, isOpen: false })
            void reload(getSecondFactor)
          }}
        />
      )}
      <FreshProof />
    </AdminPage>
  )
}

function Off({ onDone }: { onDone: (recoveryCodes: string[]) => void }) {
  const [isOpen, { open, close }] = useDisclosure()
  const singleSignOn = useSingleSignOn()
  const { data: sessions, error } = useData(getSessions, {})
  const isBySignOn = sessions?.sessions.some(
    ({ isThisOne, beganBy }) => isThisOne && beganBy === 'single-sign-on',
  )
  return (
    <section className="card pad stack" aria-label="Two-step verification">
      <Text>{isBySignOn ? 'Off.' : 'Off. Anyone with your password can sign in.'}</Text>
      {singleSignOn && (
        <Text c="dimmed">
          A sign-in with {singleSignOn.label} has its second step there. Here, it confirms sensitive changes,
          such as invitations.
        </Text>
      )}
      <div>
        <Button disabled={!sessions && !error} onClick={open}>
          Turn on
        </Button>
      </div>
      {isBySignOn ? (
        <FirstFactorDialog
          key={String(isOpen)}
          isOpen={isOpen}
          onClose={close}
          onDone={(recoveryCodes) => {
            close()
            onDone(recoveryCodes)
          }}
        />
      ) : (
        <SwitchOnDialog isOpen={isOpen} onClose={close} />
      )}
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
    confirm: {
      title: 'Turn off two-step verification?',
      message: "Anyone with your password will be able to sign in. You'll be signed out everywhere else.",
      confirmLabel: 'Turn off',
      tone: 'danger',
    },
    toast: 'Two-step verification turned off',
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
          <Button variant="default" onClick={() => setAdding(true)}>
            {hasApp ? 'Add a passkey, or another app' : 'Add a passkey, or an app'}
          </Button>
        </div>
        <FormProblem text={remove.problem} />
        <AddFactorDialog key={String(isAdding)} isOpen={isAdding} onClose={() => setAdding(false)} />
      </section>
      <section className="card pad stack" aria-label="Recovery codes">
        <Stack gap={2}>
          <Text fw={600}>Recovery codes</Text>
          <Hint>
            {recoveryCodesLeft === 0 ? 'None left.' : `${recoveryCodesLeft} left.`} Each signs you in once
            without the app or passkey.
          </Hint>
        </Stack>
        <div>
          <Button variant="default" size="sm" {...renew.button()}>
            Generate new codes
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
      <section className="card pad stack" aria-label="Turn off">
        {isRequired ? (
          <Hint>Every administrator needs two-step verification here, so it can't be turned off.</Hint>
        ) : (
          <div>
            <Button variant="default" size="sm" {...switchOff.button()}>
              Turn off two-step verification
            </Button>
          </div>
        )}
        <FormProblem text={switchOff.problem} />
      </section>
    </>
  )
}

const failed = 'Something went wrong. Try again.'
