import type { PlainDate, PlainTime } from '#contract/core/plain-dates.ts'
import { easternInstant, portalZone } from '#contract/core/season.ts'
import type { FakeRegistrant, FakeWebinar, FakeZoomAccount, StatusChange } from './fake-zoom-account.ts'
import { joinUrlOf, no } from './fake-zoom-account.ts'
import type { FakeAnswer } from './http-faults.ts'

export type ZoomLabel = 'Light' | 'Medium' | 'Heavy'

interface ZoomRequest {
  webinarId: string
  /** The rest of the path: a registrant's id. */
  rest: string
  query: URLSearchParams
  body: Record<string, unknown>
}

export interface ZoomRoute {
  method: string
  /** The first group is a webinar's id or the UUID of an instance. */
  path: RegExp
  label: ZoomLabel
  /** The scope that the token must have. */
  scope: string
  answer(account: FakeZoomAccount, request: ZoomRequest): FakeAnswer
}

/** The calls of Zoom's API that the stand-in answers. */
export const zoomRoutes: ZoomRoute[] = [
  {
    method: 'GET',
    path: /^\/webinars\/([^/]+)$/,
    label: 'Light',
    scope: 'webinar:read:webinar:admin',
    answer: withWebinar((webinar) => ({ status: 200, body: webinarRow(webinar) })),
  },
  {
    method: 'PATCH',
    path: /^\/webinars\/([^/]+)$/,
    label: 'Light',
    scope: 'webinar:update:webinar:admin',
    answer: withWebinar(changeTime),
  },
  {
    method: 'GET',
    path: /^\/webinars\/([^/]+)\/registrants$/,
    label: 'Medium',
    scope: 'webinar:read:list_registrants:admin',
    answer: withWebinar(listRegistrants),
  },
  {
    method: 'POST',
    path: /^\/webinars\/([^/]+)\/registrants$/,
    label: 'Light',
    scope: 'webinar:write:registrant:admin',
    answer: withWebinar((webinar, { body }, account) => account.add(webinar, body as Record<string, string>)),
  },
  {
    method: 'PUT',
    path: /^\/webinars\/([^/]+)\/registrants\/status$/,
    label: 'Medium',
    scope: 'webinar:update:registrant_status:admin',
    answer: withWebinar((webinar, { body }, account) =>
      account.changeAll(webinar, body as never as StatusChange),
    ),
  },
  {
    method: 'GET',
    path: /^\/webinars\/([^/]+)\/registrants\/([^/]+)$/,
    label: 'Light',
    scope: 'webinar:read:registrant:admin',
    answer: withWebinar((webinar, { rest }) => {
      const registrant = webinar.registrants.get(rest)
      return registrant
        ? { status: 200, body: registrantRow(webinar, registrant) }
        : no(404, 3000, `Registrant ${rest} was not found.`)
    }),
  },
  {
    method: 'GET',
    path: /^\/past_webinars\/([^/]+)\/instances$/,
    label: 'Medium',
    scope: 'webinar:read:list_past_instances:admin',
    answer: withWebinar(({ instances, startTime }) => ({
      status: 200,
      body: {
        webinars: instances.map(({ uuid, ...own }) => ({ uuid, start_time: own.startTime ?? startTime })),
      },
    })),
  },
  {
    method: 'GET',
    path: /^\/report\/webinars\/(.+)\/participants$/,
    label: 'Heavy',
    scope: 'report:read:list_webinar_participants:admin',
    answer: reportParticipants,
  },
  {
    method: 'GET',
    path: /^\/report\/webinars\/(.+)\/polls$/,
    label: 'Heavy',
    scope: 'report:read:webinar_polls:admin',
    answer(account, { webinarId }) {
      const held = findInstance(account, webinarId)
      if (!held) return noWebinar(webinarId)
      const { webinar, instance } = held
      const { uuid, questions, startTime = webinar.startTime } = instance
      return { status: 200, body: { id: webinar.id, uuid, start_time: startTime, questions } }
    },
  },
]

function withWebinar(
  answer: (webinar: FakeWebinar, request: ZoomRequest, account: FakeZoomAccount) => FakeAnswer,
): ZoomRoute['answer'] {
  return (account, request) => {
    const webinar = account.webinars.get(request.webinarId)
    return webinar ? answer(webinar, request, account) : noWebinar(request.webinarId)
  }
}

function webinarRow(webinar: FakeWebinar) {
  const { id, topic, startTime, minutes, hostEmail, alternativeHosts, approvalType, capacity } = webinar
  return {
    uuid: 'm3WqMkvuRXyYqH+eKWhk9w==',
    id,
    host_id: '30R7kT7bTIKSNUFEuH_Qlg',
    host_email: hostEmail,
    topic,
    ...(webinar.occurrences.length > 0
      ? { type: 9, occurrences: webinar.occurrences.map((each) => ({ ...each, status: 'available' })) }
      : { type: 5, start_time: startTime, duration: minutes }),
    timezone: 'America/New_York',
    join_url: `https://us02web.zoom.us/j/${id}`,
    settings: {
      approval_type: approvalType,
      registration_type: 1,
      close_registration: false,
      registrants_restrict_number: capacity,
      alternative_hosts: alternativeHosts,
    },
  }
}

/** Changes the time. A start without a Z is local to the webinar's time zone, which is Eastern here. */
function changeTime(webinar: FakeWebinar, { query, body }: ZoomRequest): FakeAnswer {
  const { start_time, duration, timezone } = body
  const start = String(start_time)
  if (timezone !== portalZone || !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/.test(start)) {
    return no(400, 300, 'Invalid parameter: start_time.')
  }
  const [day, time] = start.split('T') as [PlainDate, string]
  const startTime = easternInstant(day, time.slice(0, 5) as PlainTime)
    .toISOString()
    .replace('.000', '')
  const occurrenceId = query.get('occurrence_id')
  const occurrence = webinar.occurrences.find((each) => each.occurrence_id === occurrenceId)
  if (occurrence) Object.assign(occurrence, { start_time: startTime, duration })
  else if (occurrenceId !== null) return no(400, 300, 'Invalid parameter: occurrence_id.')
  else Object.assign(webinar, { startTime, minutes: duration })
  return { status: 204 }
}

function registrantRow(webinar: FakeWebinar, { id, email, firstName, lastName, status }: FakeRegistrant) {
  return {
    id,
    email,
    first_name: firstName,
    last_name: lastName,
    status,
    create_time: '2026-12-01T10:00:00Z',
    ...(status === 'approved' && { join_url: joinUrlOf(webinar, id) }),
    custom_questions: [],
  }
}

let listings = 0

/** Lists registrants; each listing has its own order, which its pages share. */
function listRegistrants(webinar: FakeWebinar, { query }: ZoomRequest, account: FakeZoomAccount): FakeAnswer {
  const status = query.get('status') ?? 'approved'
  const found = account.listed(webinar).filter((each) => each.status === status)
  return page(query, 'registrants', (order) => {
    const turn = found.length ? (order * 37) % found.length : 0
    const turned = [...found.slice(turn), ...found.slice(0, turn)]
    return (order % 2 ? turned.toReversed() : turned).map((each) => registrantRow(webinar, each))
  })
}

function reportParticipants(account: FakeZoomAccount, { webinarId, query }: ZoomRequest): FakeAnswer {
  const held = findInstance(account, webinarId)
  if (!held) return noWebinar(webinarId)
  const hasIds = query.get('include_fields')?.split(',').includes('registrant_id')
  return page(query, 'participants', () =>
    held.instance.participants.map(({ registrant_id, ...row }) => (hasIds ? { ...row, registrant_id } : row)),
  )
}

function page(query: URLSearchParams, name: string, rowsIn: (order: number) => object[]): FakeAnswer {
  const [order = ++listings, from = 0] = query.get('next_page_token')?.split('-').map(Number) ?? []
  const size = Math.min(Number(query.get('page_size') ?? 30), 300)
  const rows = rowsIn(order)
  const end = from + size
  return {
    status: 200,
    body: {
      page_size: size,
      page_count: Math.ceil(rows.length / size),
      total_records: rows.length,
      next_page_token: end < rows.length ? `${order}-${end}` : '',
      [name]: rows.slice(from, end),
    },
  }
}

/** Finds a reported instance by UUID, or the last one by the webinar's number. */
function findInstance({ webinars }: FakeZoomAccount, idOrUuid: string) {
  return [...webinars.values()]
    .flatMap((webinar) => webinar.instances.map((instance) => ({ webinar, instance })))
    .filter(({ instance }) => !instance.isUnreported)
    .findLast(({ webinar, instance }) => [String(webinar.id), instance.uuid].includes(idOrUuid))
}

function noWebinar(webinarId: string): FakeAnswer {
  return no(404, 3001, `Webinar does not exist: ${webinarId}.`)
}
