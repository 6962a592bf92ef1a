import { NativeSelect, TextInput } from '@mantine/core'
import { type DoorSlot, WalkInPerson } from '#contract/check-ins/calls.ts'
import { shownTime } from '#contract/core/plain-dates.ts'
import { DialogForm } from '#web/core/ui/dialog-form.tsx'
import { schemaErrors, useCheckedForm } from '#web/core/ui/form.ts'
import { passWalkIn } from './door-acts.ts'

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
    check: (person) => schemaErrors(WalkInPerson, person),
    send: async ({ eventSlotId, ...person }) => {
      passWalkIn({ ...person, email: person.email.trim(), eventSlotId: Number(eventSlotId) })
      onClose()
    },
  })
  const { getInputProps } = form.fields
  const field = { size: 'md', autoComplete: 'off', autoCorrect: 'off', spellCheck: false } as const
  return (
    <section className="card pad stack" aria-labelledby="walk-in">
      <h2 id="walk-in">Walk-in</h2>
      <p className="muted small">
        We register and check in this person, and email the rest of the profile to fill in.
      </p>
      <DialogForm form={form} submit="Register and check in" size="lg" onCancel={onClose}>
        <TextInput label="First name" data-autofocus autoFocus {...field} {...getInputProps('firstName')} />
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
              label: `${shownTime(startTime)}, ${eventName}`,
            }))}
            {...getInputProps('eventSlotId')}
          />
        )}
      </DialogForm>
    </section>
  )
}
