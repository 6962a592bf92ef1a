// Checks the words of the repository as far as a tool can (STYLE.md, Words).
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { docCommentProblems, helpWordProblems, longLineProblems, screenWordProblems } from './prose-rules.ts'
import { readSourceFiles } from './source-files.ts'

const root = join(import.meta.dirname, '..')
const skipped = ['node_modules', 'dist', 'data', 'test-results']
const pages = globSync('**/*.md', {
  cwd: root,
  exclude: (path) => skipped.includes(path.split('/').at(-1) ?? ''),
}).map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))

const files = readSourceFiles(root)
const problems = [
  ...docCommentProblems(files),
  ...screenWordProblems(files),
  ...helpWordProblems(pages),
  ...longLineProblems(pages),
]
for (const problem of problems) console.error(problem)
process.exit(problems.length ? 1 : 0)
