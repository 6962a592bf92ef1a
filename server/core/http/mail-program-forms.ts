import type { FastifyInstance } from 'fastify'

/** Accepts the forms that mail programs post to unsubscribe (RFC 8058); the address says everything. */
export function takeForms(app: FastifyInstance) {
  const forms = ['application/x-www-form-urlencoded', 'multipart/form-data']
  app.addContentTypeParser(forms, { parseAs: 'string' }, (_request, _body, done) => done(null, undefined))
}
