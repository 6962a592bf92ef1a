import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { PageData } from '#contract/core/page-data.ts'

export interface Drawn {
  /** The tags of the head. */
  head: string
  /** The content of #root. */
  body: string
}

/** Draws the page of a path with its data; undefined if that fails. */
export type Draw = (path: string, pageData: PageData) => Promise<Drawn | undefined>

/** A drawing that takes longer is given up; the browser then renders the page itself. */
const longestMs = 5_000

/**
 * Opens the program with which a build draws pages. It starts with the first page, in a thread of its own,
 * because it sets global names of a browser. A thread that fails is replaced at the next page.
 */
export function openDrawing(build: string, onFailure: (error: unknown) => void): Draw {
  const program = join(build, 'drawing/pre-rendered.js')
  let thread: Worker | undefined
  let turns = 0
  const waiting = new Map<number, (drawn: Drawn | undefined) => void>()

  return async (path, pageData) => {
    if (!existsSync(program)) return undefined
    const turn = ++turns
    thread = thread ?? start()
    const worker = thread
    return new Promise((resolve) => {
      const timer = setTimeout(() => end(worker, new Error(`${path} was not drawn in time`)), longestMs)
      waiting.set(turn, (drawn) => {
        clearTimeout(timer)
        waiting.delete(turn)
        resolve(drawn)
      })
      worker.postMessage({ turn, path, pageData })
    })
  }

  function start(): Worker {
    const worker = new Worker(loop, { eval: true, workerData: { program } })
    worker.unref()
    worker.on('message', ({ turn, drawn, problem }) => {
      if (problem) onFailure(new Error(problem))
      waiting.get(turn)?.(drawn)
    })
    worker.on('error', (error) => end(worker, error))
    return worker
  }

  function end(worker: Worker, error: unknown) {
    if (worker !== thread) return
    thread = undefined
    onFailure(error)
    for (const answer of waiting.values()) answer(undefined)
    void worker.terminate()
  }
}

const loop = `
const { parentPort, workerData } = require('node:worker_threads')
const { pathToFileURL } = require('node:url')
const program = import(pathToFileURL(workerData.program).href)
parentPort.on('message', async ({ turn, path, pageData }) => {
  try {
    parentPort.postMessage({ turn, drawn: await (await program).render(path, pageData) })
  } catch (error) {
    parentPort.postMessage({ turn, problem: String(error?.stack ?? error) })
  }
})
`
