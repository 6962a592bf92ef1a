import { expect, test } from 'vitest'
import { csvOf } from './csv.ts'

test('cells are quoted where needed, and what a spreadsheet would run is inert', async () => {
  const csv = csvOf([
    ['Email', 'Hours'],
    ['=cmd|calc!A1', -1],
    ['@x', 8],
    ['+1', 0],
    ['a "b", c', 7.5],
    ['two\nlines', 1],
    ['Pat;=1+1', '＝1+1'],
    [' =1', 'a;b'],
  ])
  expect(await csv.text()).toBe(
    'Email,Hours\r\n\'=cmd|calc!A1,-1\r\n\'@x,8\r\n\'+1,0\r\n"a ""b"", c",7.5\r\n"two\nlines",1\r\nPat;\'=1+1,\'＝1+1\r\n\' =1,a;b\r\n',
  )
  expect(new Uint8Array(await csv.slice(0, 3).arrayBuffer())).toEqual(new Uint8Array([0xef, 0xbb, 0xbf]))
})
