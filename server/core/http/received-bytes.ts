import type { Gate } from './serve.ts'

/** Serves routes that get bodies of these types as bytes, because a signature covers the exact spelling. */
export function acceptBytes(gate: Gate, types: string[], serveRoutes: (gate: Gate) => void) {
  gate.app.register(async (app) => {
    app.removeContentTypeParser('application/json')
    app.addContentTypeParser(types, { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    serveRoutes({ ...gate, app })
  })
}
