import { Button, Code, Group, Image, Stack, Text } from '@mantine/core'
import { Fingerprint, Smartphone } from 'lucide-react'
import type { ReactNode } from 'react'
import { useState } from 'react'
import type { NewPasskeyAnswer } from '#contract/people/passkeys/answers.ts'
import type { FactorOffer, FactorWay } from '#contract/people/second-factors/calls.ts'
import { useAct } from '#web/core/api/act.ts'
import { ButtonRow } from '#web/core/ui/button-row.tsx'
import { CopyIcon } from '#web/core/ui/copy-icon.tsx'
import { DialogActions } from '#web/core/ui/dialog-form.tsx'
import { useCheckedForm } from '#web/core/ui/form.ts'
import { FormProblem } from '#web/core/ui/form-problem.tsx'
import { Hint } from '#web/core/ui/hint.tsx'
import { refusedAt } from '#web/core/ui/refused-at.ts'
import { makePasskey } from '#web/people/passkeys/passkey-ceremony.ts'
import { knowsPasskeys } from '#web/people/passkeys/passkey-support.ts'
import { CodeField, checkTypedCode } from './code-field.tsx'

export type MadeFactor = { code: string } | { passkey: NewPasskeyAnswer }

interface Props {
  begin: (way: FactorWay) => Promise<FactorOffer>
  send: (made: MadeFactor) => Promise<unknown>
  /** In a dialog: closes it. */
  onCancel?: () => void
  /** Further fields, above the last button. */
  children?: ReactNode
}

/** Creates a second factor: an app that scans a secret, or a passkey. */
export function FactorMaker({ begin, send, onCancel, children }: Props) {
  const [app, setApp] = useState<FactorOffer['app']>(null)
  const byApp = useAct(async () => setApp((await begin('app')).app))
  const byPasskey = useAct(async () => {
    const { options } = await begin('passkey')
    if (options) await send({ passkey: await makePasskey(options) })
  })
  if (app) return <AppForm app={app} send={send} onCancel={onCancel} more={children} />
  return (
    <Stack>
      <Way
        icon={<Smartphone size={20} />}
        title="An authenticator app"
        text="An app on your phone shows a new 6-digit code every 30 seconds."
        label="Use an app"
        isRunning={byApp.isRunning}
        onClick={() => void byApp.act()}
      />
      {knowsPasskeys() && (
        <Way
          icon={<Fingerprint size={20} />}
          title="A passkey"
          text="Your fingerprint, face or PIN on this device, or a security key."
          label="Use a passkey"
          isRunning={byPasskey.isRunning}
          onClick={() => void byPasskey.act()}
        />
      )}
      {children}
      <FormProblem text={byApp.problem ?? byPasskey.problem} />
      {onCancel && (
        <ButtonRow>
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
        </ButtonRow>
      )}
    </Stack>
  )
}

interface WayProps {
  icon: ReactNode
  title: string
  text: string
  label: string
  isRunning: boolean
  onClick: () => void
}

function Way({ icon, title, text, label, isRunning, onClick }: WayProps) {
  return (
    <Group component="section" className="card pad" gap="sm" align="start" wrap="nowrap" aria-label={title}>
      {icon}
      <Stack gap="xs" align="start">
        <div>
          <Text fw={600}>{title}</Text>
          <Hint>{text}</Hint>
        </div>
        <Button variant="default" loading={isRunning} onClick={onClick}>
          {label}
        </Button>
      </Stack>
    </Group>
  )
}

function AppForm({
  app: { secret, qrCode },
  send,
  onCancel,
  more,
}: {
  app: NonNullable<FactorOffer['app']>
  send: Props['send']
  onCancel: Props['onCancel']
  more: ReactNode
}) {
  const { fields, formProps, isSending, problem } = useCheckedForm({
    initialValues: { code: '' },
    check: checkTypedCode,
    checksOnlyOnSubmit: true,
    send: ({ code }) => send({ code }).catch(refuseAtCode),
  })
  const inGroups = secret.match(/.{1,4}/g)?.join(' ') ?? secret
  return (
    <form {...formProps}>
      <Stack>
        <Text>Scan this with your authenticator app, then enter the code it shows.</Text>
        <Image
          className="card"
          mx="auto"
          src={`data:image/svg+xml,${encodeURIComponent(qrCode)}`}
          w={200}
          h={200}
          alt="QR code for your authenticator app; the key below says the same"
        />
        <div>
          <Hint>Can't scan it? Type this key into the app:</Hint>
          <Group gap={4} wrap="nowrap" align="start">
            <Code bg="none" fz="sm" className="anywhere">
              {inGroups}
            </Code>
            <CopyIcon value={secret} what="key" />
          </Group>
        </div>
        <CodeField
          label="6-digit code"
          inputMode="numeric"
          placeholder="123456"
          autoFocus
          {...fields.getInputProps('code')}
        />
        {more}
        <FormProblem text={problem} />
        {onCancel ? (
          <DialogActions onCancel={onCancel} loading={isSending}>
            Confirm
          </DialogActions>
        ) : (
          <Button type="submit" size="md" loading={isSending}>
            Confirm
          </Button>
        )}
      </Stack>
    </form>
  )
}

const refuseAtCode = refusedAt(
  'code',
  'WRONG_FACTOR',
  "That code didn't match. Check that your phone's clock is set automatically.",
)
