import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, afterEach, expect, test } from 'vitest'
import { oldestNode } from '#contract/office/inspections/calls.ts'
import { findOldestNode } from '#test/oldest-node.ts'

const folder = mkdtempSync(join(tmpdir(), 'a run '))
const started: ChildProcess[] = []
afterEach(() => {
  for (const child of started.splice(0)) if (child.exitCode === null) child.kill('SIGKILL')
})
afterAll(() => rmSync(folder, { recursive: true }))

// A stand-in for the server: prints that it runs, and that it ends.
const waiter = `
import { endWithParent } from '${join(import.meta.dirname, '../server/core/parent-watch.ts')}'
const alive = setInterval(() => {}, 60_000)
endWithParent(() => {
  console.log('ended')
  setTimeout(() => process.exit(7), 300)
})
console.log(process.pid, process.versions.node)
`

test('arguments and the exit code pass through', async () => {
  const { child, line } = run('console.log(process.argv.slice(2).join()); process.exitCode = 5', 'a', 'b c')
  expect(await line()).toBe('a,b c')
  expect(await exitOf(child)).toBe(5)
})

test.each([
  ['this Node', () => process.execPath],
  ['the oldest Node that is named', findOldestNode],
])('started by %s, the script runs on a Node that reads TypeScript', async (_, node) => {
  const { line } = runBy(node(), 'const version: string = process.versions.node; console.log(version)')
  expect(Number.parseInt(await line(), 10)).toBeGreaterThanOrEqual(24)
})

test('the oldest Node that is named is the one of the packages, and of inspectors', () => {
  const { engines } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'))
  expect(engines.node).toBe(`>=${oldestNode}`)
})

test.each(['SIGINT', 'SIGTERM'] as const)(
  '%s ends the script cleanly, and its exit code becomes ours',
  async (signal) => {
    const { child, line } = run(waiter)
    await line()
    child.kill(signal)
    expect(await line()).toBe('ended')
    expect(await exitOf(child)).toBe(7)
  },
)

test('Ctrl-C ends the script once, although every process of the group gets it and npm sends it again', async () => {
  const { child, line, rest } = run(waiter)
  await line()
  process.kill(-(child.pid ?? 0), 'SIGINT')
  expect(await line()).toBe('ended')
  child.kill('SIGINT')
  expect(await exitOf(child)).toBe(7)
  expect(await rest()).toEqual([])
})

test('the script ends by itself if its parent process is killed', async () => {
  const { child, line, rest } = run(waiter)
  await line()
  child.kill('SIGKILL')
  expect(await line()).toBe('ended')
  // The output ends when the last process that could write to it has ended.
  expect(await rest()).toEqual([])
})

function run(script: string, ...args: string[]) {
  return runBy(process.execPath, script, ...args)
}

function runBy(node: string, script: string, ...args: string[]) {
  const path = join(folder, `${started.length}-${process.hrtime.bigint()}.ts`)
  writeFileSync(path, script)
  const child = spawn(node, [join(import.meta.dirname, 'run.mjs'), path, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  started.push(child)
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  const line = async () => String((await lines.next()).value)
  const rest = async () => {
    const all: string[] = []
    for (let next = await lines.next(); !next.done; next = await lines.next()) all.push(next.value)
    return all
  }
  return { child, line, rest }
}

async function exitOf(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null) await once(child, 'exit')
  return child.exitCode
}
