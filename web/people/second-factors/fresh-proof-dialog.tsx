import { Divider, Skeleton, Stack, Text } from '@mantine/core'
import { paths } from '#contract/core/paths.ts'
import type { RefusalCode } from '#contract/core/refusals.ts'
import { askFactorProof, getSecondFactor, proveSecondFactor } from '#contract/people/second-factors/calls.ts'
import { proveSession } from '#contract/people/sessions/calls.ts'
import { call } from '#web/core/api/call.ts'
import { useData } from '#web/core/api/data.tsx'
import { useReload } from '#web/core/api/reload.ts'
import { keepReturnPath } from '#web/core/session/kept-return-path.ts'
import { Hint } from '#web/core/ui/hint.tsx'
import type { DialogProps } from '#web/core/ui/later.tsx'
import { LazyModal } from '#web/core/ui/lazy-modal.tsx'
import { Loaded } from '#web/core/ui/loaded.tsx'
import { TextLink } from '#web/core/ui/text-link.tsx'
import { EmailProofForm } from '#web/people/identity/email-proof-form.tsx'
import { PasswordProofForm } from '#web/people/identity/password-proof-form.tsx'
import { SingleSignOnButton } from '#web/people/single-sign-ons/single-sign-on-button.tsx'
import { useSingleSignOn } from '#web/people/single-sign-ons/use-single-sign-on.ts'
import { FactorProofForm } from './factor-proof-form.tsx'

interface Props extends DialogProps {
  wanted: RefusalCode
  onProven: () => void
}

/** Asks signed-in people to prove themselves again: by the factor, the password or an emailed code. */
export default function FreshProofDialog({ wanted, isOpen, onClose, onProven }: Props) {
  const prove = async (authToken: string) => {
    await call(proveSession, { body: { authToken } })
    onProven()
  }
  return (
    <LazyModal
      opened={isOpen}
      onClose={onClose}
      title="Confirm it's you"
      centered
      look="short"
      // Above the dialog that needs the proof.
      zIndex={210}
      size={420}
    >
      {wanted === 'FACTOR_NOT_PROVEN' && <OwnFactorProof onClose={onClose} onProven={onProven} />}
      {wanted === 'PASSWORD_NOT_PROVEN' && <OwnSignInProof onClose={onClose} send={prove} />}
      {wanted === 'EMAIL_NOT_PROVEN' && <EmailProofForm reason="" onCancel={onClose} send={prove} />}
      {wanted === 'SIGN_IN_TOO_OLD' && <EmailProofForm onCancel={onClose} send={prove} />}
    </LazyModal>
  )
}

/** Asks for the password, or for the company account, which leads away from the page and back. */
function OwnSignInProof({
  onClose,
  send,
}: Pick<Props, 'onClose'> & { send: (idToken: string) => Promise<void> }) {
  const singleSignOn = useSingleSignOn()
  if (singleSignOn === undefined) return <Skeleton height={120} />
  const { label, isRequired } = singleSignOn ?? { isRequired: false }
  return (
    <Stack>
      {label !== undefined && (
        <>
          <Text c="dimmed">You will come back to this page. Then repeat what you did.</Text>
          <SingleSignOnButton
            label={label}
            asksAgain
            onLeave={() => keepReturnPath(location.pathname + location.search)}
          />
          {isRequired && (
            <Hint>
              If that does not confirm it's you, turn on{' '}
              <TextLink to={paths.secondFactor()} underline="always" onClick={onClose}>
                two-step verification
              </TextLink>
              , and use its code.
            </Hint>
          )}
          {!isRequired && <Divider label="or" />}
        </>
      )}
      {!isRequired && (
        <PasswordProofForm text="Enter your password to continue." onCancel={onClose} send={send} />
      )}
    </Stack>
  )
}

function OwnFactorProof({ onClose, onProven }: Pick<Props, 'onClose' | 'onProven'>) {
  const reload = useReload()
  return (
    <Loaded of={useData(getSecondFactor, {})} loading={<Skeleton height={120} />}>
      {({ hasApp, passkeys }) => (
        <>
          <Text c="dimmed" mb="md">
            Use your code or passkey to continue.
          </Text>
          <FactorProofForm
            hasApp={hasApp}
            hasPasskeys={passkeys.length > 0}
            label="Confirm"
            onCancel={onClose}
            ask={async () => (await call(askFactorProof, {})).options}
            send={async (proof) => {
              await call(proveSecondFactor, { body: proof })
              await reload(getSecondFactor)
              onProven()
            }}
          />
        </>
      )}
    </Loaded>
  )
}
