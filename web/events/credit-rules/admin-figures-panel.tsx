import { Button, Checkbox, NativeSelect, Stack, TextInput } from '@mantine/core'
import { FlaskConical } from 'lucide-react'
import { useState } from 'react'
import { longest } from '#contract/core/fields.ts'
import { seasonLabel } from '#contract/core/season.ts'
import { getSlotFindings } from '#contract/counting/credit-findings/calls.ts'
import type { FiguresTrial } from '#contract/counting/credit-findings/what-if.ts'
import { tryFigures } from '#contract/counting/credit-findings/what-if.ts'
import { getCreditRules, makeFiguresValid } from '#contract/events/credit-rules/calls.ts'
import { figureLabels } from '#contract/events/credit-rules/rules.ts'
import { countsOneSlot, hasWholeHours } from '#contract/events/credit-rules/versions.ts'
import { getActivities } from '#contract/foundation/activities/calls.ts'
import { useAct } from '#web/core/api/act.ts'
import { call } from '#web/core/api/call.ts'
import { useData } from '#web/core/api/data.tsx'
import { FormProblem } from '#web/core/ui/form-problem.tsx'
import type { DialogProps } from '#web/core/ui/later.tsx'
import { Loaded } from '#web/core/ui/loaded.tsx'
import { useRecordEditor } from '#web/core/ui/record-editor.ts'
import { SaveProblems } from '#web/core/ui/save-record.tsx'
import { PanelSection, SidePanel, SidePanelFooter } from '#web/core/ui/side-panel.tsx'
import { toastDone } from '#web/core/ui/toasts.tsx'
import { AdminFiguresTrial } from './admin-figures-trial.tsx'
import type { NumberField, ValidRule } from './figure-values.ts'
import { changeErrors, figureErrors, figuresKind, figuresOf, isAsked, validRule } from './figure-values.ts'
import styles from './figures.module.css'

interface Props extends DialogProps {
  season: number
  isInPerson: boolean
}

/** Changes a season's figures: first shows the effect, then asks for the reason. */
export default function AdminFiguresPanel({ season, isInPerson, ...panel }: Props) {
  const rules = useData(getCreditRules, { query: { season } })
  return (
    <SidePanel
      {...panel}
      title="Edit rules"
      about={`${isInPerson ? 'In-person events' : 'Virtual events'}, ${seasonLabel(season)}`}
      size={760}
    >
      <Loaded of={rules}>
        {({ valid }) => (
          <Editor
            season={season}
            newest={validRule(isInPerson ? valid.inPerson : valid.virtual)}
            onClose={panel.onClose}
          />
        )}
      </Loaded>
    </SidePanel>
  )
}

interface EditorProps {
  season: number
  newest: ValidRule
  onClose: () => void
}

function Editor({ season, newest, onClose }: EditorProps) {
  const { isInPerson } = newest
  const [tried, setTried] = useState<{ trial: FiguresTrial; of: string }>()
  const editor = useRecordEditor({
    kind: figuresKind,
    newest,
    check: changeErrors,
    checksOnlyOnSubmit: true,
    save: (values, base = newest) => {
      const reason = values.reason.trim()
      const body = { season, isInPerson, figures: figuresOf(values), reason, readRuleId: base.ruleId }
      return call(makeFiguresValid, { body })
    },
    reloads: [getCreditRules, getActivities, getSlotFindings],
    onSaved: () => {
      toastDone('Credit rules applied. Hours are being counted again.')
      onClose()
    },
    failed: "Couldn't apply the rules. Try again.",
  })
  const { fields, formProps, isValid, isSending, canSave } = editor
  const { values } = fields
  const figures = figuresOf(values)
  const typed = JSON.stringify(figures)
  const isTried = tried?.of === typed
  const isChanged = typed !== JSON.stringify(figuresOf(figuresKind.valuesOf(newest)))
  const attempt = useAct(
    async () => ({ trial: await call(tryFigures, { body: { season, isInPerson, figures } }), of: typed }),
    { done: setTried, failed: "Couldn't count the hours. Try again." },
  )

  async function tryIt() {
    if (await isValid(figureErrors)) await attempt.act()
  }

  const number = (field: NumberField, label: string = figureLabels[field]) =>
    isAsked(field, values) && <TextInput label={label} inputMode="decimal" {...fields.getInputProps(field)} />
  const choice = (
    field: 'code' | 'coursesAnHour' | 'mode' | 'needs' | 'roundPer' | 'pollsPer' | 'phonePolls',
    label: string,
    choices: Record<string, string>,
  ) => (
    <NativeSelect
      label={label}
      data={Object.entries(choices).map(([value, label]) => ({ value, label }))}
      {...fields.getInputProps(field)}
    />
  )

  return (
    <form {...formProps}>
      <Stack gap="xl" className="pad">
        {countsOneSlot(newest.figures) && (
          <PanelSection title="Rule">
            {choice('code', figureLabels.code, { 'hours-1': 'hours-1, as until now', 'hours-2': 'hours-2' })}
          </PanelSection>
        )}
        <PanelSection title="An hour">
          <div className={styles.fields}>
            {number('periodMinutes', 'Minutes with the break')}
            {number('teachingMinutes', 'Taught minutes')}
            {!hasWholeHours(values) &&
              choice('coursesAnHour', figureLabels.coursesAnHour, { 1: '1', 2: '2, each half an hour' })}
            {choice('mode', 'How minutes count', {
              each: 'Each hour on its own',
              sum: 'All minutes together',
            })}
            {values.mode === 'each' &&
              choice('needs', 'What an hour needs', {
                minutes: 'Minutes of presence',
                share: 'A percentage of teaching time',
              })}
            {number('neededMinutes')}
            {number('neededShare', 'Percent needed')}
            {number('hourMinutes')}
            {values.mode === 'sum' &&
              choice('roundPer', 'Rounded down', { day: 'On each day', slot: 'Once for all days' })}
          </div>
        </PanelSection>
        <PanelSection title="Forgiven gaps between visits">
          <div className={styles.fields}>
            {number('forgivenGapSeconds', 'Longest gap, in minutes')}
            {number('forgivenSecondsAnHour', 'Of an hour, in minutes')}
          </div>
        </PanelSection>
        <PanelSection title="Polls">
          <div className={styles.fields}>
            {choice('pollsPer', 'Polls', {
              hour: 'Count by the hour',
              day: 'Count by the day',
              none: 'Are not needed',
            })}
            {number('pollsNeeded', `Answers needed for ${values.pollsPer === 'day' ? 'a day' : 'an hour'}`)}
            {number('lateMinutes')}
            {values.pollsPer !== 'none' &&
              choice('phonePolls', 'People by phone', {
                needed: 'Need the polls, too',
                waived: 'Need no polls',
              })}
          </div>
        </PanelSection>
        <PanelSection title="Credit">
          <div className={styles.fields}>
            {number('leastHoursADay')}
            {number('mostHours')}
          </div>
          <Checkbox label="Panelists earn hours like attendees" {...fields.getCheckboxProps('panelists')} />
        </PanelSection>
        {tried && (
          <div key={tried.of} ref={bringIntoView}>
            <AdminFiguresTrial trial={tried.trial} isOutdated={!isTried} />
          </div>
        )}
        {isTried && (
          <TextInput
            label="Reason"
            description="Shown with the version and in the history"
            required
            maxLength={longest.line}
            {...fields.getInputProps('reason')}
          />
        )}
      </Stack>
      <SidePanelFooter>
        <SaveProblems editor={editor} of="figures" />
        <FormProblem text={attempt.problem} />
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button
          variant={isTried ? 'default' : 'filled'}
          leftSection={<FlaskConical size={16} />}
          loading={attempt.isRunning}
          disabled={!isChanged}
          onClick={tryIt}
        >
          Preview the effect
        </Button>
        <Button type="submit" loading={isSending} disabled={!isTried || !isChanged || !canSave}>
          Apply
        </Button>
      </SidePanelFooter>
    </form>
  )
}

function bringIntoView(element: Element | null) {
  element?.scrollIntoView()
}
