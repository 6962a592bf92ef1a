import { TextInput } from '@mantine/core'
import type { User } from '#contract/people/users/user.ts'
import type { Fields } from '#web/core/ui/fields.ts'

interface Props {
  user: User
  fields: Fields<{ printedName: string }>
}

/** The name on certificates, if they can't print a letter of the person's name; nothing for others. */
export function PrintedNameField({ user, fields }: Props) {
  const { printedName, unprintableLetters } = user
  if (!printedName && !unprintableLetters) return null
  return (
    <TextInput
      mt="md"
      label="Name as printed on certificates"
      description={
        unprintableLetters
          ? `Certificates can't print ${[...unprintableLetters].join(' ')}. They wait until the name is entered in other letters here. The name above stays as it is.`
          : 'Leave it blank to print the name above.'
      }
      {...fields.getInputProps('printedName')}
    />
  )
}
