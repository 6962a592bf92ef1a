import { Anchor, Button, Divider, Stack } from '@mantine/core'
import { Fingerprint } from 'lucide-react'
import type { ReactNode } from 'react'
import { useState } from 'react'
import type { FactorProof } from '#contract/people/passkeys/answers.ts'
import type { PasskeyOptions } from '#contract/people/passkeys/calls.ts'
import { appDigits } from '#contract/people/second-factors/calls.ts'
import { useAct } from '#web/core/api/act.ts'
import { useCheckedForm } from '#web/core/ui/form.ts'
import { FormProblem } from '#web/core/ui/form-problem.tsx'
import { refusedAt } from '#web/core/ui/refused-at.ts'
import { signWithPasskey } from '#web/people/passkeys/passkey-ceremony.ts'
import { knowsPasskeys } from '#web/people/passkeys/passkey-support.ts'
import { CodeField, checkTypedCode } from './code-field.tsx'

interface Props {
  hasApp: boolean
  hasPasskeys: boolean
  label: string
  /** Returns the options for a passkey. */
  ask: () => Promise<PasskeyOptions | null>
  send: (proof: FactorProof) => Promise<unknown>
  /** In a dialog: closes it. */
  onCancel?: () => void
  /** Further fields, above the buttons. */
  children?: ReactNode
}

/** Asks for a second factor: a passkey, a code of the app, or a recovery code instead. */
export function FactorProofForm({ hasApp, hasPasskeys, label, ask, send, onCancel, children }: Props) {
  const canSign = hasPasskeys && knowsPasskeys()
  const [byRecovery, setByRecovery] = useState(false)
  const asksApp = hasApp && !byRecovery
  const { fields, formProps, isSending, problem } = useCheckedForm({
    initialValues: { code: '' },
    check: checkTypedCode,
    checksOnlyOnSubmit: true,
    send: ({ code }) => send({ code }).catch(refusedAt('code', 'WRONG_FACTOR')),
  })
  const signing = useAct(async () => {
    const options = await ask()
    if (options) await send({ passkey: await signWithPasskey(options) })
  })
  const other = asksApp ? 'Use a recovery code' : hasApp ? 'Use the app' : 'Try another way'
  const asksCode = asksApp || byRecovery || !canSign
  return (
    <form {...formProps}>
      <Stack>
        {asksCode && (
          <CodeField
            // A new field, because a code typed for the app is not a recovery code.
            key={String(asksApp)}
            data-autofocus
            autoFocus
            label={asksApp ? `${appDigits}-digit code from your app` : 'Recovery code'}
            inputMode={asksApp ? 'numeric' : 'text'}
            placeholder={asksApp ? '123456' : 'XXXX-XXXX-XXXX'}
            {...fields.getInputProps('code')}
          />
        )}
        {children}
        <FormProblem text={problem ?? signing.problem} />
        {asksCode && (
          <Button type="submit" size="md" loading={isSending}>
            {label}
          </Button>
        )}
        {asksCode && canSign && <Divider label="or" labelPosition="center" />}
        {canSign && (
          <Button
            variant={asksCode ? 'default' : 'filled'}
            size="md"
            leftSection={<Fingerprint size={17} />}
            {...signing.button()}
          >
            Use a passkey
          </Button>
        )}
        {(hasApp || (canSign && !byRecovery)) && (
          <Anchor
            component="button"
            type="button"
            fz="sm"
            ta="center"
            onClick={() => {
              fields.reset()
              setByRecovery(!byRecovery)
            }}
          >
            {other}
          </Anchor>
        )}
        {onCancel && (
          <Button variant="default" size="md" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </Stack>
    </form>
  )
}
