import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { longest, optionalLine, requiredLine } from '#contract/core/fields.ts'
import { id, idNames, instant, onWire, readVersion } from '#contract/core/wire.ts'

const notUploaded = 'Please choose the picture again'

/** The training provider and its signatory, as on certificates and emails. */
const providerFields = {
  name: requiredLine('Please give the name of the training provider', longest.line),
  contact: requiredLine('Please say how to reach the training provider', longest.line),
  /** On the last lines of news, which needs one by law; '': none. */
  postalAddress: optionalLine(longest.line),
  signatoryName: requiredLine('Please say who signs the certificates', longest.line),
  signatoryTitle: requiredLine('Please give the title of the signatory', longest.line),
  /** The uploaded signature's address; '': none. */
  signature: z
    .string({ error: notUploaded })
    .check(z.regex(/^(\/api\/files\/[0-9a-f]{64})?$/, { error: notUploaded })),
}
export const Provider = z.object(providerFields)
export type Provider = z.output<typeof Provider>

/** The last saved training provider; without a name and a signatory until an administrator saves one. */
export const SavedProvider = z.object({
  ...providerFields,
  name: z.string(),
  signatoryName: z.string(),
  version: z.int(),
  /** null: it came with the portal. */
  savedAt: z.nullable(instant()),
  /** Name or email; '' for nobody or a deleted account. */
  savedBy: z.string(),
})
export type SavedProvider = z.output<typeof SavedProvider>

export const getProvider = endpoint({
  route: 'GET /private/provider',
  access: 'settings:read',
  summary:
    'The training provider and the signatory that new certificates name. Certificates are issued once both have a name.',
  data: SavedProvider,
})

export const saveProvider = endpoint({
  route: 'POST /private/provider',
  access: 'settings:write',
  summary:
    'Changes the training provider on new certificates and emails. Issued certificates stay as they are.',
  body: z.object({ ...providerFields, version: readVersion }),
  data: SavedProvider,
  refusals: ['CHANGED_MEANWHILE'],
})

/** The FAA's acceptance number of a course, as on certificates; '': none. */
const CourseNumber = optionalLine(longest.courseNumber)

export const previewProvider = endpoint({
  route: 'POST /private/provider/preview',
  access: 'settings:read',
  summary: 'A specimen of a certificate as PDF, with unsaved changes.',
  body: z.object({ ...providerFields, courseNumber: CourseNumber }),
  file: 'application/pdf',
})

export const NumberedEvent = onWire(idNames, {
  eventId: z.int(),
  eventName: z.string(),
  /** '09 Mar 2027 – 10 Mar 2027'; '' without slots. */
  dates: z.string(),
  courseNumber: z.string(),
})
export type NumberedEvent = z.output<typeof NumberedEvent>

export const getCourseNumbers = endpoint({
  route: 'GET /private/provider/course-numbers',
  access: 'settings:read',
  summary:
    'The FAA course acceptance number of each event of this season and the one before, the latest first.',
  data: z.object({ events: z.array(NumberedEvent) }),
})

export const TypedCourseNumber = z.object({ courseNumber: CourseNumber })

export const CourseNumberChange = onWire(idNames, {
  eventId: id(),
  courseNumber: CourseNumber,
  /** The number that the caller has read. If absent, the last write wins. */
  before: z.optional(CourseNumber),
})
export type CourseNumberChange = z.output<typeof CourseNumberChange>

export const setCourseNumber = endpoint({
  route: 'POST /private/provider/course-number',
  access: 'settings:write',
  summary: "Sets an event's FAA course acceptance number on new certificates; an empty one removes it.",
  body: CourseNumberChange,
  data: z.object({}),
  refusals: ['EVENT_NOT_FOUND', 'CHANGED_MEANWHILE'],
})
