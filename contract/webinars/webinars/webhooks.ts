import { endpoint } from '#contract/core/endpoint.ts'

export const hearZoom = endpoint({
  method: 'POST',
  path: '/webhooks/zoom',
  access: 'public',
  summary:
    'Receives the webhooks of Zoom, signed with ZOOM_WEBHOOK_SECRET at most five minutes ago. Answers 204, or the validation that Zoom asks for. Answers 404 without that secret.',
  file: 'application/json',
  refusals: ['NOT_FOUND', 'NOTICE_NOT_PROVEN', 'NOT_READY'],
  // An administrator may approve thousands of people at once, and Zoom sends a webhook for each.
  limit: { perAddress: 6000 },
})
