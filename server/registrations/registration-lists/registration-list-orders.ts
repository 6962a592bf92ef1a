import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { RegistrationFilter, SortColumn } from '#contract/registrations/registration-lists/rows.ts'

/** An order of the list. Ties are ordered, too, so that pages neither repeat nor skip a row. */
export interface Order {
  /** The table of the key: registrations r, their people u, or their slots s with the event's name. */
  of: 'registrations' | 'people' | 'slots'
  key: string
  isDescending: boolean
}

const keys: Record<SortColumn, Omit<Order, 'isDescending'>> = {
  registrationId: { of: 'registrations', key: 'r.registration_id' },
  registeredAt: { of: 'registrations', key: 'r.registered_at' },
  hours: { of: 'registrations', key: 'r.hours' },
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

/** The order of rows with the same key is that of an index. */
const ties = {
  registrations: ['r.registration_id'],
  people: ['u.user_id', 'r.event_id'],
  slots: ['s.event_slot_id', 'r.registered_at', 'r.registration_id'],
}

/** Returns the order of a filter: by its column, or the newest first. */
export function orderOf({ sort, order }: RegistrationFilter): Order {
  return { ...keys[sort ?? 'registeredAt'], isDescending: (order ?? (sort ? 'asc' : 'desc')) === 'desc' }
}

/** Returns the order in SQL. */
export function orderBy(order: Order): RawBuilder<unknown> {
  return by(columnsOf(order), order.isDescending)
}

function columnsOf({ of, key }: Order) {
  return [key, ...ties[of]]
}

/** Selects the id and what the order compares, for `sorted`. */
export function sortColumns(order: Order): RawBuilder<unknown> {
  const compared = columnsOf(order).map((column, place) => `${column} as by_${place}`)
  return sql.raw(['r.registration_id', ...compared].join(', '))
}

/** Returns the order of rows that `sortColumns` selected. */
export function sorted(order: Order): RawBuilder<unknown> {
  return by(
    columnsOf(order).map((_, place) => `by_${place}`),
    order.isDescending,
  )
}

export function by(columns: string[], isDescending: boolean): RawBuilder<unknown> {
  return sql.raw(
    `order by ${columns.map((column) => `${column} ${isDescending ? 'desc' : 'asc'}`).join(', ')}`,
  )
}
