import { createServer } from 'node:http'
import type { Start } from './servers.ts'
import { started } from './servers.ts'

/** The yardstick: node:http alone, answering every call with the same bytes. */
const { headers, bodyBase64 } = await started<
  Start & { headers: Record<string, string>; bodyBase64: string }
>()
const bytes = Buffer.from(bodyBase64, 'base64')
const server = createServer((_request, response) => {
  response.writeHead(200, headers).end(bytes)
})
server.listen(0, () => process.send?.({ port: (server.address() as { port: number }).port }))
