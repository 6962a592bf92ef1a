import { createServer } from 'node:http'
import Fastify from 'fastify'
import type { Start } from './servers.ts'
import { started } from './servers.ts'

interface BufferStart extends Start {
  headers: Record<string, string>
  bodyBase64: string
  by: 'node:http' | 'fastify'
}

/** The yardstick: node:http alone, or one Fastify route, answers every call with the same bytes, or 304 to a caller that has them. */
const { headers, bodyBase64, by } = await started<BufferStart>()
const bytes = Buffer.from(bodyBase64, 'base64')
if (by === 'fastify') {
  const app = Fastify()
  app.get('*', (request, reply) =>
    request.headers['if-none-match'] ? reply.code(304).send() : reply.headers(headers).send(bytes),
  )
  await app.listen({ port: 0 })
  process.send?.({ port: (app.server.address() as { port: number }).port })
} else {
  const server = createServer((_request, response) => {
    response.writeHead(200, headers).end(bytes)
  })
  server.listen(0, () => process.send?.({ port: (server.address() as { port: number }).port }))
}
