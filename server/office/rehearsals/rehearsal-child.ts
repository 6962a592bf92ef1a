import { fork } from 'node:child_process'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RehearsalResult } from '#contract/office/rehearsals/calls.ts'
import type { RehearsalPlan } from './rehearsal-run.ts'

/** The words of a rehearsal's process. */
export type RehearsalWord = { progress: string } | { result: RehearsalResult } | { problem: string }

/** The rehearsal itself failed, and would fail again: its words. */
export class RehearsalFailed extends Error {}

const folderPrefix = 'portal-rehearsal-'
const longestMs = 3_600_000
/** As for the portal (tools/run.mjs). */
const smallHeap = ['--max-semi-space-size=16', '--heap-growing-percent=50']

/**
 * Rehearses in a process of its own, with a database in a temporary folder, so that the portal keeps its memory and its threads. Returns
 * the result. Throws RehearsalFailed, or another error if its process ended. `tell` gets each sentence of progress.
 */
export async function rehearseInChild(
  program: string,
  plan: RehearsalPlan,
  tell: (progress: string) => void,
): Promise<RehearsalResult> {
  await removeLeftFolders()
  const folder = await mkdtemp(join(tmpdir(), `${folderPrefix}${process.pid}-`))
  try {
    return await answerOf(program, { folder, plan }, tell)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function answerOf(
  program: string,
  given: object,
  tell: (progress: string) => void,
): Promise<RehearsalResult> {
  // Without the environment: nothing that the portal is configured to reach is known there.
  const child = fork(program, {
    env: {},
    execArgv: smallHeap,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  const lastLines: string[] = []
  child.stderr?.setEncoding('utf8').on('data', (text: string) => lastLines.splice(0, 1, text.trim()))
  const limit = setTimeout(() => child.kill(), longestMs)
  return new Promise<RehearsalResult>((resolve, reject) => {
    child.on('message', (word: RehearsalWord) => {
      if ('progress' in word) tell(word.progress)
      else if ('result' in word) resolve(word.result)
      else reject(new RehearsalFailed(word.problem))
    })
    child.on('error', reject)
    child.on('exit', () => reject(new Error(`Its process ended. ${lastLines.join('')}`.trim())))
    child.send(given)
  }).finally(async () => {
    clearTimeout(limit)
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill()
    await ended
  })
}

/**
 * Removes the folders of rehearsals whose portal and process were both killed. `isStart`: this process has not rehearsed, so a folder with
 * its number is an earlier one's. In a container, each portal has the same number.
 */
export async function removeLeftFolders({ isStart = false } = {}): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(folderPrefix)) continue
    const folder = join(tmpdir(), name)
    const pid = Number(/^\d+(?=-)/.exec(name.slice(folderPrefix.length))?.[0])
    const isLeft = pid === process.pid ? isStart : pid > 0 && !isAlive(pid)
    if (isLeft || (await isOld(folder))) await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (problem) {
    return (problem as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Another process may have the number by now. No rehearsal takes this long. */
async function isOld(folder: string): Promise<boolean> {
  const known = await stat(folder).catch(() => undefined)
  return known !== undefined && known.mtimeMs < Date.now() - 24 * longestMs
}
