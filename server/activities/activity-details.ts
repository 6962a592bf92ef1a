/** What changed, for readers of the history. */
export interface ActivityDetails {
  /** Of a move. */
  fromSlotId?: number | null
  toSlotId?: number
  /** Of a credit: the new and the old minutes. Of a deletion: the withdrawn minutes. */
  minutes?: number
  before?: number
  /** Of a certificate. */
  issue?: number
  hours?: number
  /** Of a part of an event: its id and its name. */
  eventSlotId?: number
  speakerId?: number
  sponsorId?: number
  item?: string
  /** Each field's value before and after. */
  changes?: Record<string, [from: unknown, to: unknown]>
  reason?: string
}
