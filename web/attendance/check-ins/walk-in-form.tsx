import { Button, NativeSelect, Stack, TextInput } from '@mantine/core'
import * as z from 'zod/mini'
import type { DoorSlot } from '#contract/attendance/check-ins/calls.ts'
import { WalkInPerson } from '#contract/attendance/check-ins/calls.ts'
import { shownTime } from '#contract/core/plain-dates.ts'
import { ButtonRow } from '#web/core/ui/button-row.tsx'
import { schemaErrors, useCheckedForm } from '#web/core/ui/form.ts'
import { FormProblem } from '#web/core/ui/form-problem.tsx'
import { checkInWalkIn, isTicketLike } from './check-in.ts'

interface Props {
  /** The slots of today. */
  slots: DoorSlot[]
  onClose: () => void
}

/** Registers somebody who came without a registration, also without a network. */
export function WalkInForm({ slots, onClose }: Props) {
  const form = useCheckedForm({
    initialValues: {
      firstName: '',
      lastName: '',
      email: '',
      eventSlotId: String(slots[0]?.eventSlotId ?? ''),
    },
    check: (person) => ({
      ...schemaErrors(WalkInPerson, person),
      ...(isTicketLike(person.firstName) && {
        firstName: 'This is a ticket. Cancel the walk-in to scan it.',
      }),
    }),
    send: async ({ eventSlotId, ...person }) => {
      checkInWalkIn({ ...z.parse(WalkInPerson, person), eventSlotId: Number(eventSlotId) })
      onClose()
    },
  })
  const { getInputProps } = form.fields
  const field = { size: 'md', autoComplete: 'off', autoCorrect: 'off', spellCheck: false } as const
  return (
    <section className="card pad stack" aria-labelledby="walk-in">
      <h2 id="walk-in">Walk-in</h2>
      <p className="muted small">
        We register this person, check them in, and email them a link to complete the profile.
      </p>
      <form {...form.formProps}>
        <Stack>
          <TextInput label="First name" autoFocus {...field} {...getInputProps('firstName')} />
          <TextInput label="Last name" {...field} {...getInputProps('lastName')} />
          <TextInput
            label="Email"
            inputMode="email"
            autoCapitalize="none"
            {...field}
            {...getInputProps('email')}
          />
          {slots.length > 1 && (
            <NativeSelect
              label="Time slot"
              size="md"
              data={slots.map(({ eventSlotId, eventName, startTime }) => ({
                value: String(eventSlotId),
                label: `${shownTime(startTime)} Eastern, ${eventName}`,
              }))}
              {...getInputProps('eventSlotId')}
            />
          )}
          <FormProblem text={form.problem} />
          <ButtonRow>
            <Button size="lg" variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button size="lg" type="submit" loading={form.isSending}>
              Register and check in
            </Button>
          </ButtonRow>
        </Stack>
      </form>
    </section>
  )
}
