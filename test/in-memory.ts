import { existsSync, statfsSync } from 'node:fs'
import { freemem } from 'node:os'

const memory = '/dev/shm'
const neededBytes = 2 * 1024 ** 3

/** Keeps the temporary files of a test run in memory if there is room: its databases create hundreds of files for each test. */
export default function setup(): void {
  if (process.env.TMPDIR || !existsSync(memory)) return
  const { bavail, bsize } = statfsSync(memory)
  if (Math.min(bavail * bsize, freemem()) > neededBytes) process.env.TMPDIR = memory
}
