import { createServer } from 'node:net'

// Below the ephemeral ports of all systems: the system could give such a port to an outgoing connection before the portal
// listens on it, or while the portal restarts.
const [lowest, ranges, rangeSize] = [12_000, 5, 4000]

// Each Playwright worker has its own range and starts at a random port in it, because another run may be going on.
const range = lowest + (Number(process.env.TEST_PARALLEL_INDEX ?? ranges - 1) % ranges) * rangeSize
let turn = Math.floor(Math.random() * rangeSize)

/** Returns a free port of this machine that no other worker gets. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = range + (turn++ % rangeSize)
    if (await isFree(port)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
