import { Group, Radio } from '@mantine/core'
import { creditableHours } from '#contract/credits/rules.ts'

interface Props {
  chosen: number | undefined
  onChoose: (hours: number) => void
}

/** The hours that can be credited, side by side. */
export function HoursChoice({ chosen, onChoose }: Props) {
  return (
    <Radio.Group
      label="Hours"
      description="0 withdraws the credit and the certificate. Anyone whose certificate was emailed gets an email about the correction, a minute later."
      inputWrapperOrder={['label', 'input', 'description']}
      value={chosen === undefined ? null : String(chosen)}
      onChange={(hours) => onChoose(Number(hours))}
    >
      <Group gap="lg" my="xs">
        {creditableHours.map((hours) => (
          <Radio key={hours} value={String(hours)} label={String(hours)} />
        ))}
      </Group>
    </Radio.Group>
  )
}
