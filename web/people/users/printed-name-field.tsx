import { TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { User } from '#contract/people/users/user.ts'

interface Props<Values extends { printedName: string }> {
  user: User
  fields: UseFormReturnType<Values>
}

/** The name on certificates, if they can't print a letter of the person's name; nothing for others. */
export function PrintedNameField<Values extends { printedName: string }>({ user, fields }: Props<Values>) {
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
