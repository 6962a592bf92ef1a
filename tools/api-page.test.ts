import { expect, test } from 'vitest'
import type { Description } from './api-page.ts'
import { apiDifferences } from './api-page.ts'

const description: Description = {
  paths: {
    '/api/private/events': {
      post: {
        requestBody: {
          content: { 'application/json': { schema: { $ref: '#/components/schemas/NewEvent' } } },
        },
      },
      delete: {
        requestBody: { content: { 'application/json': { schema: { properties: { event_id: {} } } } } },
      },
    },
    '/api/private/add-speaker': { post: {} },
    '/api/private/get-all-events': { get: { parameters: [{ name: 'year' }] } },
    '/api/public/certificates/{certificateCode}': { get: {} },
  },
  components: { schemas: { NewEvent: { allOf: [{ properties: { event_name: {}, notes: {} } }] } } },
}

const row = (call: string, takes = '') => `| ${call} | ${takes} | \`{}\` |`

test.each<[string, string, string[]]>([
  ['a call with its fields', row('POST /private/events', '`{event_name, notes?: [{text}]}`'), []],
  ['a call whose path has a parameter of another name', row('GET /public/certificates/{code}'), []],
  ['a query', row('GET /private/get-all-events', '`?year`'), []],
  ['several methods', row('POST · DELETE /private/events', 'NewEvent fields · `{event_id}`'), []],
  ['words beside the tables', 'POST /private/unknown takes `{nothing}`', []],
  [
    'an unknown call',
    row('POST /private/settle-slot'),
    ['POST /private/settle-slot: the portal has no such call.'],
  ],
  ['another method', row('PUT /private/events'), ['PUT /private/events: the portal has no such call.']],
  [
    'a name beside a path',
    row('POST /private/add-speaker, edit-speaker'),
    ['POST /private/edit-speaker: the portal has no such call.'],
  ],
  [
    'unknown fields',
    row('POST /private/events', '`{event_name, is \\| null}`'),
    ["POST /private/events: takes no 'is'."],
  ],
  [
    'an unknown query',
    row('GET /private/get-all-events', '`page, year (four digits, all)`'),
    ["GET /private/get-all-events: takes no 'page'."],
  ],
])('a page is compared with the description: %s', (_, page, differences) => {
  expect(apiDifferences(page, description)).toEqual(differences)
})
