import { Alert, Button } from '@mantine/core'
import { CircleAlert } from 'lucide-react'
import type { DoorList } from '#contract/attendance/check-ins/calls.ts'
import { counted } from '#web/core/texts/counts.ts'
import { shownTimeOf } from '#web/core/texts/instants.ts'
import { confirm } from '#web/core/ui/dialogs.tsx'
import { forgetRefused, sendAgain } from './door.ts'
import type { KeptCheckIn } from './kept-check-ins.ts'

const acts = { in: 'Check-in', out: 'Check-out', undo: 'Undo', 'walk-in': 'Walk-in' }

/** The check-ins refused by the portal, each with its reason, until the front desk has dealt with them. */
export function RefusedCheckIns({ list, checkIns }: { list: DoorList | undefined; checkIns: KeptCheckIn[] }) {
  const refused = checkIns.filter(({ refusal }) => refusal !== undefined)
  if (refused.length === 0) return null
  return (
    <Alert
      color="red"
      role="alert"
      icon={<CircleAlert />}
      title={`${counted(refused.length, 'check-in')} ${refused.length === 1 ? 'was' : 'were'} refused`}
    >
      <div className="stack">
        <ul className="tight">
          {refused.map((kept) => (
            <li key={kept.checkInId}>
              {acts[kept.act]} of {nameOf(kept, list)}, {shownTimeOf(kept.at)}: {kept.refusal}
            </li>
          ))}
        </ul>
        <div className="row">
          <Button variant="default" onClick={() => void dismiss(refused.length)}>
            Dismiss
          </Button>
          <Button onClick={sendAgain}>Send again</Button>
        </div>
      </div>
    </Alert>
  )
}

async function dismiss(count: number) {
  const isSure = await confirm({
    title: `Delete ${counted(count, 'refused check-in')}?`,
    message:
      "These check-ins weren't saved. Write the names down; you can enter the times on the sign-in sheet.",
    confirmLabel: 'Delete',
    tone: 'danger',
  })
  if (isSure) forgetRefused()
}

function nameOf(kept: KeptCheckIn, list: DoorList | undefined) {
  if (kept.act === 'walk-in') return `${kept.firstName} ${kept.lastName}`
  const person = list?.people.find(({ registrationId }) => registrationId === kept.registrationId)
  return person?.name ?? `registration ${kept.registrationId ?? '(unknown)'}`
}
