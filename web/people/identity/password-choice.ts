import * as z from 'zod/mini'
import { invalidEmail } from '#contract/core/email-addresses.ts'
import { emailAddress } from '#contract/core/fields.ts'
import { NewPassword } from '#contract/people/identity/calls.ts'

export const PasswordChoice = z
  .object({
    email: emailAddress(invalidEmail),
    password: NewPassword,
    repeated: z.string().check(z.minLength(1, { error: 'Please confirm your password' })),
  })
  .check(
    z.refine((form) => form.repeated === '' || form.password === form.repeated, {
      path: ['repeated'],
      error: "Password didn't match",
      // Checked even if another field is wrong.
      when: () => true,
    }),
  )
