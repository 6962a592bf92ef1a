import type { Endpoint } from '#contract/core/endpoint.ts'
import { mostJsonBytes } from '#contract/core/endpoint.ts'
import { endpoints } from '#server/endpoints.ts'
import type { Figure } from './figures.ts'
import { ms } from './figures.ts'
import type { House } from './house.ts'
import type { Server } from './servers.ts'
import { startServer } from './servers.ts'

const rounds = 5

/** Measures how long the costliest body of each call that takes large ones delays another person. */
export async function measureLargeBodies(house: House): Promise<Figure[]> {
  const portal = await startServer('portal.ts', { connection: house.connection })
  try {
    const figures: Figure[] = []
    for (const endpoint of endpoints) {
      // A webhook's body is read only once its sender is proven.
      if (endpoint.large && endpoint.access !== 'public') figures.push(await measure(house, portal, endpoint))
    }
    return figures
  } finally {
    await portal.stop()
  }
}

async function measure(house: House, portal: Server, endpoint: Endpoint): Promise<Figure> {
  const { path, large, fileField } = endpoint
  const blocked: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    await portal.ask('blocked')
    await send(house, portal, endpoint)
    blocked.push((await portal.ask<{ blockedMs: number }>('blocked')).blockedMs)
  }
  const value = blocked.sort((a, b) => a - b)[Math.floor(rounds / 2)] as number
  const size = `${Math.round((large?.mostBytes ?? 0) / 1024).toLocaleString('en')} kB`
  return {
    what: `The longest time that POST /api${path} with ${size} ${fileField === undefined ? 'of JSON' : 'in a form'} holds up another call`,
    portal: ms(value),
    yardstick: `${ms(blocked.at(-1) as number)} the slowest of ${rounds}`,
    value,
    shown: ms(value),
    goal: { atMost: 100 },
  }
}

async function send(house: House, { port }: Server, endpoint: Endpoint): Promise<void> {
  const answer = await fetch(`http://localhost:${port}/api${endpoint.path.replaceAll(/:\w+/g, '1')}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${house.administrator}`,
      ...(endpoint.fileField === undefined && { 'content-type': 'application/json' }),
    },
    body: costliestOf(endpoint),
  })
  await answer.text()
  if (answer.status >= 500) throw new Error(`${endpoint.path} was answered ${answer.status}`)
}

/** Returns a body with as many values, and bytes, as the portal reads. */
function costliestOf({ fileField, body, large }: Endpoint): string | FormData {
  // Room for the other parts of a form.
  const bytes = (large?.mostBytes ?? 0) - 2048
  const values = '1,'.repeat(mostJsonBytes - 10)
  const json = `[${values}"${'x'.repeat(bytes - values.length)}"]`
  if (fileField === undefined) return `{"list":${json}}`
  const form = new FormData()
  const isFile = !body || fileField === 'file'
  form.set(fileField, new File([isFile ? new Uint8Array(bytes) : json], 'file'))
  return form
}
