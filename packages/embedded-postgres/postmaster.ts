import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Runner } from './run-as.ts'

/** PostgreSQL's main process, from its launch to its end. */
export interface Postmaster {
  pid: number
  /** Resolves with how it ended, for whatever reason. */
  ended: Promise<string>
  /** The last lines it wrote, oldest first. */
  lastLines: string[]
  /** From now on its lines go to the log; before, starting is its own affair. */
  beginLogging(): void
  /** Ends it: sessions are cut off and everything is written; after 10 s without that last step. */
  stop(): Promise<void>
}

const linesKept = 20

export function launchPostmaster(
  cluster: string,
  settings: string[],
  { runner, log }: { runner: Runner; log: (line: string) => void },
): Postmaster {
  const name = runner.nameOf(cluster, cluster)
  // PostgreSQL takes the last; by the first it is recognised (orphan.ts) without leave to look where it is.
  const where = ['-D', cluster, ...(name === cluster ? [] : ['-D', name])]
  const child = runner.spawn(runner.binaries.postgres, [...where, ...settings], cluster, 'SIGINT')
  const pid = child.pid ?? 0
  const lastLines: string[] = []
  let logging = false
  if (child.stderr) {
    createInterface({ input: child.stderr }).on('line', (line) => {
      if (isNoise(line) || (logging && isClients(line))) return
      lastLines.push(line.replace(/^\[.*?\] /, ''))
      if (lastLines.length > linesKept) lastLines.shift()
      if (logging) log(line)
    })
  }
  const release = runner.parentDeath === 'watcher' && pid ? endAtParentsDeath(pid) : () => {}
  const ended = new Promise<string>((resolve) => {
    child.on('error', (error) => resolve(error.message))
    child.on('exit', (code, signal) => {
      const how = signal ? `signal ${signal}` : `exit code ${code}`
      // Its last lines come before 'close', but a session of a killed server may hold that back.
      child.on('close', () => resolve(how))
      setTimeout(() => resolve(how), 1_000).unref()
    })
  }).finally(release)

  return {
    pid,
    ended,
    lastLines,
    beginLogging() {
      logging = true
    },
    async stop() {
      logging = false
      const timers = [
        setTimeout(() => child.kill('SIGQUIT'), 10_000),
        setTimeout(() => child.kill('SIGKILL'), 20_000),
      ]
      child.kill('SIGINT')
      await ended
      for (const timer of timers) clearTimeout(timer)
    },
  }
}

/** Recognizes the lines that our own wait for readiness causes. */
function isNoise(line: string): boolean {
  return /(is starting up|not yet accepting connections|database "[^"]*" does not exist)$/.test(line)
}

/** A client gets its own errors as answers; in the log they, and their further lines, would repeat what it sent. */
function isClients(line: string): boolean {
  return !line.startsWith('[') || /^\[(client backend|parallel worker)\] (ERROR|WARNING|FATAL):/.test(line)
}

/** Starts a shell that waits for the end of a pipe that only this process holds open, if the kernel cannot signal PostgreSQL. */
function endAtParentsDeath(pid: number): () => void {
  const watcher = spawn('/bin/sh', ['-c', 'read -r _; kill -INT "$1"', 'sh', String(pid)], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    env: {},
  })
  watcher.on('error', () => {})
  watcher.stdin?.on('error', () => {})
  watcher.unref()
  return () => watcher.kill('SIGKILL')
}
