/** A landscape Letter page, in points. */
export const pageSize = { width: 792, height: 612 } as const

export const pageColors = {
  navy: '#0B2545',
  blue: '#1F5796',
  ink: '#0F1B2D',
  muted: '#4A5565',
  border: '#CBD5E1',
  mist: '#EEF3F8',
} as const
