import { Alert, Button, Stack, TextInput } from '@mantine/core'
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { answerPollCode } from '#contract/attendance/poll-codes/calls.ts'
import { codeLength, readPollCode } from '#contract/attendance/poll-codes/rules.ts'
import type { Data } from '#contract/core/endpoint.ts'
import { paths } from '#contract/core/paths.ts'
import { call } from '#web/core/api/call.ts'
import { sessionUser } from '#web/core/session/session.ts'
import { shownTimeOf } from '#web/core/texts/instants.ts'
import { useCheckedForm } from '#web/core/ui/form.ts'
import { FormProblem } from '#web/core/ui/form-problem.tsx'
import styles from './poll-code-form.module.css'

type Answered = Data<typeof answerPollCode>

/** Beside a webinar, the form is smaller than the way into it. */
export const looks = {
  page: { field: 'xl', button: { size: 'lg' } },
  part: { field: 'md', button: { size: 'md', variant: 'default' } },
} as const

interface Props {
  code?: string
  look?: (typeof looks)[keyof typeof looks]
}

/** A field for a poll's code. People who are not signed in continue in another tab, so that a room stays open. */
export function PollCodeForm({ code = '', look = looks.page }: Props) {
  const [answered, setAnswered] = useState<Answered>()
  const { fields, formProps, isSending, problem } = useCheckedForm({
    initialValues: { code },
    checksOnlyOnSubmit: true,
    check: ({ code }): Record<string, string> =>
      readPollCode(code).length === codeLength
        ? {}
        : { code: `Please enter the ${codeLength} letters and digits on the slide` },
    send: async ({ code }) => {
      setAnswered(undefined)
      const user = sessionUser()
      if (!user || user.isAdmin) {
        open(paths.poll({ code: encodeURIComponent(readPollCode(code)) }), '_blank', 'noopener')
        return
      }
      setAnswered(await call(answerPollCode, { body: { code } }))
      fields.reset()
      fields.setFieldValue('code', '')
    },
    failed: "Couldn't send your answer. Try again.",
  })
  return (
    <form {...formProps}>
      <Stack>
        <TextInput
          label="Code on the slide"
          size={look.field}
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          enterKeyHint="send"
          spellCheck={false}
          classNames={{ input: styles.code ?? '' }}
          {...fields.getInputProps('code')}
        />
        <FormProblem text={problem} />
        <div>
          <div role="status" className={styles.status}>
            {answered && <Thanks answered={answered} />}
          </div>
          <Button type="submit" fullWidth loading={isSending} {...look.button}>
            Send answer
          </Button>
        </div>
      </Stack>
    </form>
  )
}

function Thanks({ answered: { eventName, question, answeredAt, isRepeated } }: { answered: Answered }) {
  return (
    <Alert color="teal" icon={<CircleCheck />}>
      <strong>{isRepeated ? "You've already answered" : 'Thanks, your answer is in'}</strong>
      <br />
      {question} of {eventName}
      {isRepeated && `: your answer of ${shownTimeOf(answeredAt)} counts`}.
    </Alert>
  )
}
