import { changeEmail, confirmEmail } from '#contract/people/email-changes/calls.ts'
import type { TestApp } from './app.ts'
import { until } from './app.ts'
import type { Person } from './given.ts'

/** Returns the newest mailed code for a page of a change of email, once it differs from the previous one. */
export async function codeMailedTo(
  app: TestApp,
  email: string,
  page: 'confirm-email' | 'undo-email-change',
  before?: string,
): Promise<string> {
  let codes: string[] = []
  await until(async () => {
    const mails = await app.mailsTo(email, 0)
    codes = mails.flatMap(({ text }) => new RegExp(`/${page}#code=([\\w-]+)`).exec(text)?.[1] ?? [])
    return codes.some((code) => code !== before)
  })
  return codes.find((code) => code !== before) as string
}

/** Changes a person's email with the link mailed to the new one, in the browser where they are signed in. */
export async function givenEmailChange(app: TestApp, { token }: Person, newEmail: string): Promise<void> {
  await app.call(changeEmail, { body: { email: newEmail } }, token)
  const code = await codeMailedTo(app, newEmail, 'confirm-email')
  await app.call(confirmEmail, { body: { code } }, token)
}
