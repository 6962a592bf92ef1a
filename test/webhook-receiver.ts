import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface WebhookRequest {
  headers: IncomingHttpHeaders
  body: string
  /** The body's JSON. */
  event: { id: string; type: string; timestamp: string; version: number; data: Record<string, never> }
}

export interface WebhookReceiver {
  url: string
  requests: WebhookRequest[]
  /** Sets the status of its answers, or that of some events; 'silence': it never answers. */
  answer(status: Answer | ((request: WebhookRequest) => Answer)): void
  /** Returns how many requests wait for an answer. */
  owed(): number
  /** Answers all requests that wait. */
  settle(status: number): void
  close(): Promise<void>
}

type Answer = number | 'silence'

/** Starts a real receiver of webhooks that keeps its requests and accepts them. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const requests: WebhookRequest[] = []
  const owed = new Set<ServerResponse>()
  let answerTo: (request: WebhookRequest) => Answer = () => 204
  const server = createServer(async (message, response) => {
    response.on('close', () => owed.delete(response))
    const body = await text(message)
    const request = { headers: message.headers, body, event: JSON.parse(body) }
    requests.push(request)
    const answer = answerTo(request)
    if (answer === 'silence') owed.add(response)
    else response.writeHead(answer, { location: '/elsewhere' }).end(answer === 204 ? '' : `Got ${body}`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    requests,
    answer: (next) => {
      answerTo = typeof next === 'function' ? next : () => next
    },
    owed: () => owed.size,
    settle: (status) => {
      for (const response of owed) response.writeHead(status).end()
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
