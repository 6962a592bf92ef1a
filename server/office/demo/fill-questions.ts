import type { EvaluationQuestion, RegistrationQuestion } from '#contract/events/event-questions/questions.ts'
import { saveAnswers } from '#server/events/event-questions/event-question-answers.ts'
import { sendOwnEvaluation } from '#server/events/event-questions/event-question-evaluations.ts'
import { findStoredQuestions } from '#server/events/event-questions/queries.ts'
import { saveEventQuestions } from '#server/events/event-questions/save-event-questions.ts'
import type { Work } from '#server/work.ts'
import { livingEvents } from './demo-days.ts'
import { spanOf } from './demo-report.ts'
import type { Demo, DemoSlot } from './demo-steps.ts'
import { registeredFor, slotsNamed } from './demo-steps.ts'

const day = 86_400_000

const asked = { isRequired: false, eventSlotId: null }
const meals = ['With meat', 'Vegetarian', 'None']
const atRegistration: RegistrationQuestion[] = [
  { ...asked, wording: 'Certificate number of your IA', kind: 'text', choices: [] },
  { ...asked, wording: 'Lunch', kind: 'choice', choices: meals },
]

const paces = ['Too slow', 'Right', 'Too fast']
const afterwards: EvaluationQuestion[] = [
  { wording: 'How useful was it for your work?', kind: 'scale', choices: [], isPerSpeaker: false },
  { wording: 'How effective was the speaker?', kind: 'scale', choices: [], isPerSpeaker: true },
  { wording: 'Was the pace right?', kind: 'choice', choices: paces, isPerSpeaker: false },
  { wording: 'What should we improve?', kind: 'words', choices: [], isPerSpeaker: false },
]
const wishes = [
  'More pictures of real corrosion, please.',
  'The break could be longer.',
  'Nothing, it was the best seminar of the year.',
  'Send the slides before the event.',
  'A page of the regulations to keep in the toolbox.',
  'The sound was low in the first hour.',
]

/** Asks the people of the full event two questions, and those of an event of the past for its evaluation. Most have sent it. */
export async function fillQuestions(demo: Demo): Promise<void> {
  const { held, full } = livingEvents(demo.now)
  const [workshop] = (await slotsNamed(demo, full.name)) as [DemoSlot]
  const [refresher] = (await slotsNamed(demo, held.name)) as [DemoSlot]
  const attendees = await registeredFor(demo, workshop)
  await askOnce(demo, demo.now, workshop, { registration: atRegistration }, async (work, [number, lunch]) => {
    for (const [place, { userId, registrationId }] of attendees.entries()) {
      const meal = meals[place % meals.length] as string
      const answers = [
        { questionId: number, answer: String(3_410_222 + place * 371) },
        { questionId: lunch, answer: meal },
      ]
      await saveAnswers(work, userId, { registrationId, answers })
    }
  })
  // The technician's own one still waits, and some people never send theirs.
  const senders = (await registeredFor(demo, refresher)).filter((_, place) => place % 4 !== 0)
  const speakers = await demo.services.db
    .selectFrom('speakers')
    .select('speakerId')
    .where('eventId', '=', refresher.eventId)
    .orderBy('speakerId')
    .execute()
  const at = new Date(spanOf(refresher).endAt.getTime() + 3 * day)
  await askOnce(
    demo,
    at,
    refresher,
    { evaluation: afterwards },
    async (work, [useful, speaker, pace, wish]) => {
      for (const [place, { userId, registrationId }] of senders.entries()) {
        const words = wishes[place]
        const answers = [
          { questionId: useful, answer: String(3 + (place % 3)) },
          ...speakers.map(({ speakerId }, index) => ({
            questionId: speaker,
            speakerId,
            answer: String(4 + ((place + index) % 2)),
          })),
          { questionId: pace, answer: paces[place % 7 === 0 ? 2 : 1] as string },
          ...(words ? [{ questionId: wish, answer: words }] : []),
        ]
        await sendOwnEvaluation(work, userId, { registrationId, answers })
      }
    },
  )
}

type Asked = { registration?: RegistrationQuestion[]; evaluation?: EvaluationQuestion[] }

/** Saves an event's questions and their answers together, unless it has some. */
async function askOnce(
  demo: Demo,
  at: Date,
  { eventId }: DemoSlot,
  questions: Asked,
  answer: (work: Work, questionIds: [number, number, number, number]) => Promise<void>,
): Promise<void> {
  await demo.run(
    at,
    async (work) => {
      if ((await findStoredQuestions(work.tx, [eventId])).length > 0) return
      await saveEventQuestions(work, { eventId, registration: [], evaluation: [], ...questions })
      const saved = await findStoredQuestions(work.tx, [eventId])
      await answer(work, saved.map(({ questionId }) => questionId) as [number, number, number, number])
    },
    demo.administratorId,
  )
}
