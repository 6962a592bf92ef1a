import { Button, NativeSelect, TextInput } from '@mantine/core'
import type { PollCodes } from '#contract/attendance/poll-codes/calls.ts'
import { getPollCodes, makePollCodes } from '#contract/attendance/poll-codes/calls.ts'
import { minutesNow, minutesProblem, mostMinutes } from '#contract/attendance/poll-codes/rules.ts'
import type { PlainDate, PlainTime } from '#contract/core/plain-dates.ts'
import { shownDay } from '#contract/core/plain-dates.ts'
import { easternInstant, easternTime } from '#contract/core/season.ts'
import { slotDays } from '#contract/events/slots/times.ts'
import { getActivities } from '#contract/foundation/activities/calls.ts'
import { useAct } from '#web/core/api/act.ts'
import { useCheckedForm } from '#web/core/ui/form.ts'
import { FormProblem } from '#web/core/ui/form-problem.tsx'
import { PanelSection } from '#web/core/ui/side-panel.tsx'
import { toastDone } from '#web/core/ui/toasts.tsx'
import styles from './admin-poll-codes.module.css'
import { nextQuestion } from './poll-code-words.ts'

/** Makes one code: immediately for some minutes, or at a time of the slot. */
export function AdminNewPollCode({ codes: { eventSlotId, slot, codes, now } }: { codes: PollCodes }) {
  const suggested = nextQuestion(codes)
  const days = slotDays(slot).filter(({ endAt }) => endAt > now)
  const hasBegun = days[0] !== undefined && days[0].startAt < now
  const make = useAct(makePollCodes, {
    reloads: [getPollCodes, getActivities],
    done: ({ codes }, { body }) => {
      fields.setFieldValue('question', '')
      const question = body.codes[0]?.question ?? ''
      toastDone(['Code ready', `${question}: ${codes.find((code) => code.question === question)?.code}`])
    },
    failed: "Couldn't create the code. Try again.",
  })
  const { fields, formProps } = useCheckedForm({
    initialValues: {
      question: '',
      day: days[0]?.on ?? slot.startOn,
      time: hasBegun ? easternTime(now) : slot.startTime,
      minutes: String(minutesNow),
    },
    checksOnlyOnSubmit: true,
    check: ({ day, time, minutes: typed }): Record<string, string> => {
      const minutes = Number(typed)
      if (!/^\d\d:\d\d$/.test(time)) return { time: 'Please enter a time' }
      if (!(Number.isInteger(minutes) && minutes >= 1 && minutes <= mostMinutes)) {
        return { minutes: `1 to ${mostMinutes} minutes` }
      }
      const opensAt = easternInstant(day as PlainDate, time as PlainTime)
      const problem = minutesProblem(slot, { opensAt, minutes }, now)
      return problem ? { time: problem } : {}
    },
    send: ({ day, time, minutes }) =>
      send(easternInstant(day as PlainDate, time as PlainTime), Number(minutes)),
  })
  if (days.length === 0) return null

  async function send(opensAt: Date | null, minutes: number) {
    const question = fields.getValues().question.trim() || suggested
    await make.act({ body: { eventSlotId, codes: [{ question, opensAt, minutes }] } })
  }

  return (
    <form {...formProps}>
      <PanelSection title="Another code">
        <TextInput
          label="Question"
          description="Shown in the history and with each person’s hours"
          placeholder={suggested}
          maxLength={100}
          {...fields.getInputProps('question')}
        />
        <div className={styles.minutes}>
          <NativeSelect
            label="Day"
            data={days.map(({ on }) => ({ value: on, label: shownDay(on) }))}
            {...fields.getInputProps('day')}
          />
          <TextInput label="From (Eastern)" type="time" {...fields.getInputProps('time')} />
          <TextInput label="Minutes" inputMode="numeric" {...fields.getInputProps('minutes')} />
        </div>
        <FormProblem text={make.problem} />
        <div className="row">
          <Button type="submit" variant="default" loading={make.isRunning}>
            Create code
          </Button>
          <Button variant="default" loading={make.isRunning} onClick={() => void send(null, minutesNow)}>
            Open now for {minutesNow} minutes
          </Button>
        </div>
      </PanelSection>
    </form>
  )
}
