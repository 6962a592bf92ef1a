import { Button, Group, Skeleton, Stack, TextInput } from '@mantine/core'
import { CalendarSync } from 'lucide-react'
import { getCalendarLink, renewCalendarLink } from '#contract/events/calendars/calls.ts'
import { useAct } from '#web/core/api/act.ts'
import { useData } from '#web/core/api/data.tsx'
import { CopyIcon } from '#web/core/ui/copy-icon.tsx'
import { FormProblem } from '#web/core/ui/form-problem.tsx'
import { Loaded } from '#web/core/ui/loaded.tsx'

/** The link for a calendar program to subscribe to the person's registrations. */
export function CalendarSubscription() {
  return (
    <Loaded of={useData(getCalendarLink, {})} loading={<Skeleton height={150} />}>
      {({ url }) => <Subscription url={url} />}
    </Loaded>
  )
}

function Subscription({ url }: { url: string }) {
  const { button, problem } = useAct(renewCalendarLink, {
    confirm: {
      title: 'Reset link?',
      message: 'Calendars that use the current link will stop updating.',
      confirmLabel: 'Reset link',
      cancelLabel: 'Keep current link',
    },
    toast: 'Your calendar has a new link',
    failed: 'Please try again later',
    reloads: [getCalendarLink],
  })
  return (
    <Stack gap="sm">
      <TextInput
        label="Calendar link"
        description="Subscribe in your calendar app to stay up to date. Anyone with this link can see your registrations."
        value={url}
        readOnly
        onFocus={({ currentTarget }) => currentTarget.select()}
        rightSection={<CopyIcon value={url} what="calendar link" />}
      />
      <FormProblem text={problem} />
      <Group gap="sm">
        <Button
          component="a"
          variant="light"
          href={url.replace(/^https?:/, 'webcal:')}
          leftSection={<CalendarSync size={17} />}
        >
          Subscribe
        </Button>
        <Button variant="default" {...button({})}>
          Reset link
        </Button>
      </Group>
    </Stack>
  )
}
