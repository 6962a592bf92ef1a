import { NativeSelect, SimpleGrid, TextInput } from '@mantine/core'
import { Hint } from '#web/core/ui/hint.tsx'
import { PanelSection } from '#web/core/ui/side-panel.tsx'
import { focuses } from './focuses.ts'
import type { HasSlots, SlotValues } from './slot-values.ts'
import { keptSlots, sharedValue, slotField, withShared } from './slot-values.ts'

interface Props {
  values: HasSlots
  problems: Record<string, string>
  onChange: (changed: <Event extends HasSlots>(values: Event) => Event) => void
}

/** An event's days and type. A change applies to every slot. */
export function AdminSharedSlotFields({ values, problems, onChange }: Props) {
  return (
    <PanelSection title="Days and event type">
      <Hint>Applies to all time slots.</Hint>
      <SimpleGrid cols={{ base: 1, xs: 3 }} style={{ alignItems: 'start' }}>
        <SharedDay
          label="Start date"
          field="startOn"
          values={values}
          problems={problems}
          onChange={onChange}
        />
        <SharedDay label="End date" field="endOn" values={values} problems={problems} onChange={onChange} />
        <SharedType values={values} problems={problems} onChange={onChange} />
      </SimpleGrid>
    </PanelSection>
  )
}

interface DayProps extends Props {
  label: string
  field: 'startOn' | 'endOn'
}

function SharedDay({ label, field, values, problems, onChange }: DayProps) {
  const value = sharedValue(values, field)
  const slots = keptSlots(values)
  const hasSlots = slots.length > 0
  return (
    <TextInput
      type="date"
      label={label}
      disabled={!hasSlots}
      value={value ?? ''}
      // Days that differ have their problem in their own line.
      error={value !== undefined && problemOf(slots, field, problems)}
      {...(hasSlots && value === undefined && { description: 'Mixed' })}
      onChange={({ currentTarget: { value: day } }) =>
        onChange((before) => withShared(before, { [field]: day }))
      }
    />
  )
}

function SharedType({ values, problems, onChange }: Props) {
  const value = sharedValue(values, 'focusId')
  const slots = keptSlots(values)
  const missing = value === null ? 'Please choose' : 'Mixed'
  return (
    <NativeSelect
      label="Event type"
      disabled={slots.length === 0}
      value={value ?? ''}
      error={problemOf(slots, 'focusId', problems)}
      data={[
        ...(value == null ? [{ value: '', label: missing, disabled: true }] : []),
        ...focuses.map(({ focusId, focusName }) => ({ value: String(focusId), label: focusName })),
      ]}
      onChange={({ currentTarget: { value: focusId } }) =>
        onChange((before) => withShared(before, { focusId: Number(focusId) }))
      }
    />
  )
}

function problemOf(slots: SlotValues[], field: 'startOn' | 'endOn' | 'focusId', problems: Props['problems']) {
  return slots.map(({ key }) => problems[slotField(key, field)]).find(Boolean)
}
