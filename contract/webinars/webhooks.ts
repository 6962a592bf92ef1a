import { endpoint } from '#contract/core/endpoint.ts'

/** Several thousand people may be approved there at once, and Zoom sends a webhook for each. */
const perAddress = 6000

export const hearZoom = endpoint({
  method: 'POST',
  path: '/webhooks/zoom',
  access: 'public',
  summary:
    'Takes the notices that Zoom sends, signed with ZOOM_WEBHOOK_SECRET at most five minutes ago; answers 204, or the validation that Zoom asks for. Not there without that secret.',
  file: 'application/json',
  refusals: ['NOT_FOUND', 'NOTICE_NOT_PROVEN', 'NOT_READY'],
  limit: { perAddress },
})
