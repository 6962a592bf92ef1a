import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { arrowsOf, drawnArrows } from './house-picture.ts'
import { districts } from './import-rules.ts'
import { readSourceFiles } from './source-files.ts'

const root = join(import.meta.dirname, '..')

test.each(['README.md', 'ARCHITECTURE.md'])(
  'the picture of the districts in %s is that of the code',
  (page) => {
    const drawn = drawnArrows(readFileSync(join(root, page), 'utf8'))
    expect(drawn.sort()).toEqual(arrowsOf(readSourceFiles(root)).sort())
  },
)

test('an arrow that a longer path says is left out, and so are tests and the other side', () => {
  const file = (path: string, ...imports: string[]) => ({ path, text: '', imports })
  expect(
    arrowsOf([
      file('server/office/accounts/routes.ts', 'server/events/events/queries.ts', 'server/core/log.ts'),
      file('server/events/events/queries.ts', 'server/core/log.ts', 'contract/people/users/user.ts'),
      file('web/people/users/name.test.ts', 'web/core/name.ts'),
    ]),
  ).toEqual(['office events', 'events core'])
})

test.each(['contract', 'server', 'web'])('%s has the districts and at most twelve folders', (side) => {
  const entries = readdirSync(join(root, side), { withFileTypes: true })
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  expect(folders).toEqual(expect.arrayContaining(districts))
  expect(folders.length).toBeLessThanOrEqual(12)
})

const pages = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
  (path) => path.endsWith('.md') && !/(^|\/)(node_modules|dist|test-results)\//.test(path),
)
test.each(pages)('every path in backticks in %s exists', (page) => {
  const text = readFileSync(join(root, page), 'utf8')
  const named = [
    ...text.matchAll(/`((?:bench|contract|deploy|docs|packages|server|test|tools|web)\/[\w./-]+)`/g),
  ]
  const missing = named.map(([, path = '']) => path).filter((path) => !existsSync(join(root, path)))
  expect(missing).toEqual([])
})

test('every decision has a status, and the index has both', () => {
  const folder = join(root, 'docs/decisions')
  const index = readFileSync(join(folder, 'README.md'), 'utf8')
  for (const file of readdirSync(folder).filter((name) => name !== 'README.md')) {
    const [, title] = readFileSync(join(folder, file), 'utf8').match(/^# (.+)$/m) ?? []
    const [, status] = readFileSync(join(folder, file), 'utf8').match(/^Status: (.+)\.$/m) ?? []
    expect(index).toContain(`| [${title}](${file}) | ${status} |`)
  }
})
