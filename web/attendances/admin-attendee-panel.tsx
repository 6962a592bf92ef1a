import { Text, Title } from '@mantine/core'
import type { Attendee } from '#contract/attendances/calls.ts'
import { attendedMinutes } from '#contract/attendances/rules.ts'
import { shownInstant } from '#web/core/texts/instants.ts'
import type { DialogProps } from '#web/core/ui/later.tsx'
import { SidePanel } from '#web/core/ui/side-panel.tsx'
import { attendeeStatus, shownMinutes, shownStay } from './attendance-words.ts'

/** A person's visits and answers. */
export default function AdminAttendeePanel({ attendee, ...panel }: { attendee: Attendee } & DialogProps) {
  const { name, email, minutes, visits, answers } = attendee
  return (
    <SidePanel {...panel} title={name || 'Unknown person'} about={email ?? ''} size={480}>
      <div className="stack pad">
        <Title order={3}>Visits</Title>
        {visits.length === 0 && <Text c="dimmed">{attendeeStatus(attendee)}</Text>}
        <ul className="stack anywhere figures">
          {visits.map((visit) => (
            <li key={`${visit.joinedAt.getTime()} ${visit.leftAt.getTime()}`}>
              {shownStay(visit)} <span className="muted small">{shownMinutes(attendedMinutes([visit]))}</span>
            </li>
          ))}
        </ul>
        {visits.length > 1 && (
          <Text fw={600}>{shownMinutes(minutes)} in all. Overlapping visits count once.</Text>
        )}
        <Title order={3}>Answers</Title>
        {answers.length === 0 && <Text c="dimmed">None.</Text>}
        <ul className="stack anywhere figures">
          {answers.map(({ question, answer, answeredAt }) => (
            <li key={`${question} ${answer} ${answeredAt?.getTime()}`}>
              <span className="muted small">{question}</span>
              <br />
              {answer}
              {answeredAt && <span className="muted small"> {shownInstant(answeredAt)}</span>}
            </li>
          ))}
        </ul>
      </div>
    </SidePanel>
  )
}
