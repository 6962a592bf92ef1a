import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { structureProblems } from './check-structure.ts'

// A small repository that obeys every rule. Each case changes files and names the one resulting problem.
const house = {
  'contract/events/events/calls.ts': "import * as z from 'zod/mini'\n",
  'contract/foundation/mails/calls.ts': '',
  'contract/events/speakers/calls.ts': "import './events.ts'\n",
  'contract/events/events/calls.test.ts': "import { test } from 'vitest'\nimport './events.ts'\n",
  'server/main.ts': "import { app } from './app.ts'\nimport './office/demo/season.ts'\n",
  'server/app.ts': "import { routes } from './events/events/noun.ts'\nimport { jobs } from './jobs.ts'\n",
  'server/config.ts': 'export const port = process.env.PORT\n',
  'server/jobs.ts': "import type { Event } from '#contract/events/events/calls.ts'\n",
  'server/core/db/database.ts': "import pg from 'pg'\n",
  'packages/paper/sheet.ts': "import './ink.ts'\nimport 'pdfkit'\n",
  'packages/paper/ink.ts': '',
  'packages/paper/sheet.test.ts': "import './sheet.ts'\nimport { test } from 'vitest'\n",
  'server/events/events/noun.ts':
    "import { cancel } from './cancel-event.ts'\nimport '../speakers/queries.ts'\n",
  'server/events/events/cancel-event.ts': "import '#server/core/db/database.ts'\nimport '#server/jobs.ts'\n",
  'server/events/events/event-pdf.ts': "import { ink } from '@portal/paper/ink'\n",
  'server/events/events/events.test.ts': "import '#test/app.ts'\nimport '#server/app.ts'\n",
  'server/events/speakers/queries.ts': "import '../../foundation/mails/mails.ts'\n",
  'server/office/demo/season.ts': "import './courses.ts'\nimport '../../events/events/cancel-event.ts'\n",
  'server/office/demo/courses.ts': '',
  'server/office/demo/season.test.ts': "import './season.ts'\nimport '#test/app.ts'\n",
  'server/foundation/mails/mails.ts': '',
  'server/open-services.ts': "import './integrations/fax/fax.ts'\nimport './events/events/noun.ts'\n",
  'server/integrations/fax/fax.ts': "import './fax-lines.ts'\nimport '../../core/db/database.ts'\n",
  'server/integrations/fax/fax-lines.ts': "import '../../foundation/mails/mails.ts'\n",
  'server/integrations/fax/fax.test.ts': "import '#server/open-services.ts'\n",
  'server/integrations/telex/telex.ts': '',
  'server/core/db/migrations/0001-events.sql': 'select 1;\n',
  'web/main.tsx': "import { routes } from './routes.tsx'\n",
  'web/routes.tsx':
    "import { Frame } from './layouts/frame.tsx'\nconst page = () => import('./events/events/events-page.tsx')\n",
  'web/admin-routes.tsx':
    "import './layouts/frame.tsx'\nconst page = () => import('./events/events/admin-events-page.tsx')\n",
  'web/layouts/frame.tsx': "import './frame-menu.tsx'\nimport '#web/core/ui/card.tsx'\n",
  'web/layouts/frame-menu.tsx': "import '#web/events/events/event-list.tsx'\n",
  'web/paths.ts': '',
  'web/core/ui/card.tsx': "import '#web/paths.ts'\n",
  'web/events/events/events-page.tsx':
    "import { Card } from '#web/core/ui/card.tsx'\nimport './event-list.tsx'\n",
  'web/events/events/admin-events-page.tsx': "import './event-list.tsx'\n",
  'web/events/events/event-list.tsx': "import type { Event } from '#contract/events/events/calls.ts'\n",
  'test/app.ts': "import '#server/app.ts'\nconst home = process.env.HOME\n",
}

const roots: string[] = []
afterEach(() => {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true })
})

test('a repository that keeps every rule has no problem', () => {
  expect(problemsWith({})).toEqual([])
})

const lines = (count: number) => 'const a = 1\n'.repeat(count)

test.each<[rule: string, files: Record<string, string>, problem: string]>([
  [
    'the contract imports no package but zod and papaparse',
    { 'contract/events/events/calls.ts': "import 'pg'\n" },
    'only zod, papaparse and itself',
  ],
  [
    'the contract does not import Node',
    { 'contract/events/events/calls.ts': "import { a } from 'node:fs'\n" },
    'only zod, papaparse and itself',
  ],
  [
    'the contract imports neither the server nor the web',
    { 'contract/events/events/calls.ts': "import '#server/config.ts'\n" },
    'knows neither side',
  ],
  [
    'the web does not import the server',
    { 'web/paths.ts': "import '#server/jobs.ts'\n" },
    'belongs in contract/',
  ],
  [
    'the server does not import the web',
    { 'server/jobs.ts': "import '../web/paths.ts'\n" },
    'belongs in contract/',
  ],
  [
    'a server test does not import the web',
    { 'server/a.test.ts': "import '#web/paths.ts'\n" },
    'belongs in contract/',
  ],
  ['the product does not import tests', { 'server/jobs.ts': "import '#test/clock.ts'\n" }, 'uses no tools'],
  [
    'core does not import a noun',
    { 'server/core/log.ts': "import '../events/events/event-pdf.ts'\n" },
    'knows no noun',
  ],
  [
    'web core does not import a noun',
    { 'web/core/a.tsx': "import '../events/events/event-list.tsx'\n" },
    'knows no noun',
  ],
  [
    'accounts import no other noun than users and those of the foundation',
    {
      'contract/office/accounts/calls.ts': '',
      'server/office/accounts/queries.ts': "import '../../events/events/cancel-event.ts'\n",
      'server/office/accounts/mails.ts': "import '../../foundation/mails/mails.ts'\n",
    },
    'accounts name no other noun',
  ],
  [
    'core does not import the wiring',
    { 'server/core/log.ts': "import '#server/app.ts'\n" },
    'wires the room',
  ],
  [
    'core does not import the configuration',
    { 'server/core/log.ts': "import '#server/config.ts'\n" },
    'stands below',
  ],
  [
    'a noun does not import the wiring',
    { 'server/events/events/event-a.ts': "import '#server/main.ts'\n" },
    'wires the room',
  ],
  [
    'a district does not import one above it',
    {
      'server/events/events/event-pdf.ts': "import '../../office/clocks/clocks.ts'\n",
      'server/office/clocks/clocks.ts': '',
      'contract/office/clocks/calls.ts': '',
    },
    'events stands below office',
  ],
  [
    'a district of the web does not import one above it',
    {
      'web/events/events/event-list.tsx': "import '#web/office/dashboard/tile.tsx'\n",
      'web/office/dashboard/tile.tsx': '',
      'contract/office/dashboard/calls.ts': '',
    },
    'events stands below office',
  ],
  ['a folder is one of the districts', { 'contract/garden/roses/calls.ts': '' }, "'garden' is no district"],
  [
    'a noun does not import a layout',
    { 'web/events/events/event-list.tsx': "import '#web/layouts/frame.tsx'\n", 'web/layouts/frame.tsx': '' },
    'only web/routes.tsx and web/admin-routes.tsx know layouts',
  ],
  [
    'core does not import a layout',
    { 'web/core/a.tsx': "import '#web/layouts/frame.tsx'\n" },
    'only web/routes.tsx and web/admin-routes.tsx know layouts',
  ],
  [
    'only routes import layouts',
    { 'web/main.tsx': "import './routes.tsx'\nimport './layouts/frame.tsx'\n" },
    'only web/routes.tsx and web/admin-routes.tsx know layouts',
  ],
  [
    'a layout does not import a page',
    { 'web/layouts/a.tsx': "import '#web/events/events/events-page.tsx'\n" },
    'only web/routes.tsx and web/admin-routes.tsx know pages',
  ],
  [
    'a layout does not import the wiring',
    { 'web/layouts/a.tsx': "import { routes } from '#web/main.tsx'\n" },
    'wires the room',
  ],
  ['the server has no layouts', { 'server/layouts/layout.ts': '' }, "'layouts' is no district"],
  [
    'only routes import pages',
    { 'web/events/events/a.tsx': "import './events-page.tsx'\n" },
    'only web/routes.tsx and web/admin-routes.tsx know pages',
  ],
  [
    "a noun does not import another's noun, jobs and mails",
    {
      'server/events/events/event-a.ts': "import '../speakers/mails.ts'\n",
      'server/events/speakers/mails.ts': '',
    },
    'a verb or a query',
  ],
  [
    'a noun opens no integration',
    { 'server/events/events/event-a.ts': "import '../../integrations/fax/fax.ts'\n" },
    'only server/open-*.ts open integrations',
  ],
  [
    'core opens no integration',
    { 'server/core/log.ts': "import '../integrations/fax/fax.ts'\n" },
    'only server/open-*.ts open integrations',
  ],
  [
    'an integration does not import another',
    { 'server/integrations/fax/fax-lines.ts': "import '../telex/telex.ts'\n" },
    'only server/open-*.ts open integrations',
  ],
  [
    'an integration does not import the wiring',
    {
      'server/integrations/fax/fax-lines.ts': "import '#server/app.ts'\n",
    },
    'wires the room',
  ],
  [
    "an integration does not import a noun's noun, jobs and mails",
    {
      'server/integrations/fax/fax-lines.ts':
        "import '../../foundation/mails/mails.ts'\nimport '../../events/events/noun.ts'\n",
    },
    'a verb or a query',
  ],
  [
    'a package does not import the portal',
    { 'packages/paper/ink.ts': "import '#contract/events/events/calls.ts'\n" },
    'a package knows nothing of the portal',
  ],
  [
    "a package's test does not import the portal",
    { 'packages/paper/ink.test.ts': "import '#test/app.ts'\n" },
    'a package knows nothing of the portal',
  ],
  [
    'a package does not import another',
    { 'packages/paper/ink.ts': "import '@portal/pens'\n" },
    'a package knows nothing of the portal',
  ],
  [
    'a package is imported by its name',
    { 'server/events/events/event-pdf.ts': "import '../../../packages/paper/ink.ts'\n" },
    'by its name',
  ],
  [
    'the web does not import a package',
    { 'web/paths.ts': "import '@portal/paper/ink'\n" },
    'packages run on the server only',
  ],
  [
    'a package does not read the environment',
    { 'packages/paper/ink.ts': 'const a = process.env.A\n' },
    'server/config.ts',
  ],
  [
    'imports do not form a circle',
    {
      'web/paths.ts': "import type { A } from './places.ts'\n",
      'web/places.ts': "export * from './paths.ts'\n",
    },
    'in a circle, web/paths.ts → web/places.ts → web/paths.ts',
  ],
  [
    'a migration fits the previous version',
    { 'server/core/db/migrations/0099-later.sql': 'drop table users' },
    'drops what the version before may still use',
  ],
  [
    'a folder is named after a noun of the contract',
    { 'web/events/rooms/room.tsx': '' },
    'add contract/events/rooms/',
  ],
  [
    'a server folder allows only a few file names',
    { 'server/events/events/pricing.ts': '' },
    'use noun.ts, queries.ts',
  ],
  [
    'a noun does not import the demo',
    { 'server/events/events/event-a.ts': "import '../../office/demo/courses.ts'\n" },
    'only server/main.ts lets a guest in',
  ],
  [
    'the app does not import the demo',
    { 'server/app.ts': "import './office/demo/season.ts'\n" },
    'only server/main.ts lets a guest in',
  ],
  [
    "the demo does not import a noun's noun, jobs and mails",
    { 'server/office/demo/courses.ts': "import '../../events/events/noun.ts'\n" },
    'a verb or a query',
  ],
  ['the web has no demo folder', { 'web/office/demo/season.tsx': '' }, 'add contract/office/demo/'],
  ['a vague file name is refused', { 'web/core/utils.ts': '' }, "'utils' says nothing"],
  ['a vague last word is refused', { 'web/events/events/event-types.ts': '' }, "'types' says nothing"],
  ['a vague folder name is refused', { 'web/core/common/a.ts': '' }, "'common' says nothing"],
  ['names are kebab-case', { 'web/events/events/EventCard.tsx': '' }, 'is not kebab-case'],
  ['the server has no .tsx', { 'server/core/mail.tsx': '' }, 'cannot run .tsx'],
  [
    'a written object is not spread',
    { 'web/paths.ts': `const a = { ..${'.{ b'}: 1 }, c: 2 }\n` },
    'spreads an object',
  ],
  [
    'a written list is not spread',
    { 'web/paths.ts': `const a = [..${'.[b'}, c], d]\n` },
    'spreads an object or a list',
  ],
  ['a file has 300 lines at most', { 'web/paths.ts': lines(301) }, '301 lines, the limit is 300'],
  ['a test has 500 lines at most', { 'web/paths.test.ts': lines(501) }, '501 lines, the limit is 500'],
  [
    "a trigger does not write another noun's table",
    {
      'server/events/events/event-names.ts': "tx.updateTable('events')",
      'server/events/speakers/queries.ts': "tx.updateTable('speakers')",
      'server/schema.sql':
        'create trigger kept after insert on speakers for each row execute function keep();\n' +
        'create function keep() returns trigger language plpgsql as $$ begin update events set name = 1; end $$;\n' +
        '-- Written by a command, so it may be long.\n'.repeat(600),
    },
    "declare 'speakers → events' with its reason",
  ],
  [
    'SQL has 500 lines at most',
    { 'server/core/db/migrations/0002-a.sql': lines(501) },
    '501 lines, the limit is 500',
  ],
  [
    'only config.ts reads the environment',
    { 'server/jobs.ts': 'const a = process.env.A\n' },
    'server/config.ts',
  ],
])('%s', (_rule, files, problem) => {
  const problems = problemsWith(files)
  expect(problems.join('\n')).toContain(problem)
  expect(problems.every((each) => each.includes(problem))).toBe(true)
})

function problemsWith(files: Record<string, string>): string[] {
  const root = mkdtempSync(join(tmpdir(), 'house-'))
  roots.push(root)
  for (const [path, text] of Object.entries({ ...house, ...files })) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return structureProblems(root)
}
