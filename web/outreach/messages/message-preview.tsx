import { Button, NativeSelect, Stack } from '@mantine/core'
import { Send } from 'lucide-react'
import { useState } from 'react'
import type { Data } from '#contract/core/endpoint.ts'
import type { previewRecipients } from '#contract/outreach/messages/calls.ts'
import { drawMessage, testMessage } from '#contract/outreach/messages/calls.ts'
import { messageResultLabels } from '#contract/outreach/messages/rules.ts'
import type { MessageText } from '#contract/outreach/messages/text.ts'
import { useAct } from '#web/core/api/act.ts'
import { useData } from '#web/core/api/data.tsx'
import { shownCount } from '#web/core/texts/counts.ts'
import { FormProblem } from '#web/core/ui/form-problem.tsx'
import { Hint } from '#web/core/ui/hint.tsx'
import { Loaded } from '#web/core/ui/loaded.tsx'
import { PeopleList } from '#web/core/ui/people-list.tsx'
import { PanelSection } from '#web/core/ui/side-panel.tsx'
import { MailBody } from '#web/foundation/mails/mail-body.tsx'
import styles from './message-preview.module.css'

interface Props {
  message: MessageText
  preview: Data<typeof previewRecipients>
  isStale: boolean
}

/** The email as one of its recipients gets it, a way to test it, and who gets it or not. */
export function MessagePreview({ message, preview: { counts, people }, isStale }: Props) {
  const getting = people.filter(({ verdict }) => verdict === 'gets')
  const [chosen, choose] = useState(0)
  const shown = getting[chosen] ?? getting[0]
  return (
    <Stack gap="lg" aria-busy={isStale}>
      {shown && (
        <PanelSection title="Email">
          <NativeSelect
            label="Preview for"
            value={chosen}
            onChange={(event) => choose(Number(event.currentTarget.value))}
            data={getting.map(({ name, email, about }, index) => ({
              value: String(index),
              label: [name, name === email ? '' : email, about].filter(Boolean).join(' · '),
            }))}
          />
          <Drawn
            message={message}
            recipient={{ userId: shown.userId, registrationId: shown.registrationId }}
          />
        </PanelSection>
      )}
      <PanelSection title="Recipients">
        <Counts counts={counts} />
        <PeopleList
          label="Recipients"
          people={people.map(({ name, email, about, verdict }) => ({
            who: name,
            more: [email, about].filter(Boolean).join(' · '),
            why: verdict === 'gets' ? '' : messageResultLabels[verdict],
            isRefused: true,
          }))}
        />
        {people.length < counts.reduce((sum, { people }) => sum + people, 0) && (
          <Hint>The first {shownCount(people.length)} are listed.</Hint>
        )}
      </PanelSection>
    </Stack>
  )
}

function Counts({ counts }: Pick<Props['preview'], 'counts'>) {
  return (
    <ul className="row small figures">
      {counts.map(({ verdict, people }) => (
        <li key={verdict} className="pill" data-tone={verdict === 'gets' ? 'good' : 'warn'}>
          {messageResultLabels[verdict]} ({shownCount(people)})
        </li>
      ))}
    </ul>
  )
}

interface DrawnProps {
  message: MessageText
  recipient: { userId: string; registrationId: number | null }
}

function Drawn({ message, recipient }: DrawnProps) {
  const body = { message, recipient }
  const drawn = useData(drawMessage, { body }, { keepPrevious: true, isSteady: true, isForgotten: true })
  const test = useAct(testMessage, { toast: ({ email }) => `Test sent to ${email}` })
  return (
    <>
      <Loaded of={drawn}>
        {({ subject, html, text }) => (
          <div className={`card ${styles.email}`}>
            <p className={`strong anywhere ${styles.subject}`}>{subject}</p>
            <MailBody subject={subject} html={html} text={text} />
          </div>
        )}
      </Loaded>
      <div className="row">
        <Button variant="default" size="xs" leftSection={<Send size={15} />} {...test.button({ body })}>
          Send a test to me
        </Button>
        <Hint>Personal links are replaced by samples here and in the test.</Hint>
      </div>
      <FormProblem text={test.problem} />
    </>
  )
}
