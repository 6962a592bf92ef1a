import { Skeleton, Stack, Switch } from '@mantine/core'
import { chooseReminders, getReminders } from '#contract/outreach/reminders/calls.ts'
import { useAct } from '#web/core/api/act.ts'
import { useData } from '#web/core/api/data.tsx'
import { FormProblem } from '#web/core/ui/form-problem.tsx'
import { Loaded } from '#web/core/ui/loaded.tsx'

/** Turns the signed-in person's reminders on and off. */
export function RemindersChoice() {
  return (
    <Loaded of={useData(getReminders, {})} loading={<Skeleton height={46} />}>
      {({ hasReminders }) => <Choice hasReminders={hasReminders} />}
    </Loaded>
  )
}

function Choice({ hasReminders }: { hasReminders: boolean }) {
  const { act, given, isRunning, problem } = useAct(chooseReminders, {
    failed: 'Please try again later',
    reloads: [getReminders],
  })
  return (
    <Stack gap="sm">
      <Switch
        label="Email reminders"
        description="A week before your events, the day before and an hour before each day. In March, also if you still need hours."
        checked={given?.body?.hasReminders ?? hasReminders}
        aria-busy={isRunning}
        onChange={({ currentTarget }) => void act({ body: { hasReminders: currentTarget.checked } })}
      />
      <FormProblem text={problem} />
    </Stack>
  )
}
