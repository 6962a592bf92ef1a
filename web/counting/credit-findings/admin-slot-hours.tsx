import type { RegistrationFinding } from '#contract/counting/credit-findings/calls.ts'
import { Sentences } from '#web/core/ui/sentences.tsx'
import { PanelSection } from '#web/core/ui/side-panel.tsx'
import { hoursBySlot } from './slot-hours.ts'

interface Props {
  /** The panel's slot. */
  eventSlotId: number
  found: RegistrationFinding
}

/** A person's hours at each time slot of the event, if several, and where each hour counts. */
export function AdminSlotHours({ eventSlotId, found }: Props) {
  const slots = hoursBySlot(found)
  if (slots.length === 0) return null
  return (
    <PanelSection title="Hours by time slot">
      <p className="small muted">Each hour of the event counts once, at the time slot where it was earned.</p>
      {slots.map((slot) => (
        <section key={slot.eventSlotId} className="tight" aria-label={slot.name}>
          <p className="strong small figures">
            {slot.name}
            {slot.eventSlotId === eventSlotId && ' (this one)'}
          </p>
          <Sentences className="tight small anywhere figures" of={slot.lines} />
        </section>
      ))}
    </PanelSection>
  )
}
