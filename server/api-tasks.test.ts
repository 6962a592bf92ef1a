import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from 'vitest'
import { keyPermissions } from '#contract/core/permissions.ts'
import { makeApiKey } from '#contract/people/api-keys/calls.ts'
import {
  givenAdministrator,
  givenEvent,
  givenPersonUnmailed,
  givenRegistration,
  givenTypedAgain,
  preparedApp,
} from '#test/given.ts'

const page = readFileSync(new URL('../docs/api.md', import.meta.url), 'utf8')
const tasks = [...page.matchAll(/^## (\d\. .*?)\n.*?^```sh\n(.*?)^```/gms)].map(
  ([, title = '', command = '']) => [title, command] as const,
)

let environment: Record<string, string>
const app = preparedApp()
beforeAll(async () => {
  const by = await givenAdministrator(app)
  await givenTypedAgain(app, by.token)
  const event = await givenEvent(app)
  await givenRegistration(app, await givenPersonUnmailed(app), event, { by })
  const { userId } = await givenPersonUnmailed(app)
  const body = { name: 'curl', permissions: [...keyPermissions], days: 1 }
  const { key } = await app.dataOf(makeApiKey, { body }, by)
  const { host, port } = await app.listen()
  environment = {
    PORTAL: `http://${host}:${port}`,
    KEY: key,
    USER_ID: userId,
    EVENT_ID: String(event.eventId),
    SLOT_ID: String(event.slotIds[1]),
    FOCUS_ID: String(event.focusId),
  }
})

async function run(command: string) {
  const { stdout } = await promisify(execFile)('sh', ['-ec', command], {
    env: { PATH: process.env.PATH, ...environment },
  })
  return stdout
}

const answers: Record<string, (said: string) => unknown> = {
  '1. List the events': (said) => expect(JSON.parse(said).data).toMatchObject({}),
  '2. Follow registrations': (said) =>
    expect(JSON.parse(said).data).toEqual(
      expect.objectContaining({ next: expect.any(String), has_more: false }),
    ),
  '3. Follow people': (said) => expect(JSON.parse(said).data.people.length).toBeGreaterThan(1),
  '4. Register a person': (said) => expect(JSON.parse(said).data.registrations).toHaveLength(1),
  '5. Download the list': (said) => expect(said).toContain('Reg Id'),
}

test('the page has five tasks', () => {
  expect(tasks.map(([title]) => title)).toEqual(Object.keys(answers))
})

test.each(tasks)('the commands of the page work: %s', async (title, command) => {
  answers[title]?.(await run(command))
})
