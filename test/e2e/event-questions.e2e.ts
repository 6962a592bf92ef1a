import { paths } from '#contract/core/paths.ts'
import { sendCertificate } from '#contract/counting/certificates/calls.ts'
import { desk, expectAccessible, phone } from './accessible.ts'
import { seminar } from './demo-season.ts'
import { expect, test } from './fixtures.ts'
import { boxesOf, callAsAdministrator, newEmail, signInAsAdministrator, signUp } from './people.ts'

const sizes = [phone, { width: 1024, height: 768 }, desk]

test('an event asks at registration, and is evaluated afterwards without names', async ({
  page,
  browser,
  portal,
}) => {
  test.slow()
  const [event] = await portal.query<{ id: number; name: string }>(
    'select event_id as id, event_name as name from events where event_name = $1',
    [seminar.name],
  )
  if (!event) throw new Error('no event')
  const email = newEmail()

  await test.step('an administrator writes the questions with the keyboard', async () => {
    await signInAsAdministrator(page, paths.manageEvents({ eventId: event.id }))
    const questions = page.getByRole('region', { name: 'Questions' })
    await expect(questions.getByText('asks nothing at registration')).toBeVisible()
    await questions.getByRole('button', { name: 'Edit questions' }).press('Enter')
    const panel = page.getByRole('dialog')
    await panel.getByRole('button', { name: 'Add a question', exact: true }).press('Enter')
    const first = panel.getByRole('group', { name: 'Question 1' }).first()
    await panel.getByRole('button', { name: 'Save' }).press('Enter')
    await expect(first.getByText('Enter the question')).toBeVisible()
    await first.getByRole('textbox', { name: 'Question' }).fill('Certificate number of your IA')
    await first.getByLabel('Required').press('Space')
    await panel.getByRole('button', { name: 'Add a question', exact: true }).press('Enter')
    const second = panel.getByRole('group', { name: 'Question 2' }).first()
    await second.getByRole('textbox', { name: 'Question' }).fill('Size of your shirt')
    await second.getByLabel('Type').selectOption('Choice')
    await second.getByRole('textbox', { name: 'Choices' }).fill('S\nM\nL')
    await panel.getByRole('button', { name: 'Use the usual six' }).press('Enter')
    await expectAccessible(page, sizes)
    await panel.getByRole('button', { name: 'Save' }).press('Enter')
    await expect(page.getByText('The questions are saved')).toBeVisible()
    await expect(questions.getByRole('listitem')).toHaveCount(8)
    await expectAccessible(page, sizes)
  })

  const own = await browser.newPage()

  await test.step('a registration needs the required answer, and loses nothing that is typed', async () => {
    await signUp(own, portal, email)
    await own
      .getByRole('article', { name: event.name })
      .getByRole('button', { name: /Eastern/ })
      .first()
      .press('Enter')
    const dialog = own.getByRole('dialog')
    await dialog.getByLabel('Size of your shirt').selectOption('M')
    for (const box of await boxesOf(dialog)) await box.check()
    const register = dialog.getByRole('button', { name: /^(Complete Registration|Register)$/ })
    await register.press('Enter')
    await expect(dialog.getByText('Please answer: Certificate number of your IA')).toBeVisible()
    await expect(dialog.getByLabel('Certificate number of your IA')).toBeFocused()
    await expect(dialog.getByLabel('Size of your shirt')).toHaveValue('M')
    await expectAccessible(own, sizes)
    await dialog.getByLabel('Certificate number of your IA').fill('2345678')
    await register.press('Enter')
    await own.getByRole('dialog', { name: 'Registered!' }).getByRole('button', { name: 'OK' }).press('Enter')
  })

  await test.step('the person changes an answer on Registered Events', async () => {
    await own.goto(paths.registeredEvents())
    const answers = own.getByRole('region', { name: `Your answers for ${event.name}` })
    await expect(answers).toContainText('2345678')
    await answers.getByRole('button', { name: 'Edit answers' }).press('Enter')
    const dialog = own.getByRole('dialog', { name: 'Your answers' })
    await dialog.getByLabel('Size of your shirt').waitFor()
    await expectAccessible(own, sizes)
    await dialog.getByLabel('Size of your shirt').selectOption('L')
    await dialog.getByRole('button', { name: 'Save' }).press('Enter')
    await expect(answers.getByText('L', { exact: true })).toBeVisible()
    await expect(dialog).toBeHidden()
    await expectAccessible(own, sizes)
  })

  await test.step('the email of the certificate leads to the evaluation, once', async () => {
    const [held] = await portal.query<{ id: number }>(
      `with over as (
        update event_slots set start_on = now()::date - 9, end_on = now()::date - 9 where event_id = $1
      ), credited as (
        insert into credits (registration_id, minutes, source, by_day, reason)
        select registration_id, 480, 'administrator', jsonb_build_array(jsonb_build_object('on', now()::date - 9, 'hours', 8)), 'Signed the list'
        from registrations join users using (user_id) where email = $2 returning registration_id
      ) select registration_id as id from credited`,
      [event.id, email],
    )
    await callAsAdministrator(portal, sendCertificate, { registrationId: held?.id })
    const { links } = await portal.mailAbout(email, /^Your certificate/)
    const link = links.find((each) => each.includes(`${paths.evaluation()}#`)) ?? ''
    const open = await browser.newPage()
    await open.goto(link)
    await open.getByRole('button', { name: 'Send evaluation' }).press('Enter')
    await expect(open.getByText('Please answer at least one question.')).toBeVisible()
    await open
      .getByRole('radiogroup', { name: 'Did the event reach its learning objectives?' })
      .getByRole('radio', { name: '5' })
      .press('Space')
    await open.getByLabel('What should we improve?').fill('More engines')
    await open.reload()
    await expect(open.getByLabel('What should we improve?')).toHaveValue('More engines')
    await expectAccessible(open, sizes)
    await open.getByRole('button', { name: 'Send evaluation' }).press('Enter')
    await expect(open.getByRole('heading', { name: 'Thank you' })).toBeVisible()
    await expectAccessible(open, sizes)
    await open.goto('/robots.txt')
    await open.goto(link)
    await expect(open.getByRole('heading', { name: 'Thank you' })).toBeVisible()
    await own.goto(`${paths.ownEvaluation()}/${held?.id}`)
    await expect(own.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  })

  await test.step('an administrator sees results from five answers on', async () => {
    const results = `${paths.manageEvents({ eventId: event.id })}/evaluation`
    await page.goto(results)
    await expect(page.getByText('1 evaluation of 1 person')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Evaluation', exact: true })).toBeVisible()
    await expect(page.getByText('More engines')).toHaveCount(0)
    await portal.query(
      `insert into evaluation_answers (event_question_id, answer)
      select event_question_id, case kind when 'words' then 'Longer breaks ' || n else (2 + n % 4)::text end
      from event_questions, generate_series(1, 4) n where event_id = $1 and kind in ('scale', 'words') and not is_per_speaker`,
      [event.id],
    )
    await page.goto(results)
    await expect(page.getByText('More engines')).toBeVisible()
    await expect(page.getByText('Mean 3.8 · 5 answers')).toBeVisible()
    await expectAccessible(page, sizes)
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download CSV' }).press('Enter')
    expect((await download).suggestedFilename()).toBe('evaluation.csv')
  })
})
