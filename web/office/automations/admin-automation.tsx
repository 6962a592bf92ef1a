import { NativeSelect } from '@mantine/core'
import { ended } from '#contract/core/names.ts'
import { getSlotFindings } from '#contract/counting/credit-findings/calls.ts'
import type { AutomationMode } from '#contract/office/automations/calls.ts'
import { automationModes, getAutomation, setAutomation } from '#contract/office/automations/calls.ts'
import { useAct } from '#web/core/api/act.ts'
import { useData } from '#web/core/api/data.tsx'
import { can } from '#web/core/session/can.ts'
import { shownInstant } from '#web/core/texts/instants.ts'
import { confirm } from '#web/core/ui/dialogs.tsx'
import { toastDone, toastError } from '#web/core/ui/toasts.tsx'

const ever = 'Hours are never lowered automatically.'

const questions: Record<AutomationMode, { title: string; message: string }> = {
  'by-hand': {
    title: 'Credit by hand?',
    message: 'Automatic credits stop. Hours that were credited stay.',
  },
  propose: {
    title: 'Propose credits?',
    message: 'The staff get an email when people are ready. No one is credited automatically.',
  },
  credit: {
    title: 'Credit without a click?',
    message: `Everyone with all hours is credited after the last report, everyone else once the reports are final. No one is emailed. ${ever}`,
  },
  'credit-and-mail': {
    title: 'Credit and email without a click?',
    message: `Everyone with all hours gets the certificate by email after the last report, everyone else once the reports are final. ${ever}`,
  },
}

/** Shows and changes the event's level of automatic hours. */
export function AdminAutomation({ eventId, eventName }: { eventId: number; eventName: string }) {
  const { data } = useData(getAutomation, { query: { eventId } })
  const { act, isRunning } = useAct(setAutomation, {
    reloads: [getAutomation, getSlotFindings],
    tell: toastError,
    confirm: ({ body: { mode } }) =>
      confirm({
        title: questions[mode].title,
        message: `${questions[mode].message} This is for all time slots of ${ended(eventName)}`,
        confirmLabel: automationModes[mode],
      }),
    done: ({ mode }) => toastDone(['Automation', automationModes[mode]]),
  })
  if (!data) return null
  const { mode, setBy, setAt } = data
  return (
    <div className="row">
      <span className="small">Credits</span>
      <NativeSelect
        aria-label="Automation of credits"
        size="xs"
        value={mode}
        disabled={!can(setAutomation) || isRunning}
        title={setAt ? `Set ${shownInstant(setAt)}${setBy ? ` by ${setBy}` : ''}` : 'Not set yet'}
        data={Object.entries(automationModes).map(([value, label]) => ({ value, label }))}
        onChange={({ currentTarget: { value } }) =>
          void act({ body: { eventId, mode: value as AutomationMode } })
        }
      />
    </div>
  )
}
