import { Button, Code, Radio, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { previewRecipients, startMessage } from '#contract/outreach/messages/calls.ts'
import type { MessageKind } from '#contract/outreach/messages/text.ts'
import {
  hasPlaceholder,
  MessageText,
  placeholders,
  placeholdersOf,
} from '#contract/outreach/messages/text.ts'
import { call } from '#web/core/api/call.ts'
import { useData } from '#web/core/api/data.tsx'
import { explain } from '#web/core/api/explain.ts'
import { counted, shownCount } from '#web/core/texts/counts.ts'
import { schemaErrors, useCheckedForm } from '#web/core/ui/form.ts'
import { FormProblem } from '#web/core/ui/form-problem.tsx'
import { Hint } from '#web/core/ui/hint.tsx'
import { readKept } from '#web/core/ui/kept-changes.ts'
import { Loaded } from '#web/core/ui/loaded.tsx'
import { RichTextField } from '#web/core/ui/rich-text-field.tsx'
import { SidePanelFooter } from '#web/core/ui/side-panel.tsx'
import { useUnsavedChanges } from '#web/core/ui/unsaved-changes.ts'
import { PostalAddressMissing } from '#web/foundation/training-providers/provider-missing.tsx'
import type { MessageAbout } from './message-about.ts'
import { MessagePreview } from './message-preview.tsx'
import { peopleWith } from './message-words.ts'

interface Props {
  about: MessageAbout
  onCancel: () => void
  onStarted: (messageId: number) => void
}

/** A message's text, and then who gets it and how. Typed text survives a reload. */
export function MessageForm({ about, onCancel, onStarted }: Props) {
  const [start] = useState(() => {
    const kept = readKept<{ typed: Partial<Typed>; path: string }>('a message')
    return {
      choice: '0',
      subject: '',
      html: '',
      startKey: crypto.randomUUID(),
      // Another page's message is for other people.
      ...(kept?.path === location.pathname && kept.typed),
    }
  })
  const [isPreview, setPreview] = useState(false)
  const [isStarted, setStarted] = useState(false)
  const form = useCheckedForm<Typed>({
    initialValues: start,
    check: (values) => schemaErrors(MessageText, textOf(values)),
    send: async (values) => {
      if (!isPreview) return setPreview(true)
      const { startKey } = values
      const body = { startKey, message: textOf(values), recipients: choiceOf(values).recipients }
      const { messageId } = await call(startMessage, { body })
      setStarted(true)
      onStarted(messageId)
    },
  })
  const typed = form.fields.values
  const hasChanges = !isStarted && (typed.subject !== '' || typed.html !== '')
  useUnsavedChanges(hasChanges, {
    name: 'a message',
    typed: hasChanges ? { typed, about, path: location.pathname } : undefined,
  })
  const { kind, recipients } = choiceOf(typed)
  const hasJoinLink = hasPlaceholder(typed.html, 'join link')
  const preview = useData(
    previewRecipients,
    { body: { kind, hasJoinLink, recipients } },
    { keepPrevious: true, isSteady: true, isForgotten: true },
  )
  const lacksAddress = kind === 'news' && preview.data?.lacksAddress
  const getting = peopleWith(preview.data?.counts ?? [], 'gets')

  return (
    <form {...form.formProps}>
      <Stack gap="lg">
        {!isPreview && (
          <>
            {about.choices.length > 1 && <Choices about={about} {...form.fields.getInputProps('choice')} />}
            {lacksAddress && <PostalAddressMissing />}
            <TextInput label="Subject" required {...form.fields.getInputProps('subject')} />
            <div className="tight">
              <RichTextField label="Message" {...form.fields.getInputProps('html')} />
              <Placeholders kind={kind} />
            </div>
            <Text size="sm" fw={600} role="status">
              {preview.data && gettingWords(getting, preview.data.counts)}
            </Text>
            {about.choices.length === 1 && <Hint>{kindNotes[kind]}</Hint>}
          </>
        )}
        {isPreview && (
          <Loaded of={preview}>
            {(data) => <MessagePreview message={textOf(typed)} preview={data} isStale={preview.isPrevious} />}
          </Loaded>
        )}
      </Stack>
      <SidePanelFooter>
        <FormProblem text={form.problem ?? (preview.error ? explain(preview.error) : undefined)} />
        {isPreview ? (
          <Button variant="default" onClick={() => setPreview(false)}>
            Back to the text
          </Button>
        ) : (
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
        )}
        <Button
          type="submit"
          loading={form.isSending}
          disabled={lacksAddress || (isPreview && (getting === 0 || preview.isPrevious))}
        >
          {isPreview ? `Send ${counted(getting, 'email')}` : 'Preview'}
        </Button>
      </SidePanelFooter>
    </form>
  )

  function choiceOf({ choice }: Typed) {
    return about.choices[Number(choice)] ?? (about.choices[0] as MessageAbout['choices'][number])
  }

  function textOf(typed: Typed): MessageText {
    const { subject, html } = typed
    return { kind: choiceOf(typed).kind, subject, html }
  }
}

type Typed = { choice: string; subject: string; html: string; startKey: string }

function gettingWords(getting: number, counts: { people: number }[]) {
  const all = counts.reduce((sum, { people }) => sum + people, 0)
  const words = counted(getting, 'email')
  return getting === all ? words : `${words}, ${shownCount(all - getting)} left out`
}

interface ChoicesProps {
  about: MessageAbout
  value?: string
  onChange: (choice: string) => void
}

function Choices({ about, value, onChange }: ChoicesProps) {
  return (
    <Radio.Group label="What is it about?" value={value ?? null} onChange={onChange}>
      <Stack gap={8} mt="xs">
        {about.choices.map(({ label, kind }, index) => (
          <Radio key={label} value={String(index)} label={label} description={kindNotes[kind]} />
        ))}
      </Stack>
    </Radio.Group>
  )
}

const kindNotes: Record<MessageKind, string> = {
  registration: 'Use it only for this event; no mailing-list consent is needed.',
  news: 'For everything else. Goes only to mailing-list subscribers, with an unsubscribe link.',
}

function Placeholders({ kind }: { kind: MessageKind }) {
  return (
    <Text size="xs" c="dimmed">
      Replaced in each email:{' '}
      {placeholdersOf(kind).map((name, index) => (
        <span key={name}>
          {index > 0 && ', '}
          <Code>{`{${name}}`}</Code> {placeholders[name]}
        </span>
      ))}
    </Text>
  )
}
