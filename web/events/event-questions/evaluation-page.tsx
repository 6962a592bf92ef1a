import { Stack } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { paths } from '#contract/core/paths.ts'
import { findEvaluation, sendEvaluation } from '#contract/events/event-questions/evaluations.ts'
import { call } from '#web/core/api/call.ts'
import { DataProvider, useData } from '#web/core/api/data.tsx'
import { useReload } from '#web/core/api/reload.ts'
import { codeInFragment } from '#web/core/mailed-code.ts'
import { Loaded } from '#web/core/ui/loaded.tsx'
import { PageHeading } from '#web/core/ui/page-heading.tsx'
import { TextLink } from '#web/core/ui/text-link.tsx'
import { EvaluationForm } from './evaluation-form.tsx'

/** The evaluation behind the link in a certificate's email. Opening it sends nothing. */
export default function EvaluationPage() {
  const code = useLocation({ select: codeInFragment })
  if (!code) return <Incomplete />
  return (
    <DataProvider>
      <ByCode key={code} code={code} />
    </DataProvider>
  )
}

function ByCode({ code }: { code: string }) {
  const evaluation = useData(findEvaluation, { body: { code } }, { isSteady: true, isQuiet: true })
  const reload = useReload()
  if (evaluation.error?.code === 'EVALUATION_NOT_FOUND') return <Incomplete />
  return (
    <Loaded of={evaluation}>
      {(found) => (
        <EvaluationForm
          name={`the evaluation ${code.slice(0, 8)}`}
          evaluation={found}
          send={(answers) =>
            call(sendEvaluation, { body: { code, answers } }).finally(() => reload(findEvaluation))
          }
        />
      )}
    </Loaded>
  )
}

function Incomplete() {
  return (
    <Stack gap="lg">
      <PageHeading text="Open it again from the email of your certificate, or evaluate the event under Registered Events.">
        This link is incomplete
      </PageHeading>
      <TextLink to={paths.registeredEvents()}>Go to your registered events</TextLink>
    </Stack>
  )
}
