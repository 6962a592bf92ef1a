import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
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

test.each(pages)('every link in %s leads to a file, and to a heading of it', (page) => {
  const links = [
    ...readFileSync(join(root, page), 'utf8').matchAll(/\]\((?!https?:)([^)#\s]*)#?([^)\s]*)\)/g),
  ]
  const lost = links.filter(([, path = '', heading = '']) => {
    const target = path ? join(root, dirname(page), path) : join(root, page)
    return !existsSync(target) || (heading && !headingsOf(readFileSync(target, 'utf8')).includes(heading))
  })
  expect(lost.map(([link]) => link)).toEqual([])
})

test.each(pages)('every npm command in %s exists', (page) => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const named = [...readFileSync(join(root, page), 'utf8').matchAll(/npm run (?:-s )?([\w:-]+)/g)]
  expect(named.map(([, name = '']) => name).filter((name) => !(name in scripts))).toEqual([])
})

test('docs/settings.md has the settings of the code, and the samples in deploy/ set no others', () => {
  const read = (path: string) => readFileSync(join(root, path), 'utf8')
  const configs = globSync('server/{config,core/**/*-config}.ts', { cwd: root })
  const known = configs.flatMap((path) => allOf(read(path), /^ +([A-Z_]{4,}):/gm))
  const page = read('docs/settings.md')
  expect(known.filter((name) => !page.includes(`\`${name}\``))).toEqual([])
  const samples = globSync('deploy/**/*.env', { cwd: root })
  expect(samples.length).toBeGreaterThan(0)
  const columns = allOf(page, /^\| ([^|]*)/gm).flatMap((cell) => allOf(cell, /`(\w+)`/g))
  const set = samples.flatMap((path) => allOf(read(path), /^#? ?([A-Z_]{4,})=/gm))
  expect([...columns, ...set].filter((name) => !known.includes(name))).toEqual([])
})

test('each figure in the README is in docs/figures.md', () => {
  const [, section = ''] = readFileSync(join(root, 'README.md'), 'utf8').split('## Figures')
  const figures = readFileSync(join(root, 'docs/figures.md'), 'utf8')
  const named = allOf(
    section,
    /(?<![\w.])(\d[\d,.]*\d|\d)(?= (?:ms|kB|emails|certificates|registrations|a second|of what))/g,
  )
  expect(named.length).toBeGreaterThan(5)
  expect(named.filter((figure) => !figures.includes(figure))).toEqual([])
})

function allOf(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, found = '']) => found)
}

/** Returns the anchors of a page's headings, as GitHub makes them. */
function headingsOf(text: string): string[] {
  return allOf(text, /^#+ (.+)$/gm).map((heading) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

test('every decision has a status, and the index has both', () => {
  const folder = join(root, 'docs/decisions')
  const index = readFileSync(join(folder, 'README.md'), 'utf8')
  for (const file of readdirSync(folder).filter((name) => name !== 'README.md')) {
    const [, title] = readFileSync(join(folder, file), 'utf8').match(/^# (.+)$/m) ?? []
    const [, status] = readFileSync(join(folder, file), 'utf8').match(/^Status: (.+)\.$/m) ?? []
    expect(index).toContain(`| [${title}](${file}) | ${status} |`)
  }
})
