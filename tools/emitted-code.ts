import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseAst } from 'rolldown/parseAst'

// Libraries that check before they use these, or bring their own, as far as we use them. Each is fetched
// separately.
const careful = /^(pdfjs|qr-reader|drawn-figure)\.js$/

// What the oldest browsers lack besides the additions of web/core/fill-ins.ts; tsc knows the rest for our own
// code (tsconfig.web.json).
const lacking: Record<string, readonly string[]> = {
  AbortSignal: ['any'],
  Array: ['fromAsync'],
  Error: ['isError'],
  Intl: ['DurationFormat', 'Segmenter'],
  Iterator: ['from', 'concat'],
  Math: ['sumPrecise', 'f16round'],
  Promise: ['try', 'withResolvers'],
  RegExp: ['escape'],
  Response: ['json'],
  Symbol: ['asyncDispose', 'dispose'],
  URL: ['canParse'],
}
const lackingMethods = [
  'checkVisibility',
  'getOrInsert',
  'getOrInsertComputed',
  'moveBefore',
  'setHTMLUnsafe',
]

const lackingStyles: [pattern: RegExp, words: string][] = [
  [/[{;}]\s*&/, 'nested rules'],
  [/\blight-dark\(/, 'light-dark()'],
  [/@(starting-style|scope|property)\b/, '@starting-style, @scope or @property'],
  [/@media[^{]*[<>]/, 'a range with < or >'],
]

interface Node {
  type: string
  [field: string]: unknown
}

/** Returns a sentence per thing in a built folder that the oldest browsers (`oldest-browsers.ts`) can't read. */
export function emittedProblems(folder: string): string[] {
  const filesOf = (ending: string) => globSync(join(folder, `*.${ending}`)).sort()
  const ofCode = filesOf('js').flatMap((path) =>
    codeProblems(readFileSync(path, 'utf8'), careful.test(basename(path))).map(
      (it) => `${basename(path)}: ${it}`,
    ),
  )
  const ofStyles = filesOf('css').flatMap((path) =>
    styleProblems(readFileSync(path, 'utf8')).map((it) => `${basename(path)}: ${it}`),
  )
  return [...ofCode, ...ofStyles]
}

/** Returns the parts of a stylesheet that the oldest browsers can't read. */
export function styleProblems(css: string): string[] {
  return lackingStyles.filter(([pattern]) => pattern.test(css)).map(([, words]) => `styles use ${words}`)
}

/**
 * Returns the parts of a script that the oldest browsers can't read. Of a careful one, returns only syntax
 * that keeps it from loading.
 */
export function codeProblems(code: string, isCareful = false): string[] {
  const problems = new Set<string>()
  walk(parseAst(code, { lang: 'js' }) as unknown as Node, (node) => {
    const problem = syntaxProblem(node) ?? (isCareful ? undefined : memberProblem(node))
    if (problem) problems.add(problem)
  })
  return [...problems]
}

function syntaxProblem(node: Node): string | undefined {
  if (node.type === 'StaticBlock') return 'a class has a static block'
  if (node.type === 'Literal' && node.regex) {
    const { pattern, flags } = node.regex as { pattern: string; flags: string }
    return patternProblem(pattern, flags)
  }
  if (node.type === 'NewExpression' || node.type === 'CallExpression') {
    const [pattern, flags] = (node.arguments as Node[]).map(textOf)
    if ((node.callee as Node).name === 'RegExp') return patternProblem(pattern ?? '', flags ?? '')
  }
  return undefined
}

function patternProblem(pattern: string, flags: string): string | undefined {
  if (flags.includes('v')) return `/${pattern}/ has the flag v`
  if (/\(\?<[=!]/.test(pattern)) return `/${pattern}/ looks behind`
  return /\(\?[a-z]*-?[a-z]+:/.test(pattern) ? `/${pattern}/ has a flag inside` : undefined
}

function memberProblem(node: Node): string | undefined {
  if (node.type !== 'MemberExpression' || node.computed) return undefined
  const of = String((node.object as Node).name)
  const name = String((node.property as Node).name)
  if (lacking[of]?.includes(name)) return `uses ${of}.${name}`
  return lackingMethods.includes(name) ? `uses .${name}` : undefined
}

/** Returns the text of a string or template, without its expressions. */
function textOf({ type, value, quasis }: Node): string {
  if (type === 'TemplateLiteral') {
    return (quasis as { value: { cooked: string } }[]).map((piece) => piece.value.cooked).join('')
  }
  return type === 'Literal' ? String(value) : ''
}

function walk(node: Node, visit: (node: Node) => void): void {
  visit(node)
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (child && typeof child === 'object' && 'type' in child) walk(child as Node, visit)
    }
  }
}
