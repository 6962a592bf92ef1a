import { describe, expect, test } from 'vitest'
import { answerLines, marked, readingOf, totalLines, visitLines } from '#test/attendance-files.ts'

// Questions of the organizer's registration form, each named like a known column, with answers.
const questions: [question: string, answer: string][] = [
  ['Role', 'Staff A&P mechanic'],
  ['Role', 'Host'],
  ['Status', 'Waiting'],
  ['Status', 'In waiting room'],
  ['In Waiting Room', 'Yes'],
  ['Time Zone', 'Pacific'],
  ['Time Zone', 'UTC'],
  ['Medium', 'Phone'],
  ['Connection Type', 'Phone'],
  ['Question', 'Is there a break?'],
  ['Answer', 'No'],
  ['Email', 'work@example.org'],
  ['Email Address', 'work@example.org'],
  ['Name', 'Acme Air'],
  ['Full Name', 'Somebody Else'],
  ['First Name', 'Somebody'],
  ['Last Name', 'Else'],
  ['Phone', '803 555 0101'],
  ['Registrant ID', 'zr-1'],
  ['Attended', 'No'],
  ['Join Time', '9:00 AM'],
  ['Leave Time', '02/09/2027 09:00:00 AM'],
  ['Time In', 'Early'],
  ['Check in', 'Feb 09, 2027 09:00:00'],
  ['Login', 'other@example.org'],
  ['Date', '25/12/1970'],
  ['Submitted Time', 'yesterday'],
  ['Duration', '5 years'],
  ['Minutes', '5'],
  ['Moderator', 'TRUE'],
  ['Start Time', '8 AM'],
  ['Action', 'Left'],
  ['Timestamp', '02/09/2027 09:00:00 AM'],
  ['Time zone (PT)', 'Yes'],
  ['Join Time (UTC)', 'What?'],
]

const details: Record<string, [heading: string[], row: string[], places: number[]]> = {
  "Zoom's attendee report": [
    'Attended|User Name (Original Name)|First Name|Last Name|Email|Registration Time|Approval Status|Join Time|Leave Time|Time in Session (minutes)|Is Guest|Country/Region Name'.split(
      '|',
    ),
    'Yes|Ada Rivet|Ada|Rivet|ada@example.com|Jan 01, 2027 10:00:00|approved|Feb 09, 2027 07:58:00|Feb 09, 2027 12:02:00|244|Yes|United States'.split(
      '|',
    ),
    // Questions follow the email, before the country.
    [5, 11],
  ],
  "Zoom's attendee report of 2020": [
    'Attended|First Name|Last Name|Email|Registration Time|Approval Status|Join Time|Leave Time|Time in Session (minutes)|Country/Region Name'.split(
      '|',
    ),
    'Yes|Ada|Rivet|ada@example.com|NA|NA|Feb 09, 2027 07:58:00|Feb 09, 2027 12:02:00|244|Hong Kong'.split(
      '|',
    ),
    [4, 9],
  ],
  "GoTo Webinar's report": [
    'Attended|Interest Rating|Last Name|First Name|Email Address|Registration Date/Time|Join Time|Leave Time|Time in Session|Unsubscribed'.split(
      '|',
    ),
    'Yes|80|Rivet|Ada|ada@example.com|Jan 1, 2027 10:00 AM EST|Feb 9, 2027 07:58 AM EST|Feb 9, 2027 12:02 PM EST|4 hours 4 minutes|No'.split(
      '|',
    ),
    [5, 9, 10],
  ],
}

describe.each(Object.entries(details))('in %s,', (_, [heading, row, places]) => {
  const cases = questions.flatMap(([question, answer]) =>
    places.map((place) => [question, answer, place] as const),
  )
  test.each(cases)(
    'a question %j means nothing, also if somebody answers %j (column %i)',
    async (question, answer, place) => {
      const lines = [
        'Attendee Details',
        heading.toSpliced(place, 0, question),
        row.toSpliced(place, 0, answer),
      ]
      const quoted = lines.map((cells) => [cells].flat().map((cell) => `"${cell}"`))
      const reading = await readingOf(marked(`${quoted.join('\n')}\n`))
      expect(visitLines(reading)).toEqual(['Ada Rivet ada@example.com attendee online 07:58:00-12:02:00'])
      expect(reading.visits[0]).toMatchObject({ registrantId: null, flaws: [] })
      expect([totalLines(reading), reading.zoneFrom === 'file', reading.answers]).toEqual([
        ['ada@example.com 244'],
        false,
        [],
      ])
    },
  )
})

test.each([
  'Role',
  'Status',
  'Email',
  'Name',
  'Time Zone',
  'Question',
  'Answer',
  'Join Time',
  'Leave Time',
  'Medium',
])('a poll may ask for %j', async (question) => {
  const reading = await readingOf(
    marked(`Poll Details
#,User Name,User Email,Submitted Date/Time,${question},Still there?
1,Ada Rivet,ada@example.com,"Feb 09, 2027 08:25:10",Host,Yes
`),
  )
  expect([reading.visits, answerLines(reading)]).toEqual([
    [],
    [`ada@example.com ${question} Host 08:25:10 1`, 'ada@example.com Still there? Yes 08:25:10 1'],
  ])
})

test('in a list that anybody may have written, these columns count', async () => {
  const reading = await readingOf(`Name,Email,Time Zone,Status,Medium,Role,Join Time,Leave Time
Desk,desk@example.com,Eastern,,online,Host,2027-02-09 07:50,2027-02-09 12:00
Ada,ada@example.com,Central,,in person,,2027-02-09 07:00,2027-02-09 11:00
Ben,ben@example.com,Eastern,Waiting room,Phone,Panelist,2027-02-09 08:00,2027-02-09 12:00
`)
  expect(visitLines(reading)).toEqual([
    'Desk desk@example.com host online 07:50:00-12:00:00',
    'Ada ada@example.com attendee in-person 08:00:00-12:00:00',
    'Ben ben@example.com waiting phone 08:00:00-12:00:00',
  ])
})

test.each(['Staff A&P mechanics', 'Host of a hangar chapter', 'Other events of 2027', 'Presenter: Pat'])(
  'a title %j above a list makes nobody a host or a caller',
  async (title) => {
    const reading = await readingOf(`${title}
Name,Email,Join Time,Leave Time
Ada,ada@example.com,2027-02-09 08:00,2027-02-09 12:00
`)
    expect(visitLines(reading)).toEqual(['Ada ada@example.com attendee 08:00:00-12:00:00'])
  },
)
