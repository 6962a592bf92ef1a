import { setImmediate as nextTurn } from 'node:timers/promises'

/** Shorter than another request should wait. */
const mostMsAtOnce = 10

/** Yields the items of long CPU work. Lets other requests run before the first item and after every 10 ms. */
export async function* inTurns<Item>(items: Iterable<Item>): AsyncGenerator<Item, void, void> {
  let begunAt = Number.NEGATIVE_INFINITY
  for (const item of items) {
    if (performance.now() - begunAt > mostMsAtOnce) {
      await nextTurn()
      begunAt = performance.now()
    }
    yield item
  }
}
