import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { helpSections } from '#web/foundation/support/help-link.tsx'
import { headingId } from './markdown.ts'
import { screenTexts } from './screen-texts.ts'

const root = join(import.meta.dirname, '..')
const pages = new Map(
  globSync('docs/help/*.md', { cwd: root }).map((path) => [
    basename(path, '.md'),
    readFileSync(join(root, path), 'utf8'),
  ]),
)
const onScreen = globSync('{web,contract}/**/*.{ts,tsx}', { cwd: root })
  .filter((path) => !path.includes('.test.'))
  .flatMap((path) => screenTexts(path, readFileSync(join(root, path), 'utf8')))
  .map(({ text }) => plain(text))
const shown = new Set(onScreen)

describe.each([...pages])('the help page %s', (_, text) => {
  test('names pages, buttons and boxes as the screens do', () => {
    const named = [...text.matchAll(/\*\*([^*]+)\*\*/g)]
      .map(([, name = '']) => plain(name))
      // A word with a colon, a stop or a question mark introduces its line.
      .filter((name) => !/[.:?]$/.test(name))
    expect(named.filter((name) => !shown.has(name))).toEqual([])
  })

  test('leads to sections that exist', () => {
    const links = [...text.matchAll(/\]\(([\w-]+)\.md(?:#([\w-]+))?\)/g)]
    const broken = links.filter(([, page = '', section]) => {
      const target = pages.get(page)
      return !target || (section && !sectionsOf(target).includes(section))
    })
    expect(broken.map(([link]) => link)).toEqual([])
  })
})

test('each page of the panel opens a section that exists', () => {
  const sections = sectionsOf(pages.get('season') ?? '')
  expect(helpSections.map(([, section]) => section).filter((section) => !sections.includes(section))).toEqual(
    [],
  )
})

function sectionsOf(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => headingId(title))
}

/** Without spaces at its ends and the punctuation that a sentence adds. */
function plain(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim().replace(/[,…]$/, '')
}
