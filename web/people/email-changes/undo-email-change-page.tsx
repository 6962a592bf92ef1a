import { Button } from '@mantine/core'
import { useState } from 'react'
import { paths } from '#contract/core/paths.ts'
import { undoDays, undoEmailChange } from '#contract/people/email-changes/calls.ts'
import { useAct } from '#web/core/api/act.ts'
import { ApiError } from '#web/core/api/api-error.ts'
import { call } from '#web/core/api/call.ts'
import { clearSession, sessionUser } from '#web/core/session/session.ts'
import { FormProblem } from '#web/core/ui/form-problem.tsx'
import { TextLink } from '#web/core/ui/text-link.tsx'
import { ContactSupport } from '#web/foundation/support/contact-support.tsx'
import { undoCode } from './email-codes.ts'
import { EmailLinkIncomplete, EmailLinkStep } from './email-link-step.tsx'

/** The page of the link to the old address. It only asks, because mail scanners open links, too. */
export default function UndoEmailChangePage() {
  const code = undoCode.useCode()
  return code === null ? <EmailLinkIncomplete /> : <Undoing key={code} code={code} />
}

function Undoing({ code }: { code: string }) {
  const [email, setEmail] = useState<string>()
  const [isOver, setOver] = useState(false)
  const { button, problem } = useAct(async () => {
    try {
      const restored = await call(undoEmailChange, { body: { code } })
      // The server ended only this person's sessions.
      if (sessionUser()?.userId === restored.userId) clearSession()
      setEmail(restored.email)
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'EMAIL_CHANGE_OVER')) throw error
      setOver(true)
    }
  })

  if (email !== undefined) {
    return (
      <EmailLinkStep
        heading="Email change undone"
        text={
          <>
            Your email is <strong>{email}</strong> again. All devices were signed out. Sign in with this
            email.
          </>
        }
      >
        <TextLink to={paths.login()} fw={600}>
          Sign in
        </TextLink>
      </EmailLinkStep>
    )
  }
  if (isOver) {
    return (
      <EmailLinkStep
        heading="This link has expired or was already used"
        text={`A change of email can be undone once, for ${undoDays} days. If someone has taken over your account, contact support.`}
      >
        <div>
          <ContactSupport />
        </div>
      </EmailLinkStep>
    )
  }
  return (
    <EmailLinkStep
      heading="Go back to your old email?"
      text="Your account gets back the email that we sent this link to. You'll be signed out everywhere, and any later email changes will be undone."
    >
      <FormProblem text={problem} />
      <Button size="md" {...button()}>
        Undo the change
      </Button>
    </EmailLinkStep>
  )
}
