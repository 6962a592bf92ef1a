import type { ChildProcess } from 'node:child_process'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Connection } from '#server/core/db/database.ts'

/** A separate process, so that no contestant pays for another. */
export interface Server {
  port: number
  pid: number
  /** Resident memory in MiB. */
  memory(): number
  /** Sends a message and waits for the answer. */
  ask<T>(message: unknown): Promise<T>
  /** Receives what the server sends on its own. */
  onMessage<T>(hear: (message: T) => void): void
  stop(): Promise<void>
}

/** The first message to a server. */
export interface Start {
  connection: Connection
  /** Its file's options. */
  [option: string]: unknown
}

/** Returns, inside the server, its first message. The server ends with its parent. */
export async function started<T extends Start>(): Promise<T> {
  process.on('disconnect', () => process.exit())
  process.on('SIGTERM', () => process.exit())
  const [start] = await once(process, 'message')
  return start
}

/**
 * Starts a file of this folder with this Node's flags, as the portal has them. It reports its port when it
 * listens; its log is discarded.
 */
export async function startServer(file: string, start: Start): Promise<Server> {
  const child = spawn(process.execPath, [...process.execArgv, join(import.meta.dirname, file)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  child.send(start)
  const { port } = await answerOf<{ port: number }>(child)
  return {
    port,
    pid: child.pid as number,
    memory: () => residentMiB(child.pid as number),
    ask: async (message) => {
      const answer = answerOf(child)
      child.send(message as object)
      return (await answer) as never
    },
    onMessage: (hear) => void child.on('message', hear as never),
    async stop() {
      const exit = once(child, 'exit')
      child.kill('SIGTERM')
      await exit
    },
  }
}

function answerOf<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    child.once('message', (message) => {
      child.off('exit', ended)
      resolve(message as T)
    })
    const ended = (code: number | null) => reject(new Error(`A server ended with ${code} before it answered`))
    child.once('exit', ended)
  })
}

function residentMiB(pid: number): number {
  const kibibytes =
    process.platform === 'linux'
      ? Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
      : Number(spawnSync('ps', ['-o', 'rss=', '-p', String(pid)]).stdout)
  return kibibytes / 1024
}
