import { parseAst } from 'rolldown/parseAst'

/** A piece of text that people read, and its start in the file. */
export interface ScreenText {
  text: string
  start: number
}

interface Node {
  type: string
  start: number
  [field: string]: unknown
}

// Names and paths, which people do not read.
const codeAttributes = ['className', 'classNames', 'id', 'key', 'style', 'src', 'href', 'd', 'viewBox']
const codeFields: Record<string, string[]> = {
  ImportDeclaration: ['specifiers', 'source'],
  ExportNamedDeclaration: ['source'],
  ExportAllDeclaration: ['source'],
  ImportExpression: ['source'],
  Property: ['key'],
  MemberExpression: ['property'],
}
// What they compare or pass is not printed where they stand.
const comparisons = ['BinaryExpression', 'CallExpression', 'JSXOpeningElement', 'ObjectExpression']

/** Returns the texts of a TypeScript file that people may read: JSX text, templates and string literals with words. */
export function screenTexts(path: string, code: string): ScreenText[] {
  const found: ScreenText[] = []
  const program = parseAst(code, { lang: path.endsWith('.tsx') ? 'tsx' : 'ts' }, path)
  collect(program as unknown as Node, false, found)
  return found
}

/** `isPrinted`: a literal here becomes part of a sentence, so even a single lower-case word is read. */
function collect(node: Node, isPrinted: boolean, found: ScreenText[]): void {
  const { type, start } = node
  if (/^TS(?!As|Satisfies|NonNull)/.test(type)) return
  if (type === 'JSXAttribute' && codeAttributes.includes((node.name as { name: string }).name)) return
  if (type === 'JSXText') found.push({ text: node.value as string, start })
  if (type === 'Literal' && typeof node.value === 'string' && (isPrinted || hasWords(node.value)))
    found.push({ text: node.value, start })
  if (type === 'TemplateElement') {
    const text = (node.value as { raw: string }).raw
    if (hasWords(text)) found.push({ text, start })
  }
  const printsParts = type === 'TemplateLiteral' || type === 'JSXElement' || type === 'JSXFragment'
  const isPrintedInside = printsParts || (isPrinted && !comparisons.includes(type))
  for (const [field, value] of Object.entries(node)) {
    if (codeFields[type]?.includes(field) && !(field === 'property' && node.computed)) continue
    for (const child of Array.isArray(value) ? value : [value]) {
      if (isNode(child)) collect(child, isPrintedInside && field !== 'test', found)
    }
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value
}

/** Returns true if a string is prose: `mail` and `GET /mails` are names, `New mail` and ` mails` are words. */
function hasWords(text: string): boolean {
  return /\s|^[A-Z]/.test(text) && !/^[A-Z]+ \/\S*$/.test(text)
}
