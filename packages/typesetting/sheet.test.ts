import { extractText, getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'
import { lettersWithoutGlyph, prepareText } from './prepared-text.ts'
import { shapeLine } from './shaped-line.ts'
import type { TextPlace } from './sheet.ts'
import { openSheet } from './sheet.ts'

const place: TextPlace = { style: 'body', color: '#000000', x: 20, y: 100, width: 260, size: 12 }
const file = {
  name: 'words.txt',
  type: 'application/example+text',
  description: 'A few words',
  content: 'Łukasz 張偉 🚀',
}

test.each([
  ['Latin', 'Łukasz Żółć'],
  ['Cyrillic', 'Александра'],
  ['Arabic', 'محمد عبد الرحمن'],
  ['Devanagari', 'राहुल शर्मा'],
  ['Chinese', '張偉'],
  ['emoji', '👩‍✈️ 🇺🇸'],
])('a text in %s is extracted as it was written', async (_, text) => {
  expect((await printed(text)).text).toBe(text)
})

test.each([
  ['Adlam', '𞤀𞤂𞤆𞤓'],
  ['Amharic', 'አበበ ቢቂላ'],
  ['Armenian', 'Արմեն'],
  ['Bengali', 'সৌরভ মুখোপাধ্যায়'],
  ['Burmese', 'အောင်ဆန်း ကျော်'],
  ['Cham', 'ꨀꨇꩉ ꨌꩌ'],
  ['Cherokee', 'ᏍᏏᏉᏯ'],
  ['Dhivehi', 'އިބްރާހީމް'],
  ['Georgian', 'გიორგი'],
  ['Gujarati', 'હાર્દિક ક્ષત્રિય'],
  ['Hebrew', 'דוד'],
  ['Inuktitut', 'ᓴᓇᔨ'],
  ['Javanese', 'ꦗꦮ'],
  ['Kannada', 'ಕೃಷ್ಣ ಪ್ರಸಾದ್'],
  ['Khmer', 'សុខ ស្រីមុំ'],
  ['Lao', 'ສົມຈິດ ແກ້ວ'],
  ['Lisu', 'ꓡꓲꓢꓴ'],
  ['Malayalam', 'ശ്രീകുമാർ'],
  ['Manipuri', 'ꯃꯅꯤꯄꯨꯔ'],
  ['Odia', 'ଶ୍ରୀକାନ୍ତ'],
  ['Punjabi', 'ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ'],
  ['Santali', 'ᱥᱟᱱᱛᱟᱲᱤ'],
  ['Sinhala', 'ශ්‍රී කුමාර'],
  ['Sundanese', 'ᮞᮥᮔ᮪ᮓ'],
  ['Syriac', 'ܐܦܪܝܡ'],
  ['Tamil', 'கார்த்திக் சுப்பிரமணியம்'],
  ['Telugu', 'వెంకటేశ్వర్లు రెడ్డి'],
  ['Tibetan', 'བསྟན་འཛིན་རྒྱ་མཚོ'],
])('a name in %s is drawn with a glyph for each letter, in every style', async (_, name) => {
  for (const style of ['display', 'body', 'strong'] as const) {
    const { runs } = shapeLine(await prepareText(name, style))
    const drawn = runs.flatMap(({ glyphs, strokes }) => [...glyphs, ...strokes])
    expect(drawn.filter(({ id }) => id === 0)).toEqual([])
  }
  expect(await lettersWithoutGlyph(name)).toEqual([])
})

test.each([
  ['ⵉⴷⵉⵔ Idir', ['ⵉ', 'ⴷ', 'ⵔ']],
  ['𝓐da 𠮷田', ['𝓐', '𠮷']],
  ['Łukasz 張偉 🚀 நா‍', []],
  ['x̂̃', []],
])('the letters of %s that no font can draw are %o', async (text, letters) => {
  expect(await lettersWithoutGlyph(text)).toEqual(letters)
})

test.each<[what: string, place: TextPlace, end: string, lines: number]>([
  ['shrinks', { ...place, minSize: 4 }, 'of it', 1],
  ['is wrapped onto two lines', { ...place, minSize: 10, wrapped: { size: 10, minSize: 6 } }, 'of it', 2],
  ['ends in an ellipsis', place, '…', 1],
  ['fills the lines it needs', { ...place, filled: 3 }, 'of it', 2],
])('a text that is too long %s and stays in its box', async (_, where, end, lines) => {
  const page = await printed(
    'A line that is far too long to stand in its box at its full size, all of it',
    where,
  )
  expect(page.text).toMatch(new RegExp(`${end}$`))
  expect(page.lines).toBe(lines)
  expect(page.right).toBeLessThanOrEqual(280.5)
})

test('pages follow each other, and each has its own links', async () => {
  const sheet = openSheet([300, 200])
  await sheet.write('First', place)
  sheet.link(0, 0, 10, 10, 'https://example.com/first')
  sheet.nextPage()
  await sheet.write('Second', place)
  const pdf = await getDocumentProxy(await sheet.print({ CreationDate: new Date(0) }))
  const { text } = await extractText(pdf)
  expect(text).toEqual(['First', 'Second'])
  const links = [1, 2].map(async (page) => (await (await pdf.getPage(page)).getAnnotations()).length)
  expect(await Promise.all(links)).toEqual([1, 0])
})

test('a file is attached with its name and description, byte for byte', async () => {
  const sheet = openSheet([300, 200])
  await sheet.write('A page', place)
  for (const name of ['b.txt', 'a.txt']) sheet.attach({ ...file, name })
  const bytes = await sheet.print({ CreationDate: new Date(0) })
  const pdf = await getDocumentProxy(bytes.slice())
  const attached = [...((await pdf.getAttachments()) ?? [])]
  expect(attached).toMatchObject(
    ['a.txt', 'b.txt'].map((filename) => [filename, { filename, description: file.description }]),
  )
  for (const [id] of attached) {
    expect(Buffer.from((await pdf.getAttachmentContent(id)) ?? []).toString()).toBe(file.content)
  }
  const words = Buffer.from(bytes).toString('latin1')
  expect(words).toContain('/AFRelationship /Data')
  expect(words).toContain('/Subtype /application#2Fexample+text')
})

test('screen readers get the language, the title, and the parts in order with their roles', async () => {
  const sheet = openSheet([300, 200])
  await sheet.write('A title', { ...place, tag: 'H1' })
  await sheet.write('Some words', place)
  sheet.operate('0 0 m 10 10 l S')
  sheet.operate('0 0 10 10 re f', 'A square')
  await sheet.within('Table', () =>
    sheet.within('TR', async () => {
      for (const tag of ['TH', 'TD'] as const) await sheet.write(tag, { ...place, tag })
    }),
  )
  sheet.link(0, 0, 10, 10, 'https://example.com/')
  sheet.nextPage()
  await sheet.write('Second page', { ...place, tag: 'H2' })
  const bytes = await sheet.print({ Title: 'A title', CreationDate: new Date(0) })
  const words = Buffer.from(bytes).toString('latin1')
  for (const part of ['/Marked true', '/StructTreeRoot', '/Lang (en-US)', '/DisplayDocTitle true']) {
    expect(words).toContain(part)
  }
  const pdf = await getDocumentProxy(bytes)
  const tree = async (page: number) => rolesOf(await (await pdf.getPage(page)).getStructTree())
  expect(await tree(1)).toEqual([
    'Document',
    'H1',
    'P',
    'Figure: A square',
    'Table',
    'TR',
    'TH',
    'TD',
    'Link: https://example.com/',
  ])
  expect(await tree(2)).toEqual(['Document', 'H2'])
})

/** Returns the roles of a page in reading order. */
function rolesOf(node: object): string[] {
  const { role, alt, children = [] } = node as { role?: string; alt?: string; children?: object[] }
  const own = role && role !== 'Root' ? [alt ? `${role}: ${alt}` : role] : []
  return [...own, ...children.flatMap(rolesOf)]
}

test('equal sheets give equal bytes', async () => {
  const bytes = async () => {
    const sheet = openSheet([300, 200])
    await sheet.write('محمد Żółć 張偉 🚀', place)
    sheet.attach(file)
    return Buffer.from(await sheet.print({ Title: 'A page', CreationDate: new Date(0) }))
  }
  expect((await bytes()).equals(await bytes())).toBe(true)
})

async function printed(text: string, where = place) {
  const sheet = openSheet([300, 200])
  await sheet.write(text, where)
  const pdf = await getDocumentProxy(await sheet.print({ CreationDate: new Date(0) }))
  const { items } = await (await pdf.getPage(1)).getTextContent()
  const spans = items.flatMap((item) =>
    'width' in item && item.str.trim()
      ? [{ y: item.transform[5], end: Number(item.transform[4]) + item.width }]
      : [],
  )
  return {
    text: (await extractText(pdf, { mergePages: true })).text.trim(),
    lines: new Set(spans.map(({ y }) => y)).size,
    right: Math.max(...spans.map(({ end }) => end)),
  }
}
