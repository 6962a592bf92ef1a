import { createServer } from 'node:net'

// Below what systems give to whoever connects somewhere: such a port may be taken between being found and being listened
// at, and while its portal is started again.
const [lowest, ranges, rangeSize] = [12_000, 5, 4000]

// Each of Playwright's workers asks in a range of its own, from anywhere in it, for another run may be going on.
const range = lowest + (Number(process.env.TEST_PARALLEL_INDEX ?? ranges - 1) % ranges) * rangeSize
let turn = Math.floor(Math.random() * rangeSize)

/** A port of this machine that nobody listens at now, and that no other worker is given. */
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
