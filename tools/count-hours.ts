// Counts a file's cases by the rules of contract/, and prints a line of JSON each: {"id", "result"}, or
// {"id", "error"} for an unreadable case. npm run count-hours -- FILE.json
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { resultOf, VectorsFile } from './credit-vectors.ts'

const [name, ...more] = process.argv.slice(2)
if (!name || more.length) stop('Say which file: npm run count-hours -- FILE.json')
// npm changes to the project's folder and stores the caller's in INIT_CWD.
const file = resolve(process.env.INIT_CWD ?? '', name)
const { vectors, figures } = readVectors()

for (const vector of vectors) {
  try {
    console.log(JSON.stringify({ id: vector.id, result: resultOf(vector, figures) }))
  } catch (problem) {
    console.log(JSON.stringify({ id: vector.id, error: wordsOf(problem) }))
    process.exitCode = 1
  }
}

function readVectors() {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    return stop(`There is no file ${file} that can be read.`)
  }
  try {
    return VectorsFile.parse(JSON.parse(text.replace(/^\uFEFF/, '')))
  } catch (problem) {
    return stop(`${file} is not a file of test vectors: ${wordsOf(problem)}`)
  }
}

/** A failed check lists its issues, each with its place. */
function wordsOf(problem: unknown): string {
  if (!(problem instanceof Error)) return String(problem)
  const issues = 'issues' in problem ? (problem.issues as { path: PropertyKey[]; message: string }[]) : []
  return issues.length
    ? issues.map(({ path, message }) => `${path.join('.') || 'the file'}: ${message}`).join('; ')
    : problem.message
}

function stop(sentence: string): never {
  console.error(sentence)
  process.exit(1)
}
