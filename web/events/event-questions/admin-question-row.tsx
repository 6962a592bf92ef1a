import { ActionIcon, Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { longest } from '#contract/core/fields.ts'
import type { Moment } from '#contract/events/event-questions/questions.ts'
import { evaluationKinds, registrationKinds } from '#contract/events/event-questions/questions.ts'
import type { AdminEvent } from '#contract/events/events/calls.ts'
import { shownTimeslot } from '#contract/events/slots/times.ts'
import { counted } from '#web/core/texts/counts.ts'
import type { Fields } from '#web/core/ui/fields.ts'
import styles from './admin-question-row.module.css'
import type { EventQuestionValues } from './event-question-values.ts'

interface Props {
  moment: Moment
  place: number
  /** The place of the last question. */
  last: number
  event: AdminEvent
  /** The number of its answers. */
  answers: number
  fields: Fields<EventQuestionValues>
}

/** The fields of one question in the editor. */
export function AdminQuestionRow({ moment, place, last, event, answers, fields }: Props) {
  const question = fields.values[moment][place]
  if (!question) return null
  const { kind } = question
  const name = `Question ${place + 1}`
  const of = (field: string) => fields.getInputProps(`${moment}.${place}.${field}`)
  const box = (field: string) => fields.getCheckboxProps(`${moment}.${place}.${field}`)
  const kinds = moment === 'registration' ? registrationKinds : evaluationKinds
  const others = fields.values[moment].toSpliced(place, 1)
  const move = (to: number) => fields.setFieldValue(moment, others.toSpliced(to, 0, question))
  return (
    <fieldset className={`card pad ${styles.question}`} aria-label={name}>
      <div className={styles.head}>
        <span className="strong small">{name}</span>
        {answers > 0 && <span className="muted small">{counted(answers, 'answer')}</span>}
        <span className={styles.acts}>
          <ActionIcon
            variant="subtle"
            size={34}
            disabled={place === 0}
            aria-label={`Move ${name} up`}
            onClick={() => move(place - 1)}
          >
            <ArrowUp size={16} />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            size={34}
            disabled={place === last}
            aria-label={`Move ${name} down`}
            onClick={() => move(place + 1)}
          >
            <ArrowDown size={16} />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="red"
            size={34}
            aria-label={`Remove ${name}`}
            onClick={() => fields.setFieldValue(moment, others)}
          >
            <Trash2 size={16} />
          </ActionIcon>
        </span>
      </div>
      <TextInput label="Question" required maxLength={longest.line} {...of('wording')} />
      <div className={styles.line}>
        <NativeSelect
          label="Type"
          disabled={answers > 0}
          {...(answers > 0 && { description: 'It has answers, so its type stays.' })}
          data={Object.entries(kinds).map(([value, label]) => ({ value, label }))}
          {...of('kind')}
        />
        {moment === 'registration' && (
          <NativeSelect
            label="Asked of"
            data={[
              { value: '', label: 'Everyone' },
              ...event.slots.map((slot) => ({
                value: String(slot.eventSlotId),
                label: shownTimeslot(slot),
              })),
            ]}
            {...of('eventSlotId')}
          />
        )}
      </div>
      {kind === 'choice' && (
        <Textarea label="Choices" description="One on each line" required rows={3} {...of('choices')} />
      )}
      {moment === 'registration' && <Checkbox label="Required" {...box('isRequired')} />}
      {moment === 'evaluation' && kind === 'scale' && (
        <Checkbox label="Ask about each speaker" {...box('isPerSpeaker')} />
      )}
    </fieldset>
  )
}
