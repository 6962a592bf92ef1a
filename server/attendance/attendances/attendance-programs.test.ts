import { describe, expect, test } from 'vitest'
import { portalZone } from '#contract/core/season.ts'
import {
  answerLines,
  marked,
  readingOf,
  refusalOf,
  totalLines,
  unicodeText,
  visitLines,
} from '#test/attendance-files.ts'

describe('Microsoft Teams', () => {
  test("has people's totals in one section and their visits in another", async () => {
    const reading = await readingOf(
      unicodeText(`1. Summary
Meeting title	Piston Day 1
Attended participants	3
Start time	2/9/27, 7:50:11 AM
End time	2/9/27, 12:04:02 PM
Meeting duration	4h 13m 51s

2. Participants
Name	First Join	Last Leave	In-Meeting Duration	Email	Participant ID (UPN)	Role
Events Desk	2/9/27, 7:50:11 AM	2/9/27, 12:04:02 PM	4h 13m 51s	desk@example.com	desk@example.com	Organizer
Ada Rivet	2/9/27, 7:57:00 AM	2/9/27, 12:01:00 PM	2h 4m 0s	ada@example.com	ada@example.com	Attendee
Dana Flange	2/9/27, 8:00:10 AM	2/9/27, 12:02:00 PM	4h 1m 50s	dana@example.com	dana@example.com	Presenter

3. In-Meeting Activities
Name	Join Time	Leave Time	Duration	Email	Role
Events Desk	2/9/27, 7:50:11 AM	2/9/27, 12:04:02 PM	4h 13m 51s	desk@example.com	Organizer
Ada Rivet	2/9/27, 7:57:00 AM	2/9/27, 8:59:00 AM	1h 2m 0s	ada@example.com	Attendee
Ada Rivet	2/9/27, 10:59:00 AM	2/9/27, 12:01:00 PM	1h 2m 0s	ada@example.com	Attendee
Dana Flange	2/9/27, 8:00:10 AM	2/9/27, 12:02:00 PM	4h 1m 50s	dana@example.com	Presenter
`),
    )
    expect([reading.kind, reading.encoding, reading.days]).toEqual([
      'teams-attendees',
      'utf-16le',
      ['2027-02-09'],
    ])
    expect(visitLines(reading)).toEqual([
      'Events Desk desk@example.com host online 07:50:11-12:04:02',
      'Ada Rivet ada@example.com attendee online 07:57:00-08:59:00',
      'Ada Rivet ada@example.com attendee online 10:59:00-12:01:00',
      'Dana Flange dana@example.com panelist online 08:00:10-12:02:00',
    ])
    expect(totalLines(reading)).toEqual([
      'desk@example.com 254',
      'ada@example.com 124',
      'dana@example.com 242',
    ])
  })

  test('has only the first and the last time of people, whose total says how long they were there', async () => {
    const reading = await readingOf(
      unicodeText(`2. Participants
Name	First join	Last leave	In-meeting duration	Email	Participant ID (UPN)	Role
Ada Rivet	2/9/27, 7:57:00 AM	2/9/27, 12:01:00 PM	2h 4m 0s		ada@example.com	Attendee
`),
    )
    expect(visitLines(reading)).toEqual(['Ada Rivet ada@example.com attendee online 07:57:00-12:01:00'])
    expect(totalLines(reading)).toEqual(['ada@example.com 124'])
  })

  test('has visits under a summary, as in 2021', async () => {
    const reading = await readingOf(
      unicodeText(`Meeting Summary
Total Number of Participants	2
Meeting Title	Piston, times in PT
Meeting Start Time	2/9/2027, 7:50:11 AM
Meeting End Time	2/9/2027, 12:04:02 PM

Full Name	Join Time	Leave Time	Duration	Email	Role	Participant ID (UPN)
Events Desk	2/9/2027, 7:50:11 AM	2/9/2027, 12:04:02 PM	4h 13m	desk@example.com	Organizer	desk@example.com
Ada Rivet	2/9/2027, 7:58:00 AM	2/9/2027, 12:02:00 PM	4h 4m	ada@example.com	Attendee	ada@example.com
`),
    )
    expect(reading.zoneFrom).toBe('caller')
    expect(visitLines(reading)).toEqual([
      'Events Desk desk@example.com host online 07:50:11-12:04:02',
      'Ada Rivet ada@example.com attendee online 07:58:00-12:02:00',
    ])
  })

  test('logs each joining and leaving as a row of its own', async () => {
    const reading = await readingOf(
      unicodeText(`Full Name	User Action	Timestamp
Events Desk	Joined before	2/9/2027, 7:50:00 AM
"Rivet, Ada"	Joined	2/9/2027, 7:58:00 AM
"Rivet, Ada"	Left	2/9/2027, 9:58:00 AM
Ben Cowling	Joined	2/9/2027, 8:00:00 AM
"Rivet, Ada"	Joined	2/9/2027, 9:59:00 AM
Ben Cowling	Left	2/9/2027, 12:00:00 PM
Dana Flange	Left	2/9/2027, 12:01:00 PM
`),
    )
    expect(visitLines(reading)).toEqual([
      'Events Desk attendee online 07:50:00-',
      'Rivet, Ada attendee online 07:58:00-09:58:00',
      'Ben Cowling attendee online 08:00:00-12:00:00',
      'Rivet, Ada attendee online 09:59:00-',
      'Dana Flange attendee online -12:01:00',
    ])
    expect(reading.visits.map(({ line, flaws }) => [line, ...flaws.map(({ column }) => column)])).toEqual([
      [2, 'Leave Time'],
      [3],
      [5],
      [6, 'Leave Time'],
      [8, 'Join Time'],
    ])
  })

  test('logs a live event in UTC, in which several people may have one name', async () => {
    const reading = await readingOf(
      marked(`Session Id,Participant Id,Full Name,UserAgent,UTC Event Timestamp,Action,Role
1,p1,Pat Doe,Mozilla,2/9/2027 12:58:00 PM,Joined,Attendee
1,p2,Pat Doe,Mozilla,2/9/2027 1:30:00 PM,Joined,Attendee
1,p1,Pat Doe,Mozilla,2/9/2027 5:02:00 PM,Left,Attendee
1,p2,Pat Doe,Mozilla,2/9/2027 5:00:00 PM,Left,Attendee
`),
    )
    expect([reading.zone, reading.zoneFrom]).toEqual(['UTC', 'file'])
    expect(visitLines(reading)).toEqual([
      'Pat Doe attendee online 07:58:00-12:02:00',
      'Pat Doe attendee online 08:30:00-12:00:00',
    ])
  })
})

describe('Webex writes every time as a text for Excel', () => {
  const zoneless = { zone: portalZone }

  test('of a meeting, with roles and the kind of connection', async () => {
    const reading = await readingOf(
      unicodeText(`Meeting Name	Meeting Start Time	Meeting End Time	Display Name	First Name	Last Name	Role	Attendee Email	Join Time	Leave Time	Attendance Duration	Connection Type	Role
Piston Day 1	="2027-02-09 07:50:00"	="2027-02-09 12:04:00"	Events Desk	Events	Desk	Host	desk@example.com	="2027-02-09 07:50:00"	="2027-02-09 12:04:00"	254 mins	Desktop app	Mechanic
Piston Day 1	="2027-02-09 07:50:00"	="2027-02-09 12:04:00"	Ada Rivet			Attendee	ada@example.com	="2027-02-09 07:58:00"	="2027-02-09 12:02:00"	244 mins	Web app	Host of a club
Piston Day 1	="2027-02-09 07:50:00"	="2027-02-09 12:04:00"	Ben Cowling			Attendee	ben@example.com	="2027-02-09 07:57:00"	="2027-02-09 10:01:00"	124 mins	Phone	Host
`),
      zoneless,
    )
    expect(reading.kind).toBe('webex-attendees')
    expect(visitLines(reading)).toEqual([
      'Events Desk desk@example.com host online 07:50:00-12:04:00',
      'Ada Rivet ada@example.com attendee online 07:58:00-12:02:00',
      'Ben Cowling ben@example.com attendee phone 07:57:00-10:01:00',
    ])
    expect(totalLines(reading)).toEqual([
      'desk@example.com 254',
      'ada@example.com 244',
      'ben@example.com 124',
    ])
  })

  test('of an event, in quotation marks', async () => {
    const reading = await readingOf(
      unicodeText(`Event Name	Event Start Time	Event End Time	Name	Attendee Email	Join Time	Leave Time	Attendance Duration	Connection Type
Piston	"=""2027-02-09 07:50:00"""	"=""2027-02-09 12:04:00"""	Ada Rivet	ada@example.com	"=""2027-02-09 07:58:00"""	"=""2027-02-09 12:02:00"""	244 mins	Desktop
`),
    )
    expect(visitLines(reading)).toEqual(['Ada Rivet ada@example.com attendee online 07:58:00-12:02:00'])
  })
})

describe('Google Meet', () => {
  test('writes times without a date, below a line with it', async () => {
    const reading = await readingOf(`Meeting title,Date,Start time,End time
Piston 02/03/2026,2027-02-09,07:50,12:04

First name,Last name,Email,Duration,Time joined,Time exited
Ada,Rivet,ada@example.com,4 hr 4 min,7:58 AM,12:02 PM
`)
    expect([reading.kind, reading.day, reading.dayFrom, reading.days]).toEqual([
      'meet-attendees',
      '2027-02-09',
      'file',
      ['2027-02-09'],
    ])
    expect(visitLines(reading)).toEqual(['Ada Rivet ada@example.com attendee online 07:58:00-12:02:00'])
    expect(totalLines(reading)).toEqual(['ada@example.com 244'])
  })

  test('writes a whole date, too', async () => {
    const reading = await readingOf(`Name,Email,Duration,Time joined,Time exited
Ada Rivet,ada@example.com,42m,2027-02-09 11:01:14,2027-02-09 11:43:08
`)
    expect(reading.dayFrom).toBe('times')
    expect(visitLines(reading)).toEqual(['Ada Rivet ada@example.com attendee online 11:01:14-11:43:08'])
  })

  test('has a report without times', async () => {
    expect(
      await refusalOf('First name,Last name,Email,Duration\nAda,Rivet,ada@example.com,1 hr 2 min\n'),
    ).toBe(
      "This is Google Meet's attendance report with only the total of each person ('Duration'): export the attendance report that has the columns 'Time joined' and 'Time exited'.",
    )
  })
})

test('BigBlueButton names no emails, has moderators, and a column for each poll', async () => {
  const reading = await readingOf(
    `Name,Moderator,Activity Score,Talk Time,Webcam Time,Messages,Reactions,Poll Votes,Raise Hands,Join,Left,Duration,Role,Still there?
"Events Desk","TRUE","0","00:03:12","-","1","0","0","0","2/9/2027, 07:50:00 AM","2/9/2027, 12:04:00 PM","04:14:00","-","-"
"Ada Rivet","FALSE","7.2","-","-","1","0","1","0","2/9/2027, 07:58:00 AM","2/9/2027, 12:02:00 PM","04:02:00","Host","Yes"
`.replaceAll('\n', '\r\n'),
  )
  expect(reading.kind).toBe('bigbluebutton-attendees')
  expect(visitLines(reading)).toEqual([
    'Events Desk host online 07:50:00-12:04:00',
    'Ada Rivet attendee online 07:58:00-12:02:00',
  ])
  expect(answerLines(reading)).toEqual([
    'Ada Rivet Role Host 2027-02-09 1',
    'Ada Rivet Still there? Yes 2027-02-09 1',
  ])
  expect(totalLines(reading)).toEqual(['Events Desk 254', 'Ada Rivet 242'])
})

test('Adobe Connect knows people by their login', async () => {
  const reading = await readingOf(`login,session-name,sco-name,date-created,date-end,participant-name
ada@example.com,Ada,Room of the Host,2027-02-09T07:58:00.000-05:00,2027-02-09T12:02:00.000-05:00,Ada Rivet
`)
  expect(reading.kind).toBe('connect-attendees')
  expect(visitLines(reading)).toEqual(['Ada Rivet ada@example.com attendee online 07:58:00-12:02:00'])
})

describe('Zoom', () => {
  test('names the host of a list of participants in its first lines', async () => {
    const reading = await readingOf(
      marked(`Meeting ID,Topic,Start Time,End Time,User Email,Duration (Minutes),Participants
992 8911 0036,Piston Day 1,02/09/2027 07:50:00 AM,02/09/2027 12:04:00 PM,desk@example.com,254,2

Name (Original Name),User Email,Join Time,Leave Time,Duration (Minutes),Guest
Events Desk,Desk@Example.com,02/09/2027 07:50:00 AM,02/09/2027 12:04:00 PM,254,No
Ada Rivet,ada@example.com,02/09/2027 07:58:00 AM,02/09/2027 12:02:00 PM,244,Yes
`),
    )
    expect(reading.webinarId).toBe('992 8911 0036')
    expect(visitLines(reading)).toEqual([
      'Events Desk Desk@Example.com host online 07:50:00-12:04:00',
      'Ada Rivet ada@example.com attendee online 07:58:00-12:02:00',
    ])
  })

  test.each([
    [
      'in a table of the webinar',
      'Topic,ID,Host name,Host email\nPiston,992 8911 0036,Events Desk,desk@example.com\n\n',
    ],
    ['beside its label', 'Actual host email,desk@example.com\n\n'],
    ['in a block of its own', 'Host Details\nName,Email\nEvents Desk,desk@example.com\nParticipants\n'],
  ])('names the host %s', async (_, above) => {
    const reading =
      await readingOf(`${above}Name (original name),Email,Join time,Leave time,Duration (minutes),Guest
Events Desk,desk@example.com,02/09/2027 07:50:00 AM,02/09/2027 12:04:00 PM,254,No
Ada Rivet,ada@example.com,02/09/2027 07:58:00 AM,02/09/2027 12:02:00 PM,244,Yes
`)
    expect(reading.visits.map(({ role }) => role)).toEqual(['host', 'attendee'])
  })

  test('repeats the meeting and its host in the row of each person', async () => {
    const reading =
      await readingOf(`Topic,Meeting ID,User Name,User Email,Start Time,End Time,Participants,Name (Original Name),User Email,Join Time,Leave Time,Duration (Minutes),Guest
Piston,992 8911 0036,Events Desk,desk@example.com,02/09/2027 07:50,02/09/2027 12:04,2,Events Desk,desk@example.com,02/09/2027 07:50,02/09/2027 12:04,254,No
Piston,992 8911 0036,Events Desk,desk@example.com,02/09/2027 07:50,02/09/2027 12:04,2,Ada Rivet,ada@example.com,02/09/2027 07:58,02/09/2027 12:02,244,Yes
`)
    expect(visitLines(reading)).toEqual([
      'Events Desk desk@example.com host online 07:50:00-12:04:00',
      'Ada Rivet ada@example.com attendee online 07:58:00-12:02:00',
    ])
  })

  test('has a row for each answer, and names the zone above the times', async () => {
    const reading = await readingOf(
      marked(`Poll Report
Report generated time,02/10/2027 06:18:23 PM

Topic,Webinar ID,Actual Start Time,# Poll
Piston,992 8911 0036,02/09/2027 04:50:00 AM,2

#,User Name,User Email,Submitted Time (America/Los_Angeles),Question,Answer
1,Ada Rivet,ada@example.com,02/09/2027 05:25:10 AM,Still there?,Yes
2,Ada Rivet,ada@example.com,02/09/2027 06:25:10 AM,Still there?,Yes
3,Ben Cowling,ben@example.com,02/09/2027 06:25:12 AM,Still there?,No
`),
    )
    expect([reading.kind, reading.zone, reading.zoneFrom]).toEqual([
      'zoom-polls',
      'America/Los_Angeles',
      'file',
    ])
    expect(answerLines(reading)).toEqual([
      'ada@example.com Still there? Yes 08:25:10 1',
      'ada@example.com Still there? Yes 09:25:10 2',
      'ben@example.com Still there? No 09:25:12 1',
    ])
  })

  test('has a table for each launched poll', async () => {
    const reading = await readingOf(
      marked(`Overview
Generate Time,Meeting Topic,Meeting/Webinar ID,Actual Start Time
02/10/2027,Piston,992 8911 0036,02/09/2027 07:50:00 AM

Launched Polls
#,Poll Name,Questions,Responses
1,Hour 1,2,2
2,Hour 2,1,1

Hour 1
#,User Name,Email Address,Submitted Date and Time,Role,Join Time
1,Ada Rivet,ada@example.com,02/09/2027 08:25:10 AM,Mechanic,Early
2,Ben Cowling,ben@example.com,02/09/2027 08:25:12 AM,Host,

Hour 2
#,User Name,Email Address,Submitted Date and Time,Role
1,Ada Rivet,ada@example.com,02/09/2027 09:25:10 AM,Mechanic
`),
    )
    expect([reading.webinarId, reading.visits]).toEqual(['992 8911 0036', []])
    expect(answerLines(reading)).toEqual([
      'ada@example.com Role Mechanic 08:25:10 1',
      'ada@example.com Join Time Early 08:25:10 1',
      'ben@example.com Role Host 08:25:12 1',
      'ada@example.com Role Mechanic 09:25:10 2',
    ])
  })
})
