import type { EventDraft, SavedEvent } from './event-draft.ts'

/** What of an event's editor outlives a session: what was typed, on top of what. */
export interface KeptEvent {
  draft: EventDraft
  saved: SavedEvent | undefined
}

/** Its name among the drafts that are kept. */
export const keptEventName = 'an event'
