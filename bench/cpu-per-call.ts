import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'
import { drive } from './load.ts'
import type { Server } from './servers.ts'

const connections = 32
const seconds = 2
const calls = 20_000

/**
 * The generator of the calls: wrk if this machine has it, else the bench's own. A row names it, because the figures differ: a server
 * pays for waking its caller, and wrk sleeps more often.
 */
export const generator = spawnSync('wrk', ['--version']).error ? 'the bench' : 'wrk'

/** Calls a path again and again, and returns the CPU time of the server's process for one answer, in microseconds. */
export async function cpuPerCall(
  server: Server,
  path: string,
  headers: Record<string, string>,
): Promise<{ cpu: number }> {
  const before = await server.ask<NodeJS.CpuUsage>('cpu')
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const answers = generator === 'wrk' ? await byWrk(server, path, lines) : await byBench(server, path, lines)
  const after = await server.ask<NodeJS.CpuUsage>('cpu')
  return { cpu: (after.user + after.system - before.user - before.system) / answers }
}

async function byWrk({ port }: Server, path: string, headers: string[]): Promise<number> {
  const { stdout } = await promisify(execFile)('wrk', [
    ...['--threads', '1', '--connections', String(connections), '--duration', `${seconds}s`],
    ...headers.flatMap((header) => ['--header', header]),
    `http://127.0.0.1:${port}${path}`,
  ])
  if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(stdout)
  return Number(/(\d+) requests in/.exec(stdout)?.[1])
}

async function byBench({ port }: Server, path: string, headers: string[]): Promise<number> {
  const request = [`GET ${path} HTTP/1.1`, 'host: localhost', ...headers].join('\r\n')
  await drive(port, Array<Buffer>(calls).fill(Buffer.from(`${request}\r\n\r\n`)), connections)
  return calls
}
