/** The name of a portal that has none of its own. */
export const defaultPortalName = 'IA Renewal Portal'

/** Keeps the place of the name in drawn pages. The server fills it. Its outer characters are private, so nobody types it. */
export const portalNamePlace = '\uE000portal-name\uE000'
