import { expect, test } from 'vitest'
import { hoursProblems, readHoursCsv } from './hours-csv.ts'
import { readHoursFile } from './read-hours-file.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)
const utf16 = (text: string) =>
  new Uint8Array(new Uint16Array([...`\ufeff${text}`].map((sign) => sign.charCodeAt(0))).buffer)
const pat = { email: 'pat@example.com', hours: 8 }

test.each<[string, Uint8Array, object[]]>([
  ['plain rows', utf8('email,hours,notes\npat@example.com,8,'), [pat]],
  ['a byte order mark', utf8('\ufeffemail,hours,notes\npat@example.com,8,'), [pat]],
  ['CRLF and empty lines', utf8('email,hours,notes\r\n\r\npat@example.com,8,\r\n,,\r\n'), [pat]],
  [
    'semicolons and a comma in the hours',
    utf8('email;hours;notes\npat@example.com;7,5;'),
    [{ ...pat, hours: 7.5 }],
  ],
  ['tabs', utf8('email\thours\tnotes\npat@example.com\t8\t'), [pat]],
  [
    'a line break within quotes',
    utf8('email,hours,notes\npat@example.com,8,"Both\r\ndays, ""fully"""'),
    [{ ...pat, notes: 'Both days, "fully"' }],
  ],
  ['headers in other letters and order', utf8(' Hours , EMAIL ,Course\n8,pat@example.com,x'), [pat]],
  ["Excel's 'Unicode Text'", utf16('email\thours\r\npat@example.com\t8\r\n'), [pat]],
  ["Excel's line that names the separator", utf8('sep=;\r\nemail;hours\r\npat@example.com;8\r\n'), [pat]],
  [
    'titles above the columns',
    utf8('Hours of the seminar, as signed\n\nRoom 2;;\nemail;hours\npat@example.com;8'),
    [pat],
  ],
  [
    'invisible characters, as they are pasted',
    utf8('\u200bemail,hours\npat\u00ad@example.com\u200b,8'),
    [pat],
  ],
  ['no notes', utf8('email,hours\npat@example.com,8'), [pat]],
  [
    'Windows-1252',
    new Uint8Array([...utf8('email,hours,notes\npat@example.com,8,Jos'), 0xe9]),
    [{ ...pat, notes: 'José' }],
  ],
  [
    'blanks around values',
    utf8('email,hours\n  Pat@Example.com , 8 '),
    [{ ...pat, email: 'Pat@Example.com' }],
  ],
  [
    'what a spreadsheet would run',
    utf8('email,hours,notes\n=cmd|calc!A1,8,@SUM(A1)'),
    [{ email: '=cmd|calc!A1', hours: 8, notes: '@SUM(A1)' }],
  ],
  [
    'the headers of a sign-in sheet',
    utf8('Name,Email Address,Credit Hours\nPat Lee,pat@example.com,8'),
    [pat],
  ],
  ['names and no emails', utf8('Name,Hours\nPat Lee,8'), [{ email: 'Pat Lee', hours: 8 }]],
  ["Excel's row of totals", utf8('name,email,hours\nPat Lee,pat@example.com,8\nTotal,,8\n,TOTAL,8\n'), [pat]],
  [
    'ten thousand columns',
    utf8(
      `email,hours,${Array.from({ length: 9998 }, (_, index) => `c${index}`).join(',')}\npat@example.com,8`,
    ),
    [pat],
  ],
])('a list with %s is read', (_, bytes, rows) => {
  expect(readHoursCsv(bytes)).toEqual({ rows })
})

const { format, rows: wrongRows, empty, tooMany } = hoursProblems

test.each<[string, Uint8Array, string]>([
  ['nothing', utf8(''), `${format} Line 1 has no column 'email'.`],
  ['one column', utf8('email\npat@example.com'), `${format} Line 1 has no column 'hours'.`],
  [
    'no headers',
    utf8('\npat@example.com,8,\nrobin@example.com,4,'),
    `${format} Line 2 has no column 'email'.`,
  ],
  ['binary', new Uint8Array([0x50, 0x4b, 3, 4, 0, 0, 0, 8]), `${format} This file is not text.`],
  [
    'quotes that never end',
    utf8('email,hours,notes\npat@example.com,8,\npat@example.com,8,"Both days'),
    `${format} The quotation marks of line 3 do not match.`,
  ],
  ['only headers', utf8('email,hours,notes\n'), empty],
  ['only a total', utf8('email,hours,notes\nTotal,0,\n'), empty],
  ['a row without an email', utf8('email,hours,notes\n,8,\n'), `${wrongRows} Line 2: the email is missing.`],
  [
    'a row without hours',
    utf8('email,hours,notes\n\npat@example.com,,\n'),
    `${wrongRows} Line 3: the hours are missing.`,
  ],
  [
    'words for hours after a note of two lines',
    utf8('email,hours,notes\r\nrobin@example.com,8,"Both\r\ndays"\r\npat@example.com,eight,\r\n'),
    `${wrongRows} Line 4: the hours are 'eight', which is not a number.`,
  ],
  [
    'seven wrong lines',
    utf8(`email,hours\n${',8\n'.repeat(7)}`),
    `${wrongRows} ${[2, 3, 4, 5, 6].map((line) => `Line ${line}: the email is missing.`).join(' ')} The same in 2 more lines.`,
  ],
  [
    'two columns of hours',
    utf8('Seminar\n\nemail,hours,Credit Hours\npat@example.com,4,8'),
    `${format} Line 3 has two columns 'hours'. Keep one of them.`,
  ],
  [
    'two columns of emails',
    utf8('email,hours,E-mail Address\npat@example.com,8,robin@example.com'),
    `${format} Line 1 has two columns 'email'. Keep one of them.`,
  ],
  [
    'hours of people who did not come',
    utf8(
      'email,hours,status,attended\npat@example.com,8,No show,\nrobin@example.com,4,,No\nkim@example.com,0,Canceled,No\n',
    ),
    `${wrongRows} Line 2: 'status' is 'No show', but the hours are 8. Line 3: 'attended' is 'No', but the hours are 4.`,
  ],
  ['10,001 rows', utf8(`email,hours\n${'pat@example.com,8\n'.repeat(10_001)}`), tooMany],
])('a file with %s is refused with its wrong lines', (_, bytes, problem) => {
  expect(readHoursCsv(bytes)).toEqual({ problem })
})

test.each([
  ['of 50 MB', 'hours.csv', 50, hoursProblems.tooLarge],
  ['that is no .csv', 'hours.xlsx', 1, 'Only .csv files are accepted.'],
])('a file %s is refused unread', async (_, name, megabytes, problem) => {
  const file = new File([new Uint8Array(megabytes * 1024 * 1024)], name)
  file.arrayBuffer = () => Promise.reject(new Error('It was read'))
  expect(await readHoursFile(file)).toEqual({ problem })
})
