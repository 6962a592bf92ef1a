import { emailPattern } from '#contract/fields.ts'
import { invalidEmail } from '#contract/identity.ts'
import type { FieldErrors } from '#web/platform/ui/form.ts'

/** What is wrong with the only field of the forms that ask for an e-mail. */
export function checkEmail({ email }: { email: string }): FieldErrors {
  return emailPattern.test(email.trim()) ? {} : { email: invalidEmail }
}
