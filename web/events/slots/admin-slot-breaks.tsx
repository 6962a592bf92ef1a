import { ActionIcon } from '@mantine/core'
import { Coffee, X } from 'lucide-react'
import type { SlotBreak } from '#contract/events/slots/breaks.ts'
import { longestBreakName, mostBreaks } from '#contract/events/slots/breaks.ts'
import { SmallButton } from '#web/core/ui/small-button.tsx'
import styles from './admin-slot-breaks.module.css'

interface Props {
  /** The name of the slot. */
  of: string
  breaks: SlotBreak[]
  isDisabled: boolean
  isWrong: boolean
  /** The id of the text that says what is wrong. */
  describedBy: string | undefined
  onChange: (breaks: SlotBreak[]) => void
}

/** A slot's breaks, a line each: the name and the times. */
export function AdminSlotBreaks({ of, breaks, isDisabled, isWrong, describedBy, onChange }: Props) {
  const shared = {
    disabled: isDisabled,
    required: true,
    'aria-invalid': isWrong,
    ...(describedBy && { 'aria-describedby': describedBy }),
  }
  return (
    <fieldset className={styles.breaks} aria-label={`Breaks of ${of}`}>
      {breaks.map((pause, place) => {
        const name = `Break ${place + 1} of ${of}`
        const set = (change: Partial<SlotBreak>) => onChange(breaks.with(place, { ...pause, ...change }))
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: while it is typed, a break is known only by its place
          <div key={place} className={styles.break}>
            <input
              {...shared}
              type="text"
              className={styles.name}
              maxLength={longestBreakName}
              value={pause.name}
              aria-label={`Name of ${name}`}
              onChange={({ currentTarget: { value } }) => set({ name: value })}
            />
            {(['from', 'to'] as const).map((side) => (
              <input
                {...shared}
                key={side}
                type="time"
                value={pause[side]}
                aria-label={`${name}: ${side}`}
                onChange={({ currentTarget: { value } }) => set({ [side]: value })}
              />
            ))}
            <ActionIcon
              variant="subtle"
              size={34}
              disabled={isDisabled}
              title="Remove this break"
              aria-label={`Remove ${pause.name || name} from ${of}`}
              onClick={() => onChange(breaks.toSpliced(place, 1))}
            >
              <X size={16} />
            </ActionIcon>
          </div>
        )
      })}
      {!isDisabled && breaks.length < mostBreaks && (
        <SmallButton
          icon={Coffee}
          aria-label={`Add a break to ${of}`}
          onClick={() => onChange([...breaks, { from: '', to: '', name: 'Break' } as unknown as SlotBreak])}
        >
          Add a break
        </SmallButton>
      )}
    </fieldset>
  )
}
