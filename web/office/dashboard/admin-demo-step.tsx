import { Alert } from '@mantine/core'
import { Hourglass } from 'lucide-react'
import { demoSteps, getDemoStep } from '#contract/office/dashboard/calls.ts'
import { useData } from '#web/core/api/data.tsx'
import { can } from '#web/core/session/can.ts'

const everyMs = 3000

const words = {
  people: 'people sign up',
  registrations: 'people register',
  attendance: 'people attend, and hours are credited',
}

/** Says that a demo is still being filled, and how far it is. */
export function AdminDemoStep() {
  const { data } = useData(
    getDemoStep,
    {},
    { every: (answer) => (answer?.step ? everyMs : undefined), isEnabled: can(getDemoStep) },
  )
  if (!data?.step) return null
  return (
    <Alert
      role="status"
      icon={<Hourglass size={18} aria-hidden />}
      title={`The demo is still filling: step ${demoSteps.indexOf(data.step) + 1} of ${demoSteps.length}`}
    >
      <p className="small">
        Right now, {words[data.step]}. It takes about a minute. You can look around while it fills.
      </p>
    </Alert>
  )
}
