import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { id, idNames, idText, instant, onWire } from '#contract/core/wire.ts'

/** The levels of automatic hours, with their names for administrators. */
export const automationModes = {
  'by-hand': 'Manual',
  propose: 'Notify staff when ready',
  credit: 'Issue automatically',
  'credit-and-mail': 'Issue and email automatically',
} as const
export type AutomationMode = keyof typeof automationModes
const modes = Object.keys(automationModes) as [AutomationMode, ...AutomationMode[]]

/** Returns true if a mode credits automatically. */
export function isCrediting(mode: AutomationMode): boolean {
  return mode === 'credit' || mode === 'credit-and-mail'
}

export const Automation = z.object({
  mode: z.enum(modes),
  /** The administrator who set it; null if never set or if that account was deleted. */
  setBy: z.nullable(z.string()),
  setAt: z.nullable(instant()),
  /** The event's issued certificates that were not emailed and whose address works. */
  unmailed: z.int(),
})
export type Automation = z.output<typeof Automation>

export const getAutomation = endpoint({
  route: 'GET /private/automations',
  access: 'registrations:read',
  summary: 'How far the hours of an event are credited without a click; by hand unless someone has set it.',
  query: onWire(idNames, { eventId: idText() }),
  data: Automation,
  refusals: ['EVENT_NOT_FOUND'],
})

export const setAutomation = endpoint({
  route: 'PUT /private/automations',
  access: 'credits:write',
  summary:
    'Sets how far the hours of an event are credited without a click. Automatic credits stop; hours that were credited stay.',
  body: onWire(idNames, {
    eventId: id(),
    mode: z.enum(modes, { error: `One of: ${modes.join(', ')}` }),
    /** Also emails the certificates that were issued before, each once. */
    mailsIssued: z.optional(z.boolean({ error: 'Must be true or false' })),
  }),
  data: Automation,
  refusals: ['EVENT_NOT_FOUND', 'NOTHING_CHANGES'],
})
