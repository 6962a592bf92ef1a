import { Button, Stack, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { paths } from '#contract/core/paths.ts'
import { useAct } from '#web/core/api/act.ts'
import { FormProblem } from '#web/core/ui/form-problem.tsx'
import { PageHeading } from '#web/core/ui/page-heading.tsx'
import { lifeOfLink, ownMail } from './mailed-link.ts'
import { sendAnotherLink } from './send-link.ts'
import { linkCode } from './sign-in-code.ts'

/** Says that a link expired or was used, and sends another one. */
export function LinkSpent({ email, onOtherEmail }: { email: string; onOtherEmail: () => void }) {
  const navigate = useNavigate()
  const { button, problem } = useAct(sendAnotherLink, {
    done: () => {
      linkCode.forget()
      void navigate({ to: paths.emailLinkSuccess(), replace: true })
    },
  })

  return (
    <Stack gap="lg">
      <div>
        <PageHeading>This link has expired or was already used</PageHeading>
        <Text c="dimmed" mt={6}>
          Each link works {lifeOfLink()}
          {ownMail() && '. Using one cancels the others'}. It works only with the email it was sent to. We can
          send a new one to <strong>{email}</strong>.
        </Text>
      </div>
      <FormProblem text={problem} />
      <Button size="md" {...button(email)}>
        Send a new link
      </Button>
      <Button variant="default" size="md" onClick={onOtherEmail}>
        Use a different email
      </Button>
    </Stack>
  )
}
