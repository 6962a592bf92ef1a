import { Alert, Button } from '@mantine/core'
import { CircleAlert } from 'lucide-react'
import type { DoorList } from '#contract/attendance/check-ins/calls.ts'
import { counted } from '#web/core/texts/counts.ts'
import { shownTimeOf } from '#web/core/texts/instants.ts'
import { confirm } from '#web/core/ui/dialogs.tsx'
import { forgetRefused, sendAgain } from './door.ts'
import type { NotedScan } from './noted-scans.ts'

const acts = { in: 'Check-in', out: 'Check-out', undo: 'Undo', 'walk-in': 'Walk-in' }

/** The scans that the portal has refused, each with its reason, until the front desk has dealt with them. */
export function RefusedScans({ list, scans }: { list: DoorList | undefined; scans: NotedScan[] }) {
  const refused = scans.filter(({ refusal }) => refusal !== undefined)
  if (refused.length === 0) return null
  return (
    <Alert
      color="red"
      role="alert"
      icon={<CircleAlert size={18} aria-hidden />}
      title={`${counted(refused.length, 'scan')} ${refused.length === 1 ? 'was' : 'were'} refused`}
    >
      <div className="stack">
        <ul className="tight">
          {refused.map((scan) => (
            <li key={scan.scanId}>
              {acts[scan.act]} of {nameOf(scan, list)}, {shownTimeOf(scan.at)}: {scan.refusal}
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

async function dismiss(count: number): Promise<void> {
  const isSure = await confirm({
    title: `Delete ${counted(count, 'refused scan')}?`,
    message:
      'The portal does not have them. Note the names first: their times can still go onto the sign-in sheet.',
    confirmLabel: 'Delete',
    tone: 'danger',
  })
  if (isSure) forgetRefused()
}

function nameOf(scan: NotedScan, list: DoorList | undefined): string {
  if (scan.act === 'walk-in') return `${scan.firstName} ${scan.lastName}`
  const person = list?.people.find(({ registrationId }) => registrationId === scan.registrationId)
  return person?.name ?? `registration ${scan.registrationId ?? '(unknown)'}`
}
