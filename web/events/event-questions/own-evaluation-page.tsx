import { Stack } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { paths } from '#contract/core/paths.ts'
import { getOwnAnswers } from '#contract/events/event-questions/calls.ts'
import { getOwnEvaluation, sendOwnEvaluation } from '#contract/events/event-questions/evaluations.ts'
import { call } from '#web/core/api/call.ts'
import { useData } from '#web/core/api/data.tsx'
import { useReload } from '#web/core/api/reload.ts'
import { Loaded } from '#web/core/ui/loaded.tsx'
import { TextLink } from '#web/core/ui/text-link.tsx'
import { EvaluationForm } from './evaluation-form.tsx'

/** The evaluation of one of the person's registrations. */
export default function OwnEvaluationPage() {
  const params = useParams({ strict: false }) as { registrationId: string }
  const registrationId = Number(params.registrationId)
  const reload = useReload()
  const evaluation = useData(getOwnEvaluation, { query: { registrationId } }, { isSteady: true })
  return (
    <Stack gap="lg">
      <TextLink to={paths.registeredEvents()} size="sm">
        Registered Events
      </TextLink>
      <Loaded of={evaluation}>
        {(found) => (
          <EvaluationForm
            name={`the evaluation of registration ${registrationId}`}
            evaluation={found}
            send={(answers) =>
              call(sendOwnEvaluation, { body: { registrationId, answers } }).finally(() =>
                reload(getOwnEvaluation, getOwnAnswers),
              )
            }
          />
        )}
      </Loaded>
    </Stack>
  )
}
