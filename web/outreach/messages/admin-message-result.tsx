import { Button, NativeSelect, Stack, Text } from '@mantine/core'
import { Square } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Data } from '#contract/core/endpoint.ts'
import { paths } from '#contract/core/paths.ts'
import { getMessage, getMessageResults, getMessages, stopMessage } from '#contract/outreach/messages/calls.ts'
import type { MessageResult } from '#contract/outreach/messages/rules.ts'
import { messageOutcomes, messageResultLabels } from '#contract/outreach/messages/rules.ts'
import { useAct } from '#web/core/api/act.ts'
import { useData } from '#web/core/api/data.tsx'
import { usePortions } from '#web/core/api/portions.ts'
import { can } from '#web/core/session/can.ts'
import { counted, shownCount } from '#web/core/texts/counts.ts'
import { FormProblem } from '#web/core/ui/form-problem.tsx'
import { Hint } from '#web/core/ui/hint.tsx'
import { JobProgress } from '#web/core/ui/job-progress.tsx'
import { Loaded } from '#web/core/ui/loaded.tsx'
import { PortionList } from '#web/core/ui/portion-list.tsx'
import { RecordTable } from '#web/core/ui/record-table.tsx'
import { SafeHtml } from '#web/core/ui/safe-html.tsx'
import { SidePanelFooter } from '#web/core/ui/side-panel.tsx'
import { TextLink } from '#web/core/ui/text-link.tsx'
import { resultTones } from './message-words.ts'

const everyMs = 2000

type Read = Data<typeof getMessage>

/** Shows how many emails of a message have left, and each person's result. */
export function AdminMessageResult({ messageId }: { messageId: number }) {
  const read = useData(
    getMessage,
    { params: { messageId } },
    { every: (message) => (message && !isWaiting(message) ? undefined : everyMs) },
  )
  return <Loaded of={read}>{(message) => <Shown message={message} />}</Loaded>
}

function isWaiting({ finishedAt, counts }: Read) {
  return finishedAt === null || counts.some(({ result }) => result === 'waiting')
}

function Shown({ message }: { message: Read }) {
  const { messageId, subject, html, startedAt, startedBy, people, counts, isStopped, isStoppable } = message
  const waiting = counts.find(({ result }) => result === 'waiting')?.people ?? 0
  const stop = useAct(stopMessage, {
    confirm: {
      title: 'Stop this message?',
      message: `${counted(waiting, 'email has', 'emails have')} not left yet and won't be sent. You can't start it again.`,
      confirmLabel: 'Stop it',
      cancelLabel: 'Keep sending',
      tone: 'danger',
    },
    reloads: [getMessage, getMessages],
  })
  return (
    <>
      <Stack gap="lg">
        <JobProgress
          title={isStopped ? `${subject} (stopped)` : subject}
          begunAt={startedAt}
          begunBy={startedBy}
          done={people - waiting}
          total={people}
          isOver={!isWaiting(message)}
        >
          <Text size="sm" mt={6} className="figures" role="status">
            {isWaiting(message)
              ? `${shownCount(people - waiting)} of ${counted(people, 'email')}`
              : `Done: ${counted(people, 'email')}`}
          </Text>
        </JobProgress>
        {isWaiting(message) && (
          <Hint>
            You can close this panel. Emails go out one by one. Find this message under Emails, Messages.
          </Hint>
        )}
        <details>
          <summary className="small">Text of the message</summary>
          <div className="card pad small">
            <SafeHtml html={html} />
          </div>
        </details>
        <Recipients message={message} />
      </Stack>
      {isStoppable && can(stopMessage) && (
        <SidePanelFooter>
          <FormProblem text={stop.problem} />
          <Button
            variant="default"
            leftSection={<Square size={14} />}
            {...stop.button({ params: { messageId } })}
          >
            Stop
          </Button>
        </SidePanelFooter>
      )}
    </>
  )
}

function Recipients({ message: { messageId, counts } }: { message: Read }) {
  const [result, choose] = useState<MessageResult>()
  const read = usePortions(
    getMessageResults,
    (after) => ({ query: { messageId, result, after } }),
    'recipients',
    'place',
  )
  const { reload } = read
  const progress = JSON.stringify(counts)
  // biome-ignore lint/correctness/useExhaustiveDependencies: other counts are the reason
  useEffect(() => void reload(), [progress])
  return (
    <PortionList of={read} failed="Couldn't load more recipients. Try again." label="Show more">
      {(recipients, more) => (
        <Stack gap="sm">
          <NativeSelect
            label="Result"
            maw={360}
            value={result ?? ''}
            onChange={(event) =>
              choose((event.currentTarget.value || undefined) as MessageResult | undefined)
            }
            data={[
              { value: '', label: `Everyone (${shownCount(sumOf(counts))})` },
              ...inOrder(counts).map(({ result, people }) => ({
                value: result,
                label: `${messageResultLabels[result]} (${shownCount(people)})`,
              })),
            ]}
          />
          <RecordTable
            label="Recipients"
            rows={recipients}
            rowId="place"
            isStale={read.isPrevious}
            empty="No one has this result now."
            widths={{ Result: '40%' }}
            columns={{
              Person: ({ userId, name, email }) => (
                <div>
                  {userId ? (
                    <TextLink to={`${paths.account()}/$userId`} params={{ userId }} inherit>
                      {name}
                    </TextLink>
                  ) : (
                    name
                  )}
                  {name !== email && <div className="muted tiny anywhere">{email}</div>}
                </div>
              ),
              Result: ({ result, problem }) => (
                <div>
                  <span className="pill" data-tone={resultTones[result]}>
                    {messageResultLabels[result]}
                  </span>
                  {problem && <div className="muted tiny anywhere">{problem}</div>}
                </div>
              ),
            }}
          />
          {more}
        </Stack>
      )}
    </PortionList>
  )
}

function sumOf(counts: Read['counts']) {
  return counts.reduce((sum, { people }) => sum + people, 0)
}

/** Emails first, then people left out. */
function inOrder(counts: Read['counts']): Read['counts'] {
  const order: readonly string[] = messageOutcomes
  const placeOf = ({ result }: Read['counts'][number]) =>
    order.includes(result) ? order.indexOf(result) : 99
  return counts.toSorted((one, other) => placeOf(one) - placeOf(other))
}
