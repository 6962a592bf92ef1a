import { expect, test } from 'vitest'
import { generateCertificate, getCertificate } from '#contract/counting/certificates/calls.ts'
import { mailbox } from '#contract/foundation/mails/calls.ts'
import {
  resetPassword,
  sendPasswordReset,
  sendSignInLink,
  signInWithLink,
  signInWithPassword,
} from '#contract/people/identity/calls.ts'
import { createUser, exchangeToken } from '#contract/people/sessions/calls.ts'
import { registerForEvent } from '#contract/registrations/registrations/calls.ts'
import { expectSuccess } from '#test/app.ts'
import { completeProfile } from '#test/complete-profile.ts'
import {
  byHand,
  choiceOf,
  codeIn,
  givenAdministrator,
  givenEvent,
  givenPassword,
  preparedApp,
} from '#test/given.ts'

const email = 'visitor@example.com'
const logLines: string[] = []
const app = preparedApp({ environment: { LOG_LEVEL: 'trace' }, logLines })

test('no secret that lets somebody in is logged at any level, from the first link to the certificate', async () => {
  const secrets: Record<string, string> = {
    password: 'the first password',
    newPassword: 'the second password',
    wrongPassword: 'a wrong password',
  }
  await app.send(sendSignInLink, { email })
  const [mail] = await app.mailsTo(email)
  secrets.linkCode = codeIn(mail?.text)
  secrets.digits = /enter this code: (\d{4} \d{4})/.exec(mail?.text ?? '')?.[1]?.replace(' ', '') ?? ''
  await app.send(signInWithLink, { email: 'another@example.com', code: secrets.digits })
  const signedIn = await app.send(signInWithLink, { email, code: secrets.linkCode })
  secrets.idToken = signedIn.data.idToken
  const authToken = secrets.idToken
  secrets.token = (await app.dataOf(createUser, { body: { authToken, email, ...completeProfile } })).token
  secrets.secondToken = (await app.dataOf(exchangeToken, { body: { authToken } })).token
  await app.request({ url: `/api/private/get-profile?token=${secrets.token}` })
  await app.request({ url: `/handle-redirect-login?code=${secrets.linkCode}` })
  await app.request({
    method: 'POST',
    url: '/api/public/exchange-token',
    headers: { 'content-type': 'application/json' },
    payload: `{"authToken": "${secrets.idToken}"`,
  })

  const administrator = await givenAdministrator(app)
  secrets.adminToken = administrator.token
  await givenPassword(app, administrator.email, secrets.password as string)
  for (const password of [secrets.wrongPassword, secrets.password] as string[]) {
    await app.send(signInWithPassword, { email: administrator.email, password })
  }
  await app.send(sendPasswordReset, { email: administrator.email })
  const [resetMail] = await app.mailsTo(administrator.email)
  secrets.resetCode = codeIn(resetMail?.text)
  const reset = {
    email: administrator.email,
    code: secrets.resetCode,
    password: secrets.newPassword as string,
  }
  for (let times = 0; times < 2; times++) await app.send(resetPassword, reset)
  await app.call(mailbox, { query: { to: email } })

  const event = await givenEvent(app)
  const choice = choiceOf(event)
  const { registrationId } = (await app.dataOf(registerForEvent, { body: choice }, secrets.token))
    .registration
  const { token } = await givenAdministrator(app)
  const issued = await app.send(generateCertificate, byHand({ registrationId, hours: 8 }), token)
  secrets.certificateCode = new URL(issued.data.link).searchParams.get('certificate') ?? ''
  const params = { code: secrets.certificateCode }
  await expectSuccess(app.call(getCertificate, { params }))
  const pdf = await app.request({ url: `/api/public/certificates/${params.code}/pdf` })
  expect(pdf.statusCode).toBe(200)
  await app.request({ url: `/download?certificate=${params.code}` })
  await app.untilJobsAreDone()

  expect(logLines.length).toBeGreaterThan(15)
  const log = logLines.join('\n')
  for (const [name, secret] of Object.entries(secrets)) {
    expect([name, secret.length > 5, log.includes(secret)]).toEqual([name, true, false])
  }
})

test('a bug is logged without the values that PostgreSQL quotes beside its message', async () => {
  const problem = await app
    .query(`select jsonb '{"email": "pat@example.com\\u0000"}'`)
    .catch((error) => error)
  expect(problem.where).toContain('pat@example.com')
  app.services.log.error({ err: problem }, 'failed')
  app.services.log.error(problem)
  const lines = logLines.slice(-2)
  expect(lines.every((line) => line.includes('unsupported Unicode escape sequence'))).toBe(true)
  expect(lines.join('')).not.toContain('pat@example.com')
})
