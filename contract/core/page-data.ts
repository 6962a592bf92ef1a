/** The name of the meta element with a page's data. */
export const pageDataMeta = 'page-data'

/** The answer of a public call with which the server draws a page. */
export interface PageData {
  /** The path of the call. */
  path: string
  /** The answer's data, as on the wire. */
  data: unknown
  /** The instant of the answer, ISO 8601. */
  at: string
}
