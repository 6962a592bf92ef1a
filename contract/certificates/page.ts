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

/** The distance of the frame's two lines from the page's edges, and half the side of the squares on its corners. */
export const frame = { outer: 25, inner: 31, corner: 3.4 } as const

/** The compass card behind the words; its second ring is slightly larger. */
export const compass = { x: pageSize.width / 2, y: 222, radius: 118, ringGap: 7 } as const

type Point = [x: number, y: number]

/** Returns its ticks, every five degrees, from the ring inwards. */
export function compassTicks(): [from: Point, to: Point][] {
  return Array.from({ length: 72 }, (_, index) => {
    const angle = (index * 5 * Math.PI) / 180
    const length = index % 6 === 0 ? 20 : index % 2 === 0 ? 14 : 8
    const at = (distance: number): Point => [
      compass.x + Math.sin(angle) * distance,
      compass.y - Math.cos(angle) * distance,
    ]
    return [at(compass.radius), at(compass.radius - length)]
  })
}

/** The words of a certificate. Dates and numbers are ready to print. */
export interface CertificateWords {
  serial: string
  personName: string
  eventName: string
  focusName: string
  /** 'DD Mon YYYY' or 'DD Mon YYYY – DD Mon YYYY' */
  dates: string
  hours: number
  /** 'Live webinar' or 'In person, South Carolina' */
  format: string
  provider: { name: string; contact: string }
  signatory: { name: string; title: string }
  /** 'DD Mon YYYY' */
  issuedOn: string
  verifyUrl: string
  /** The FAA's acceptance number of the course, if any. */
  courseNumber?: string
}
