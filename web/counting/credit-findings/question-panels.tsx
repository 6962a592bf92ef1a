import {
  pollQuestions,
  severalPeople,
  statedStay,
} from '#web/attendance/attendance-decisions/answer-panels.ts'
import { agendaPanel } from './admin-agenda-button.tsx'
import { findingDetails } from './registration-finding.ts'

/** The panels that open questions and findings of a page open. */
export function QuestionPanels() {
  return (
    <>
      <findingDetails.Panel />
      <agendaPanel.Panel />
      <severalPeople.Panel />
      <pollQuestions.Panel />
      <statedStay.Panel />
    </>
  )
}
