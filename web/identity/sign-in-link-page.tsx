import { Anchor, Button, Stack, Text } from '@mantine/core'
import { Link, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { paths } from '#contract/paths.ts'
import { ApiError } from '#web/platform/api/call.ts'
import { explain } from '#web/platform/api/explain.ts'
import { FormProblem } from '#web/platform/ui/form-problem.tsx'
import { PageHeading } from '#web/platform/ui/page-heading.tsx'
import { PageLoading } from '#web/platform/ui/page-loading.tsx'
import { forgetLinkCode, useLinkCode } from './link-code.ts'
import { LinkEmailForm } from './link-email-form.tsx'
import { LinkSpent } from './link-spent.tsx'
import { pendingEmail } from './pending-sign-in.ts'
import { signIn } from './sign-in.ts'

/** Where the mailed link leads. Only the browser that asked for it completes by itself: mail scanners open links, too. */
export default function SignInLinkPage() {
  const { code } = useLinkCode()
  if (code === undefined) return <LinkIncomplete />
  return <SignInWithCode key={code} code={code} />
}

function SignInWithCode({ code }: { code: string }) {
  const router = useRouter()
  const [email, setEmail] = useState(pendingEmail)
  const [error, setError] = useState<unknown>()
  const [attempt, setAttempt] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is the same redemption once more
  useEffect(() => {
    let isHere = true
    if (email === undefined) return
    signIn(email, code)
      .then((page) => {
        forgetLinkCode()
        router.history.replace(page)
      })
      .catch((failure: unknown) => isHere && setError(failure))
    return () => {
      isHere = false
    }
  }, [email, code, attempt, router])

  if (email === undefined) return <LinkEmailForm onEmail={setEmail} />
  if (isSpent(error)) {
    return (
      <LinkSpent
        email={email}
        onOtherEmail={() => {
          setError(undefined)
          setEmail(undefined)
        }}
      />
    )
  }
  if (error === undefined) {
    return (
      <>
        <PageHeading>Signing you in</PageHeading>
        <PageLoading text="Signing you in" />
      </>
    )
  }
  return (
    <Stack gap="lg">
      <PageHeading>You are not signed in yet</PageHeading>
      <FormProblem text={explain(error)} />
      <Button
        size="md"
        onClick={() => {
          setError(undefined)
          setAttempt(attempt + 1)
        }}
      >
        Try again
      </Button>
    </Stack>
  )
}

function LinkIncomplete() {
  return (
    <Stack gap="lg">
      <div>
        <PageHeading>This link is incomplete</PageHeading>
        <Text c="dimmed" mt={6}>
          Please open the link of the mail once more, or ask for a new one.
        </Text>
      </div>
      <Anchor component={Link} to={paths.login()}>
        Ask for a new link
      </Anchor>
    </Stack>
  )
}

function isSpent(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'LINK_SPENT' || error.code === 'IDENTITY_NOT_PROVEN')
}
