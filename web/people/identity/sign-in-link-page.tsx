import { Button, Stack } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { paths } from '#contract/core/paths.ts'
import { useAct } from '#web/core/api/act.ts'
import { ApiError } from '#web/core/api/api-error.ts'
import { sessionUser } from '#web/core/session/session.ts'
import { FormProblem } from '#web/core/ui/form-problem.tsx'
import { LoadingOverlay } from '#web/core/ui/loading-overlay.tsx'
import { PageHeading } from '#web/core/ui/page-heading.tsx'
import { completeSignIn } from './complete-sign-in.ts'
import { LinkEmailForm } from './link-email-form.tsx'
import { LinkSpent } from './link-spent.tsx'
import { pendingEmail } from './pending-sign-in.ts'
import { linkCode } from './sign-in-code.ts'

/**
 * The page of the emailed link. It signs in automatically only in a browser that requested the link or is
 * signed in, because mail scanners open links, too.
 */
export default function SignInLinkPage() {
  const code = linkCode.useCode()
  return code && <SignInWithCode key={code} code={code} />
}

function SignInWithCode({ code }: { code: string }) {
  const router = useRouter()
  const [email, setEmail] = useState(() => pendingEmail() ?? sessionUser()?.email)
  const [isSpent, setSpent] = useState(false)
  const { act: signIn, problem } = useAct(async (provenEmail: string) => {
    try {
      await leaveFor(await completeSignIn(provenEmail, code))
    } catch (error) {
      if (!isOfSpentLink(error)) throw error
      if (sessionUser()) await leaveFor(paths.home())
      else setSpent(true)
    }
  })

  // The code is needed until the next page appears: without it, this page is empty.
  async function leaveFor(page: string) {
    await router.navigate({ href: page, replace: true })
    linkCode.forget()
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: only another email is another sign-in
  useEffect(() => {
    if (email !== undefined) void signIn(email)
  }, [email])

  if (email === undefined) return <LinkEmailForm onEmail={setEmail} />
  if (isSpent) {
    return (
      <LinkSpent
        email={email}
        onOtherEmail={() => {
          setSpent(false)
          setEmail(undefined)
        }}
      />
    )
  }
  if (problem === undefined) {
    return (
      <>
        <PageHeading>Signing you in</PageHeading>
        <LoadingOverlay text="Signing you in" />
      </>
    )
  }
  return (
    <Stack gap="lg">
      <PageHeading>We couldn't sign you in</PageHeading>
      <FormProblem text={problem} />
      <Button size="md" onClick={() => void signIn(email)}>
        Try again
      </Button>
    </Stack>
  )
}

function isOfSpentLink(error: unknown) {
  return error instanceof ApiError && (error.code === 'LINK_SPENT' || error.code === 'IDENTITY_NOT_PROVEN')
}
