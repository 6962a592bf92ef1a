import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { RegistrationFilter, SortColumn } from '#contract/registration-lists/rows.ts'

/** An order of the list. What is equal by its key stands as an index has it, so that the order is whole and can be walked. */
export interface Order {
  /** Whose the key is: of the registrations r, their people u, or their slots s (and events). */
  of: 'registrations' | 'people' | 'slots'
  key: string
  isDescending: boolean
}

const keys: Record<SortColumn, Omit<Order, 'isDescending'>> = {
  registrationId: { of: 'registrations', key: 'registration_id' },
  registeredAt: { of: 'registrations', key: 'registered_at' },
  hours: { of: 'registrations', key: 'hours' },
  userName: { of: 'people', key: "lower(u.first_name || ' ' || u.last_name)" },
  email: { of: 'people', key: 'u.email' },
  phone: { of: 'people', key: 'u.phone' },
  companyName: { of: 'people', key: 'lower(u.company_name)' },
  state: { of: 'people', key: 'lower(u.state)' },
  zip: { of: 'people', key: 'u.zip' },
  country: { of: 'people', key: 'u.country' },
  eventName: { of: 'slots', key: 'event_name' },
  startOn: { of: 'slots', key: 's.start_on' },
  startTime: { of: 'slots', key: 's.start_time' },
}

/** What is equal by the key. */
const ties = {
  registrations: ['r.registration_id'],
  people: ['u.user_id', 'r.event_id'],
  slots: ['s.event_slot_id', 'r.registered_at', 'r.registration_id'],
}

/** By a column, or the newest first. */
export function orderOf({ sort, order }: RegistrationFilter): Order {
  return { ...keys[sort ?? 'registeredAt'], isDescending: (order ?? (sort ? 'asc' : 'desc')) === 'desc' }
}

/** The order in SQL, where the key is a column of the name or its own expression. */
export function orderBy(
  order: Order,
  key = order.of === 'registrations' ? `r.${order.key}` : order.key,
): RawBuilder<unknown> {
  return by([key, ...ties[order.of]], order.isDescending)
}

/** The slots in an order; where it is not theirs, as it comes. */
export function slotOrder({ of, key, isDescending }: Order): RawBuilder<unknown> {
  return by([...(of === 'slots' ? [key] : []), 's.event_slot_id'], isDescending)
}

export function by(columns: string[], isDescending: boolean): RawBuilder<unknown> {
  return sql.raw(
    `order by ${columns.map((column) => `${column} ${isDescending ? 'desc' : 'asc'}`).join(', ')}`,
  )
}
