import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { EmbeddedPostgresOptions } from '../embedded-postgres.ts'
import type { Connection } from '../readiness.ts'

export interface ChildPortal {
  process: ChildProcess
  /** The result of its start. */
  answer: Promise<{ pid: number; isNew: boolean; connection: Connection; problem?: string }>
  /** Numbers of the rows that PostgreSQL has acknowledged. */
  acknowledged: number[]
  /** Resolves once that many are acknowledged. */
  untilAcknowledged(count: number): Promise<void>
  /** Kills it and waits until it is gone. */
  kill(): Promise<void>
}

/** Starts a portal in its own process that writes rows from `firstNumber` on; `through` wraps its command, such as unshare. */
export function startChildPortal(
  options: EmbeddedPostgresOptions,
  { firstNumber, through = [] }: { firstNumber?: number; through?: string[] } = {},
): ChildPortal {
  const script = fileURLToPath(new URL('./child-portal.ts', import.meta.url))
  const program = [process.execPath, script, JSON.stringify(options), String(firstNumber ?? '')]
  const [command = '', ...args] = [...through, ...program]
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout })
  const acknowledged: number[] = []
  const ended = once(child, 'close')
  const answer = once(lines, 'line').then(([line]) => {
    lines.on('line', (number: string) => acknowledged.push(Number(number)))
    return JSON.parse(line as string)
  })
  return {
    process: child,
    answer,
    acknowledged,
    async untilAcknowledged(count) {
      await answer
      while (acknowledged.length < count) await once(lines, 'line')
    },
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}
