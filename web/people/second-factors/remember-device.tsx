import { Checkbox } from '@mantine/core'
import { rememberedDays } from '#contract/people/passkeys/answers.ts'

interface Props {
  isChecked: boolean
  onChange: (isChecked: boolean) => void
}

export function RememberDevice({ isChecked, onChange }: Props) {
  return (
    <Checkbox
      label={`Remember this browser for ${rememberedDays} days`}
      description="Only on a device that no one else uses."
      checked={isChecked}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  )
}
