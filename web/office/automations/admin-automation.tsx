import { NativeSelect } from '@mantine/core'
import { ended } from '#contract/core/names.ts'
import { getSlotFindings } from '#contract/counting/credit-findings/calls.ts'
import type { AutomationMode } from '#contract/office/automations/calls.ts'
import { automationModes, getAutomation, setAutomation } from '#contract/office/automations/calls.ts'
import { useAct } from '#web/core/api/act.ts'
import { useData } from '#web/core/api/data.tsx'
import { can } from '#web/core/session/can.ts'
import { counted, shownCount } from '#web/core/texts/counts.ts'
import { shownInstant } from '#web/core/texts/instants.ts'
import { confirm } from '#web/core/ui/dialogs.tsx'
import { openByArrows } from '#web/core/ui/open-by-arrows.ts'

const ever = 'Hours are never lowered automatically.'

const questions: Record<AutomationMode, { title: string; message: string }> = {
  'by-hand': {
    title: 'Issue certificates manually?',
    message: 'Automatic hours and certificates stop. Hours already given stay.',
  },
  propose: {
    title: 'Notify staff when hours are ready?',
    message: 'Staff get an email when people are ready. No hours are given automatically.',
  },
  credit: {
    title: 'Issue certificates automatically?',
    message: `Everyone with all hours is credited after the last report, everyone else once the reports are final. No one is emailed. ${ever}`,
  },
  'credit-and-mail': {
    title: 'Issue and email certificates automatically?',
    message: `Everyone with all hours gets the certificate by email after the last report, everyone else once the reports are final. ${ever}`,
  },
}

/** Shows and changes the event's level of automatic hours. */
export function AdminAutomation({ eventId, eventName }: { eventId: number; eventName: string }) {
  const { data } = useData(getAutomation, { query: { eventId } })
  const { act, isRunning } = useAct(setAutomation, {
    reloads: [getAutomation, getSlotFindings],
    tell: 'toast',
    confirm: ({ body: { mode } }) => ({
      title: questions[mode].title,
      message: `${questions[mode].message} This is for all time slots of ${ended(eventName)}`,
      confirmLabel: mode === 'by-hand' ? 'Issue manually' : automationModes[mode],
    }),
    toast: ({ mode }) => ['Automation', automationModes[mode]],
  })

  /** Asks about the certificates that were issued before, if they would not be emailed. */
  async function choose(mode: AutomationMode) {
    const isAsked = mode === 'credit-and-mail' && data !== undefined && data.unmailed > 0
    if (!isAsked) return void act({ body: { eventId, mode } })
    const count = shownCount(data.unmailed)
    const mailsIssued = await confirm({
      title: `Also email the ${count} already issued?`,
      message: `${counted(data.unmailed, 'certificate was', 'certificates were')} issued and not emailed. You are asked about the automation next.`,
      confirmLabel: `Email ${count}`,
      cancelLabel: 'Not now',
    })
    void act({ body: { eventId, mode, mailsIssued } })
  }

  if (!data) return null
  const { mode, setBy, setAt } = data
  return (
    <div className="row">
      <span className="small">Certificates</span>
      <NativeSelect
        aria-label="Certificates: automatic or manual"
        size="xs"
        value={mode}
        disabled={!can(setAutomation) || isRunning}
        title={setAt ? `Set ${shownInstant(setAt)}${setBy ? ` by ${setBy}` : ''}` : 'Not set yet'}
        data={Object.entries(automationModes).map(([value, label]) => ({ value, label }))}
        onChange={({ currentTarget: { value } }) => void choose(value as AutomationMode)}
        onKeyDown={openByArrows}
      />
    </div>
  )
}
