import { Anchor, Button, Stack, Text } from '@mantine/core'
import { Link, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { paths } from '#contract/paths.ts'
import { useAct } from '#web/platform/api/act.ts'
import { ApiError } from '#web/platform/api/call.ts'
import { FormProblem } from '#web/platform/ui/form-problem.tsx'
import { PageHeading } from '#web/platform/ui/page-heading.tsx'
import { PageLoading } from '#web/platform/ui/page-loading.tsx'
import { completeSignIn } from './complete-sign-in.ts'
import { LinkEmailForm } from './link-email-form.tsx'
import { LinkSpent } from './link-spent.tsx'
import { linkCode } from './mailed-code.ts'
import { pendingEmail } from './pending-sign-in.ts'

/** Where the mailed link leads. Only the browser that asked for it completes by itself: mail scanners open links, too. */
export default function SignInLinkPage() {
  const code = linkCode.useCode()
  if (code === null) return <LinkIncomplete />
  return <SignInWithCode key={code} code={code} />
}

function SignInWithCode({ code }: { code: string }) {
  const router = useRouter()
  const [email, setEmail] = useState(pendingEmail)
  const [isSpent, setSpent] = useState(false)
  const { act: signIn, problem } = useAct(async (provenEmail: string) => {
    try {
      const page = await completeSignIn(provenEmail, code)
      linkCode.forget()
      router.history.replace(page)
    } catch (error) {
      if (!isOfSpentLink(error)) throw error
      setSpent(true)
    }
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: only another e-mail is another sign-in
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
        <PageLoading text="Signing you in" />
      </>
    )
  }
  return (
    <Stack gap="lg">
      <PageHeading>You are not signed in yet</PageHeading>
      <FormProblem text={problem} />
      <Button size="md" onClick={() => void signIn(email)}>
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

function isOfSpentLink(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'LINK_SPENT' || error.code === 'IDENTITY_NOT_PROVEN')
}
