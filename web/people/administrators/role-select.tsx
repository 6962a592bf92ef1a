import type { NativeSelectProps } from '@mantine/core'
import { NativeSelect } from '@mantine/core'
import { administratorRoles, roles } from '#contract/people/administrators/roles.ts'

const choices = administratorRoles.map((value) => ({ value, label: roles[value].label }))

export function RoleSelect(props: NativeSelectProps) {
  return <NativeSelect data={choices} {...props} />
}
