import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { RegistrationFilter, SortColumn } from '#contract/registrations/registration-lists/rows.ts'

/** An order of the list. Rows with the same key are in the order of an index, so the order is total and an index can be walked. */
export interface Order {
  /** The table of the key: registrations r, their people u, or their slots s with events. */
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

/** The order of rows with the same key. */
const ties = {
  registrations: ['r.registration_id'],
  people: ['u.user_id', 'r.event_id'],
  slots: ['s.event_slot_id', 'r.registered_at', 'r.registration_id'],
}

/** Returns the order of a filter: by its column, or the newest first. */
export function orderOf({ sort, order }: RegistrationFilter): Order {
  return { ...keys[sort ?? 'registeredAt'], isDescending: (order ?? (sort ? 'asc' : 'desc')) === 'desc' }
}

/** Returns the order in SQL, optionally with another expression for the key. */
export function orderBy(
  order: Order,
  key = order.of === 'registrations' ? `r.${order.key}` : order.key,
): RawBuilder<unknown> {
  return by([key, ...ties[order.of]], order.isDescending)
}

/** Returns the order of the slots in SQL; by id unless the key is the slots' own. */
export function slotOrder({ of, key, isDescending }: Order): RawBuilder<unknown> {
  return by([...(of === 'slots' ? [key] : []), 's.event_slot_id'], isDescending)
}

export function by(columns: string[], isDescending: boolean): RawBuilder<unknown> {
  return sql.raw(
    `order by ${columns.map((column) => `${column} ${isDescending ? 'desc' : 'asc'}`).join(', ')}`,
  )
}
