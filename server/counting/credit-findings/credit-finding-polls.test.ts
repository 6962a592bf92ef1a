import { describe, expect, test } from 'vitest'
import { getPollQuestions, tryQuestion } from '#contract/counting/credit-findings/poll-questions.ts'
import { getActivities } from '#contract/foundation/activities/calls.ts'
import { expectRefusal } from '#test/app.ts'
import type { Person } from '#test/given.ts'
import * as held from '#test/held-slot.ts'

held.startWithHeldSlot()

const polls = { heading: 'User Name,User Email,Submitted Date/Time,Question,Answer' }

/** Four people were present for all hours; `answered` of them answered a question at 8:20. */
async function givenAnswers(answered: number, question = 'Ready?'): Promise<Person[]> {
  const people = await Promise.all([1, 2, 3, 4].map(() => held.givenRegistered()))
  await held.upload(people.map(({ email }) => held.row(email, '08:00', '12:00')).join('\n'))
  const rows = people
    .slice(0, answered)
    .map(({ email }) => `Pat,${email},${held.on} 08:20:00,${question},Yes`)
  await held.upload(rows.join('\n'), polls)
  return people
}

async function read() {
  const query = { eventSlotId: held.slot }
  return await held.app.dataOf(getPollQuestions, { query }, held.administrator)
}

const attempt = (subject: string, counts: boolean | null) =>
  held.app.send(tryQuestion, { eventSlotId: held.slot, subject, counts }, held.administrator)

describe('a poll question', () => {
  test('of one person waits, and is listed with how many of those present answered', async () => {
    await givenAnswers(1)
    expect(await held.waits()).toMatchObject([
      { kind: 'few-answers', facts: { question: { text: 'Ready?' }, share: { people: 1, of: 4 } } },
    ])
    const { canDecide, questions } = await read()
    expect(canDecide).toBe(true)
    expect(questions).toMatchObject([
      {
        question: 'Ready?',
        at: held.at('08:20'),
        answered: 1,
        present: 4,
        isInHour: true,
        counts: false,
        word: null,
      },
    ])
  })

  test('counts by the word of an administrator, says so beforehand, and by the numbers again once it is withdrawn', async () => {
    const [first, second] = await givenAnswers(1)
    const [wait] = await held.waits()
    const subject = wait?.subject ?? ''
    expect((await attempt(subject, false)).data).toMatchObject({ more: 0, fewer: 0, same: 4 })
    expect((await attempt(subject, true)).data).toMatchObject({ more: 0, fewer: 3, same: 1 })
    const { decisionId } = await held.decide({ act: 'counts', subject, reason: 'It was put to everybody' })
    expect([await held.hoursOf(first as Person), await held.hoursOf(second as Person)]).toEqual([4, 3])
    expect(await held.waits()).toEqual([])
    expect((await read()).questions).toMatchObject([
      {
        counts: true,
        word: { decisionId, reason: 'It was put to everybody', decidedBy: 'Portal Administrator' },
      },
    ])
    expect((await attempt(subject, null)).data).toMatchObject({ more: 3, fewer: 0, same: 1 })
    await held.withdraw(decisionId)
    expect(await held.kinds()).toEqual(['few-answers'])
    expect(await held.hoursOf(second as Person)).toBe(4)
  })

  test('does not count by the word of an administrator although many answered, and the history names it', async () => {
    const people = await givenAnswers(3)
    const last = people[3] as Person
    expect(await held.hoursOf(last)).toBe(3)
    const [question] = (await read()).questions
    expect(question).toMatchObject({ answered: 3, counts: true })
    await held.decide({ act: 'does-not-count', subject: question?.subject ?? '', reason: 'A test' })
    expect(await held.hoursOf(last)).toBe(4)
    const query = { activity: 'attendance-decided' } as const
    const { activities } = await held.app.dataOf(getActivities, { query }, held.administrator)
    expect(activities[0]).toMatchObject({
      item: expect.stringMatching(/: "Ready\?" at 8:20 AM does not count$/),
      reason: 'A test',
    })
  })

  test('keeps its word when another report has an earlier answer to the same launch', async () => {
    const people = await givenAnswers(1)
    const [wait] = await held.waits()
    await held.decide({ act: 'does-not-count', subject: wait?.subject ?? '' })
    const others = people.slice(1).map(({ email }) => `Pat,${email},${held.on} 08:19:00,Ready?,Yes`)
    await held.upload(others.join('\n'), polls)
    expect((await read()).questions).toMatchObject([{ at: held.at('08:19'), answered: 4, counts: false }])
  })

  test('that no report has is refused, also at another time', async () => {
    await givenAnswers(1)
    const [wait] = await held.waits()
    const others = ['question  Other?', `question ${held.at('09:20').toISOString()} Ready?`]
    for (const subject of others) {
      await expectRefusal(attempt(subject, true), 'SUBJECT_UNKNOWN')
      expect(await held.refusalOf({ act: 'counts', subject })).toBe('SUBJECT_UNKNOWN')
    }
    await expectRefusal(attempt('slot', true), 'SUBJECT_UNKNOWN')
    expect(await held.refusalOf({ act: 'settle', subject: wait?.subject ?? '' })).toBe('ANSWER_UNFIT')
    // All of a question's launches in a report.
    await held.decide({ act: 'counts', subject: 'question  Ready?' })
    expect((await read()).questions).toMatchObject([{ counts: true }])
  })
})
