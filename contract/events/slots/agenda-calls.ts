import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { longest, requiredLine } from '#contract/core/fields.ts'
import { id, idNames, idText, instant, onWire } from '#contract/core/wire.ts'
import { ruleCodes } from '#contract/events/credit-rules/versions.ts'
import { StatedAgenda } from './agendas.ts'
import { SlotBreak } from './breaks.ts'
import { slotTimes } from './times.ts'

/** The hours as taught; null: back to the plan. */
export const GivenAgenda = z.union([StatedAgenda, z.null()], { error: 'Has to be a list of hours, or null' })
export type GivenAgenda = z.output<typeof GivenAgenda>

export const SlotAgendas = onWire(idNames, {
  eventSlotId: z.int(),
  eventName: z.string(),
  slot: z.object({
    ...slotTimes,
    breaks: z.array(SlotBreak),
  }),
  /** The hours by the season's figures. */
  planned: StatedAgenda,
  figures: z.object({
    code: z.enum(ruleCodes),
    teachingMinutes: z.number(),
    neededMinutes: z.number(),
    neededShare: z.optional(z.number()),
  }),
  /** The statements, newest first; the newest counts. */
  versions: z.array(
    z.object({
      agendaId: z.int(),
      /** null: as planned. */
      hours: z.nullable(StatedAgenda),
      reason: z.string(),
      /** Name or email; '' for a deleted account. */
      statedBy: z.string(),
      statedAt: instant(),
    }),
  ),
})
export type SlotAgendas = z.output<typeof SlotAgendas>

export const getSlotAgendas = endpoint({
  route: 'GET /private/slot-agendas',
  access: 'registrations:read',
  summary: 'The hours of a slot as scheduled, and every statement of how they were taught.',
  query: onWire(idNames, { eventSlotId: idText() }),
  data: SlotAgendas,
  refusals: ['SLOT_NOT_FOUND'],
})

export const NewSlotAgenda = onWire(idNames, {
  eventSlotId: id(),
  hours: GivenAgenda,
  reason: requiredLine('Say what happened', longest.line),
  /** The newest statement that the caller has read; null: none. */
  readAgendaId: z.union([id(), z.null()], { error: 'Has to be a whole number above 0, or null' }),
})
export type NewSlotAgenda = z.output<typeof NewSlotAgenda>

export const stateHours = endpoint({
  route: 'POST /private/slot-agendas',
  access: 'credits:write',
  summary:
    'States how the hours of a slot were taught, for everyone together, or that they are as scheduled again. The slot is counted again.',
  body: NewSlotAgenda,
  data: SlotAgendas,
  refusals: ['SLOT_NOT_FOUND', 'EVENT_NOT_FOUND', 'CHANGED_MEANWHILE', 'NOTHING_CHANGES'],
})
