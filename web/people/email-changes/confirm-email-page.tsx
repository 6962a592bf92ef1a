import { Alert, Button, Skeleton } from '@mantine/core'
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { paths } from '#contract/core/paths.ts'
import {
  confirmEmail,
  confirmMinutes,
  describeEmailChange,
  undoDays,
} from '#contract/people/email-changes/calls.ts'
import { useAct } from '#web/core/api/act.ts'
import { ApiError } from '#web/core/api/api-error.ts'
import { call } from '#web/core/api/call.ts'
import { DataProvider, useData } from '#web/core/api/data.tsx'
import { Failure } from '#web/core/ui/failure.tsx'
import { FormProblem } from '#web/core/ui/form-problem.tsx'
import { TextLink } from '#web/core/ui/text-link.tsx'
import { confirmCode } from './email-codes.ts'
import { EmailLinkIncomplete, EmailLinkStep } from './email-link-step.tsx'
import { keepEmailOf } from './kept-email.ts'

/** The page of the link to the new address. It only asks, because mail scanners open links, too. */
export default function ConfirmEmailPage() {
  const code = confirmCode.useCode()
  if (code === null) return <EmailLinkIncomplete />
  return (
    <DataProvider>
      <Confirmation key={code} code={code} />
    </DataProvider>
  )
}

function Confirmation({ code }: { code: string }) {
  const [email, setEmail] = useState<string>()
  const [isSpent, setSpent] = useState(false)
  const { data: change, error, reload } = useData(describeEmailChange, { body: { code } }, { isSteady: true })
  const { button, problem } = useAct(async () => {
    try {
      const changed = await call(confirmEmail, { body: { code } })
      keepEmailOf(changed)
      setEmail(changed.email)
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'LINK_SPENT')) throw error
      setSpent(true)
    }
  })

  if (email !== undefined) {
    return (
      <EmailLinkStep
        heading="Email changed"
        text={
          <>
            You'll sign in with <strong>{email}</strong> from now on. To undo this within {undoDays} days, use
            the link we sent to your old email.
          </>
        }
      >
        <NextPage />
      </EmailLinkStep>
    )
  }
  if (isSpent || error?.code === 'LINK_SPENT') {
    return (
      <EmailLinkStep
        heading="This link has expired or was already used"
        text={`Only the newest link works, once and for ${confirmMinutes} minutes. Your profile shows your current email, and sends a new link.`}
      >
        <NextPage />
      </EmailLinkStep>
    )
  }
  if (!change) {
    return (
      <EmailLinkStep heading="Confirm your new email?" text="Looking up the account.">
        {error ? <Failure error={error} retry={reload} /> : <Skeleton height={42} />}
      </EmailLinkStep>
    )
  }
  return (
    <EmailLinkStep
      heading="Confirm your new email?"
      text={
        <>
          The account of <strong>{change.account}</strong> will sign in with{' '}
          <strong>{change.newEmail}</strong> from now on. Its registrations and certificates won't change.
          Every other browser is signed out.
        </>
      }
    >
      <Alert icon={<TriangleAlert />} color="yellow">
        If this is not your account, someone else asked for this. Close this page, and nothing changes.
      </Alert>
      <FormProblem text={problem} />
      <Button size="md" {...button()}>
        Confirm email
      </Button>
      {problem && <NextPage />}
    </EmailLinkStep>
  )
}

// The login page leads back to the profile.
function NextPage() {
  return (
    <TextLink to={paths.profile()} fw={600}>
      Go to your profile
    </TextLink>
  )
}
