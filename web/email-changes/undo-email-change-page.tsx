import { Anchor, Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { paths } from '#contract/core/paths.ts'
import { undoDays, undoEmailChange } from '#contract/email-changes/calls.ts'
import { useAct } from '#web/core/api/act.ts'
import { ApiError } from '#web/core/api/api-error.ts'
import { call } from '#web/core/api/call.ts'
import { clearSession, sessionUser } from '#web/core/session/session.ts'
import { FormProblem } from '#web/core/ui/form-problem.tsx'
import { ContactSupport } from '#web/support/contact-support.tsx'
import { undoCode } from './email-codes.ts'
import { EmailLinkIncomplete, EmailLinkStep } from './email-link-step.tsx'

/** The page of the link in the email to the old address. It only asks: mail scanners open links, too. */
export default function UndoEmailChangePage() {
  const code = undoCode.useCode()
  return code === null ? <EmailLinkIncomplete /> : <Undoing key={code} code={code} />
}

function Undoing({ code }: { code: string }) {
  const [email, setEmail] = useState<string>()
  const [isOver, setOver] = useState(false)
  const { act, isRunning, problem } = useAct(async () => {
    try {
      const restored = await call(undoEmailChange, { body: { code } })
      // The server has ended this person's sessions only.
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
        heading="The change is undone"
        text={
          <>
            Your email is <strong>{email}</strong> again. Everybody was signed out of your account: please
            sign in with this email.
          </>
        }
      >
        <Anchor component={Link} to={paths.login()} fw={600}>
          Sign in
        </Anchor>
      </EmailLinkStep>
    )
  }
  if (isOver) {
    return (
      <EmailLinkStep
        heading="This link has expired or was already used"
        text={`A change of email can be undone once, for ${undoDays} days. If somebody has taken your account, please write to us.`}
      >
        <div>
          <ContactSupport />
        </div>
      </EmailLinkStep>
    )
  }
  return (
    <EmailLinkStep
      heading="Undo the change of your email?"
      text="Your account gets back the email that we sent this link to. Everybody is signed out of it, including you. Later changes of the email are undone, too."
    >
      <FormProblem text={problem} />
      <Button size="md" loading={isRunning} onClick={() => void act()}>
        Undo the change
      </Button>
    </EmailLinkStep>
  )
}
