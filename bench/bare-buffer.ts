import Fastify from 'fastify'
import type { Start } from './servers.ts'
import { started } from './servers.ts'

interface BufferStart extends Start {
  headers: Record<string, string>
  bodyBase64: string
}

/** The yardstick: one Fastify route answers every call with the same bytes, or 304 to a caller that has them. It reports its CPU time. */
const { headers, bodyBase64 } = await started<BufferStart>()
const bytes = Buffer.from(bodyBase64, 'base64')
const app = Fastify()
app.get('*', (request, reply) =>
  request.headers['if-none-match'] ? reply.code(304).send() : reply.headers(headers).send(bytes),
)
await app.listen({ port: 0 })
process.on('message', () => process.send?.(process.cpuUsage()))
process.send?.({ port: (app.server.address() as { port: number }).port })
