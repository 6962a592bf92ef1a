import { Stack } from '@mantine/core'
import type { WebhookAttempt } from '#contract/office/webhooks/calls.ts'
import { getWebhookDelivery } from '#contract/office/webhooks/calls.ts'
import { useData } from '#web/core/api/data.tsx'
import { shownInstant } from '#web/core/texts/instants.ts'
import type { DialogProps } from '#web/core/ui/later.tsx'
import { Loaded } from '#web/core/ui/loaded.tsx'
import { PanelSection, SidePanel } from '#web/core/ui/side-panel.tsx'
import { TableSkeleton } from '#web/core/ui/table-skeleton.tsx'

interface Props extends DialogProps {
  deliveryId: number
  title: string
}

/** An event as it was sent, with the answer to each try. */
export default function AdminWebhookDeliveryPanel({ deliveryId, title, ...dialog }: Props) {
  return (
    <SidePanel {...dialog} title={title}>
      <Loaded
        of={useData(getWebhookDelivery, { query: { deliveryId } })}
        loading={<TableSkeleton label="Loading the event" />}
      >
        {({ messageId, body, attempts }) => (
          <Stack gap="lg">
            <PanelSection title="Request">
              <code className="anywhere small">webhook-id: {messageId}</code>
              {body === null ? (
                <p className="muted">
                  {attempts.length === 0
                    ? 'Not sent yet.'
                    : 'The request is not stored. The next try writes it again, unless the person deleted their account.'}
                </p>
              ) : (
                <Text label="Body of the request" text={indented(body)} />
              )}
            </PanelSection>
            <PanelSection title="Answers">
              {attempts.length === 0 && <p className="muted">None yet.</p>}
              {attempts.map((attempt, place) => (
                <Attempt key={attempt.triedAt.getTime()} attempt={attempt} place={place + 1} />
              ))}
            </PanelSection>
          </Stack>
        )}
      </Loaded>
    </SidePanel>
  )
}

function Attempt({ attempt, place }: { attempt: WebhookAttempt; place: number }) {
  const { triedAt, milliseconds, status, problem, answer, signature } = attempt
  return (
    <div className="stack">
      <div>
        <span className="strong">{problem || `Status ${status}`}</span>{' '}
        <span className="muted">
          {shownInstant(triedAt)}, after {milliseconds.toLocaleString('en-US')} ms
        </span>
      </div>
      <code className="anywhere small muted">webhook-signature: {signature}</code>
      {answer && <Text label={`Answer ${place}`} text={answer} />}
    </div>
  )
}

function Text({ label, text }: { label: string; text: string }) {
  return (
    <section
      className="card pad"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard
      tabIndex={0}
      style={{ maxHeight: '24rem', overflow: 'auto' }}
    >
      <pre className="anywhere small" style={{ margin: 0, whiteSpace: 'pre-wrap' }}>
        {text}
      </pre>
    </section>
  )
}

function indented(body: string) {
  return JSON.stringify(JSON.parse(body), null, 2)
}
