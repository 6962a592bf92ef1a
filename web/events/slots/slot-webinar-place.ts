import { place } from '#web/core/ui/place.tsx'
import type { SavedSlot } from './slot-values.ts'

/** The place for a slot's webinar, in the form of its event. */
export const SlotWebinarPlace = place<{ slot: SavedSlot }>()
