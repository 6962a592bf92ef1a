import { seasonOfDay } from '#contract/core/season.ts'
import type { OwnFinding } from '#contract/counting/credit-findings/own-calls.ts'
import { getOwnFindings } from '#contract/counting/credit-findings/own-calls.ts'
import { getOwnEarlierCertificates } from '#contract/counting/earlier-certificates/calls.ts'
import { getAllEvents } from '#contract/events/events/calls.ts'
import { getRegisteredEvents } from '#contract/registrations/registrations/calls.ts'
import { asFound } from '#contract/registrations/registrations/renewal-years.ts'
import { useData } from '#web/core/api/data.tsx'
import { groupEvents } from '#web/events/events/grouped-events.ts'
import { HeldHours } from './held-hours.tsx'

/** A certificate's hours, for its owner. Others see nothing, and so does an owner whose session ended. */
export default function OwnCertificateHours({ code }: { code: string }) {
  const { data } = useData(getOwnFindings, {}, { isQuiet: true })
  const finding = data?.findings.find(({ certificateCode }) => certificateCode === code)
  return data && finding ? <Owner finding={finding} findings={data.findings} /> : null
}

function Owner({ finding, findings }: { finding: OwnFinding; findings: OwnFinding[] }) {
  const from = seasonOfDay(finding.hourByHour[0]?.on ?? '2026-01-01')
  const events = useData(getAllEvents, { query: { from } }, { isQuiet: true })
  const held = useData(getRegisteredEvents, {}, { isQuiet: true })
  const earlier = useData(getOwnEarlierCertificates, {}, { isQuiet: true })
  if (!events.data || !held.data) return null
  const { registeredEvents } = held.data
  return (
    <div className="tight">
      <h2>Your hours</h2>
      <HeldHours
        finding={finding}
        events={groupEvents(events.data.events, registeredEvents)}
        held={asFound(registeredEvents, findings)}
        earlier={earlier.data?.certificates ?? []}
      />
    </div>
  )
}
